package dev.assay.wiring;

import dev.assay.audit.AuditLog;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.IntakeCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.home.SigningKey;
import dev.assay.images.ImageChanges;
import dev.assay.images.ImageContents;
import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.intake.KnownAttacks;
import dev.assay.publication.Attestations;
import dev.assay.publication.SkillArchives;
import dev.assay.publication.SkillFiles;
import dev.assay.registry.EngineTests;
import dev.assay.registry.FullTestLog;
import dev.assay.registry.KeptArchives;
import dev.assay.registry.Lifecycle;
import dev.assay.registry.PublishedSkills;
import dev.assay.registry.SavedTasks;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.registry.UndecidedQuota;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Risk;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.storage.StorageServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.MDC;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Wires the packages that skills pass through.
@Configuration(proxyBeanMethods = false)
class SkillWiring {
  @Bean
  Intake intake(Settings settings, Home home) throws IOException {
    Path quarantine = Files.createDirectories(home.quarantineFolder());
    Intake intake =
        new Intake(
            new IntakeLimits(
                settings.value(IntakeCatalogue.INTAKE_ARCHIVE_SIZE),
                settings.value(IntakeCatalogue.INTAKE_FILE_SIZE),
                settings.value(IntakeCatalogue.INTAKE_TOTAL_SIZE),
                settings.value(IntakeCatalogue.INTAKE_FILES),
                settings.value(IntakeCatalogue.INTAKE_COMPRESSION_RATIO),
                settings.value(IntakeCatalogue.INTAKE_DEPTH),
                settings.value(IntakeCatalogue.INTAKE_SKILL_MD_SIZE)),
            quarantine,
            settings.value(IntakeCatalogue.INTAKE_STRICT)
                ? Intake.Letter.STRICT
                : Intake.Letter.LENIENT);
    Optional<KnownAttacks.Installed> attacks =
        new KnownAttacks(home.indicatorFile(), home.indicatorKeyFile()).find();
    if (attacks.isPresent()) {
      intake = intake.knowing(attacks.get().list());
    }
    intake =
        switch (settings.value(IntakeCatalogue.INTAKE_BLOCK)) {
          case "high" -> intake.blocking(Risk.Level.HIGH);
          case "medium" -> intake.blocking(Risk.Level.MEDIUM);
          default -> intake;
        };
    intake.sweep(); // removes the leftovers of a killed server
    emptied(home.incomingFolder());
    return intake;
  }

  @Bean
  Skills skills(
      JdbcClient jdbc, TransactionOperations transactions, Clock clock, Settings settings) {
    return new Skills(
        jdbc,
        transactions,
        clock,
        new UndecidedQuota(
            settings.value(IntakeCatalogue.INTAKE_UNDECIDED_VERSIONS),
            settings.value(IntakeCatalogue.INTAKE_UNDECIDED_SIZE)));
  }

  @Bean
  AuditLog auditLog(JdbcClient jdbc, TransactionOperations transactions, Clock clock, Home home) {
    return new AuditLog(
        jdbc,
        transactions,
        clock,
        () -> Objects.requireNonNullElse(MDC.get("request_id"), ""),
        new AnchorFile(home.auditAnchorFile()));
  }

  @Bean
  Lifecycle lifecycle(
      JdbcClient jdbc,
      TransactionOperations transactions,
      Skills skills,
      Clock clock,
      AuditWriter audit) {
    return new Lifecycle(jdbc, transactions, skills, clock, audit);
  }

  @Bean
  ImageContents imageContents(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {
    return new ImageContents(jdbc, transactions, clock);
  }

  /// Creates the images. A new base that the settings choose is imported now. A server that does
  /// not require sandboxes only shows images.
  @Bean
  Images images(
      JdbcClient jdbc,
      TransactionOperations transactions,
      Clock clock,
      SandboxEngine engine,
      ServerEngines engines,
      Skills skills,
      StorageServers servers,
      Settings settings) {
    Images images = new Images(jdbc, transactions, clock);
    if (settings.value(Catalogue.SANDBOX_REQUIRED)) {
      SandboxImage base =
          SandboxImage.of(
              engine.name(), engine.requireBase(settings.value(Catalogue.SANDBOX_BASE)));
      if (ChosenStorage.isShared(settings)) {
        servers.enter(StorageWatch.sandboxes(base, engine.place()));
      }
      images.startFrom(base);
      engines.requireOthers();
      engine.share(images.list().stream().map(RuntimeImage::image).toList());
    } else {
      images.ensureFirst(SandboxImage.of(engine.name(), SandboxImage.HOST));
    }
    skills.nameArchitecture(images.current().image().architecture());
    return images;
  }

  @Bean
  ImageChanges imageChanges(JdbcClient jdbc, Images images, Clock clock) {
    return new ImageChanges(jdbc, images, clock);
  }

  @Bean
  EngineTests engineTests(JdbcClient jdbc, Clock clock) {
    return new EngineTests(jdbc, clock);
  }

  @Bean
  SavedTasks savedTasks(JdbcClient jdbc, TransactionOperations transactions) {
    return new SavedTasks(jdbc, transactions);
  }

  @Bean
  PublishedSkills publishedSkills(JdbcClient jdbc) {
    return new PublishedSkills(jdbc);
  }

  @Bean
  SkillFiles skillFiles(SkillFolders folders) {
    return new SkillFiles(folders);
  }

  @Bean
  SkillArchives skillArchives(KeptArchives archives) {
    return new SkillArchives(archives);
  }

  @Bean
  Attestations attestations(
      JdbcClient jdbc,
      Home home,
      SkillArchives archives,
      Skills skills,
      Images images,
      EngineTests tests,
      Clock clock) {
    Attestations attestations =
        new Attestations(jdbc, SigningKey.ensure(home), archives, skills, images, tests, clock);
    attestations.announce();
    return attestations;
  }

  @Bean
  FullTestLog fullTestLog(
      JdbcClient jdbc, TransactionOperations transactions, AuditWriter audit, Clock clock) {
    return new FullTestLog(jdbc, transactions, audit, clock);
  }

  @Bean
  KeptArchives keptArchives(JdbcClient jdbc, BlobStore blobs) {
    return new KeptArchives(jdbc, blobs);
  }

  @Bean
  SkillFolders skillFolders(Home home, KeptArchives archives) {
    return new SkillFolders(home.treeFolder(), archives);
  }

  private static void emptied(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> left = Files.list(folder)) {
      for (Path file : left.toList()) {
        Files.delete(file);
      }
    }
  }
}
