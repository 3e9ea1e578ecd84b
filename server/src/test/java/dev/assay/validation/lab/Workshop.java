package dev.assay.validation.lab;

import dev.assay.TestDatabase;
import dev.assay.agent.Installer.Needs;
import dev.assay.agent.Transcripts;
import dev.assay.images.ImageContents;
import dev.assay.packages.PackageDoors;
import dev.assay.packages.PackageSettings;
import dev.assay.registry.Bundles;
import dev.assay.registry.SkillFolders;
import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.LimitPolicy;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.SharedFolders;
import dev.assay.sandbox.Workspaces;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.Bundle;
import dev.assay.skill.Digest;
import dev.assay.skill.SkillName;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.transcript.Transcript;
import dev.assay.storage.DirectoryBlobStore;
import dev.assay.validation.Planting;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageContent;
import dev.assay.validation.dependency.PackageSource;
import dev.assay.validation.dependency.PackageStore;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.ListedSkill;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Real sandboxes and a skill that carries packages, for tests of installations.
final class Workshop implements AutoCloseable {
  static final String SKILL = "sly-skill";
  static final String CARRIED = "/workspace/skills/" + SKILL;

  private final FileLeases leases;
  private final Path home;
  private final DirectoryBlobStore blobs;
  private final PackageDoors doors;
  private final Transcripts transcripts;
  private final ImageMaker maker;
  final LocalSandboxes engine;
  final Laboratory laboratory;
  final Inventories inventories;
  final Path tree;
  private final Path trees;
  private final Map<UUID, Bundle> admitted = new ConcurrentHashMap<>();

  /// Creates a workshop whose indexes are empty.
  Workshop() throws IOException {
    this(
        new PackageSettings(
            Optional.of(Files.createTempDirectory("empty-index").toUri()),
            Optional.of(List.of()),
            Optional.of(List.of()),
            Optional.of(URI.create("http://127.0.0.1:9/")),
            Optional.of(Map.of()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Duration.ofSeconds(5)));
  }

  Workshop(PackageSettings settings) throws IOException {
    this(settings, Optional.empty());
  }

  /// @param storage the storage of other bases than the host
  Workshop(PackageSettings settings, Optional<Path> storage) throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sandbox-homes").toAbsolutePath());
    home = Files.createTempDirectory(parent, "workshop");
    TestDatabase database = new TestDatabase();
    transcripts = new Transcripts(database.jdbc(), Clock.systemUTC(), List.of());
    leases = new FileLeases(home.resolve("leases"));
    engine =
        SandboxEngines.local(LocalSettings.in(storage.orElse(home.resolve("sandboxes"))), leases);
    trees = home.resolve("trees");
    blobs = new DirectoryBlobStore(home.resolve("blobs"));
    laboratory =
        new Laboratory(
            engine,
            new SkillTrees(trees, new SkillFolders(trees, blobs), admitted::get),
            new Workspaces(
                engine,
                new SharedFolders(
                    Files.createDirectories(home.resolve("uploads")),
                    Files.createDirectories(home.resolve("intermediate"))),
                1L << 31,
                1L << 30,
                LimitPolicy.LIST,
                home.resolve("tools")),
            Map.of());
    tree = Files.createDirectories(home.resolve("skill"));
    doors = new PackageDoors(settings, home.resolve("work"));
    inventories =
        new Inventories(
            new ImageContents(database.jdbc(), database.transactions(), Clock.systemUTC()));
    maker =
        new ImageMaker(
            laboratory,
            engine,
            inventories,
            new PackageStore(blobs),
            new ImageMaker.Limits(home.resolve("work"), 1L << 30));
  }

  /// Adds a source package whose build runs this code.
  void carrySource(String name, String build) throws IOException {
    Files.write(tree.resolve(name + "-1.0.zip"), Planting.source(name, build));
  }

  /// Adds a wheel with these files and a module of its name.
  void carryWheel(String name, String version, Map<String, String> files) throws IOException {
    String info = name + "-" + version + ".dist-info/";
    StringBuilder record = new StringBuilder();
    try (ZipOutputStream zip =
        new ZipOutputStream(
            Files.newOutputStream(tree.resolve(name + "-" + version + "-py3-none-any.whl")))) {
      put(zip, name + ".py", "VERSION = '" + version + "'\n");
      record.append(name).append(".py,,\n");
      for (Map.Entry<String, String> file : files.entrySet()) {
        put(zip, file.getKey(), file.getValue());
        record.append(file.getKey()).append(",,\n");
      }
      if (!files.containsKey(info + "METADATA")) {
        put(
            zip,
            info + "METADATA",
            "Metadata-Version: 2.1\nName: %s\nVersion: %s\n".formatted(name, version));
      }
      put(zip, info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
      put(zip, info + "RECORD", record + "%sMETADATA,,\n%sWHEEL,,\n".formatted(info, info));
    }
  }

  private static void put(ZipOutputStream zip, String name, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(text.getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }

  Installed install(String... names) {
    return install(SandboxImage.of("host"), Inventory.EMPTY, RuntimeEnvironment.SHARED, names);
  }

  /// Installs packages on the image of an earlier installation.
  Installed installOn(Installed before, RuntimeEnvironment place, String... names) {
    return install(before.candidate(), inventory(before), place, names);
  }

  Inventory inventory(Installed installed) {
    return installed.contents().map(inventories::load).orElse(Inventory.EMPTY);
  }

  Installed install(
      SandboxImage image, Inventory inventory, RuntimeEnvironment place, String... names) {
    return install(
        Duration.ofMinutes(3), image, inventory, place, dependencies(Ecosystem.PIP, names));
  }

  Installed install(
      Duration time,
      SandboxImage image,
      Inventory inventory,
      RuntimeEnvironment place,
      Dependencies wanted) {
    return preparation(time)
        .install(
            site(image),
            new Preparation.Part(new SkillName(SKILL), place, wanted, List.of(CARRIED), List.of()),
            inventory,
            () -> new Needs(List.of(), new Transcript(List.of()), false),
            _ -> List.of());
  }

  /// Installs a carried wheel without asking pip for its requirements.
  Installed remake(Installed before, String file) throws IOException {
    Path content = tree.resolve(file);
    String[] words = file.split("-", -1);
    Digest digest = Digest.of(Files.readAllBytes(content));
    PackageSource source =
        new PackageSource(
            Ecosystem.PIP,
            words[0],
            words[1],
            "",
            file,
            digest,
            Files.size(content),
            PackageSource.Made.CARRIED,
            content.toString(),
            List.of());
    new PackageStore(blobs).keep(List.of(new PackageContent(source, content)));
    return preparation(Duration.ofMinutes(1))
        .reinstall(
            site(before.candidate()),
            inventory(before),
            List.of(source),
            Set.of(),
            Dependencies.NONE,
            RuntimeEnvironment.SHARED);
  }

  PythonProbe python() {
    try (Sandbox sandbox = laboratory.open(site(SandboxImage.of("host")))) {
      return PythonProbe.ask(sandbox);
    }
  }

  Preparation preparation(Duration time) {
    return new Preparation(laboratory, doors, maker, transcripts, time);
  }

  static Dependencies dependencies(Ecosystem ecosystem, String... names) {
    List<Requirement> wanted = new ArrayList<>();
    for (String name : names) {
      String bare = name.replaceFirst("[<>=@^].*", "");
      String range = name.substring(bare.length()).replaceFirst("^@", "");
      wanted.add(
          new Requirement(ecosystem, bare, List.of(), range, Optional.empty(), "SKILL.md", 1));
    }
    return new Dependencies(wanted);
  }

  Laboratory.Site site(SandboxImage image) {
    Bundle bundle = Bundles.admitted(SKILL, tree, trees);
    UUID id = UUID.randomUUID();
    admitted.put(id, bundle);
    ListedSkill skill =
        new ListedSkill(bundle.name(), "Sly.", bundle.digest().hex(), Optional.of(id));
    return new Laboratory.Site(
        image, Network.blocked(), List.of(skill), UUID.randomUUID(), "install", "workshop");
  }

  Sandbox open(Installed installed) {
    return laboratory.open(site(installed.candidate()));
  }

  @Override
  public void close() {
    engine.close();
    leases.close();
    doors.close();
  }
}
