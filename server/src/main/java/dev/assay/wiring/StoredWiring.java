package dev.assay.wiring;

import dev.assay.images.Images;
import dev.assay.images.StoredImages;
import dev.assay.images.StoredPackages;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.registry.StoredSkills;
import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.StoredContent;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.toolservice.ToolCalls;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;

/// Creates the comparison of stored files with the admitted ones.
@Configuration(proxyBeanMethods = false)
class StoredWiring {
  @Bean
  @Order(1)
  StoredContent storedImages(Images images, SandboxEngine engine) {
    return new StoredImages(images, engine);
  }

  @Bean
  @Order(2)
  StoredContent storedSkills(JdbcClient jdbc, Skills skills, SkillFolders folders) {
    return new StoredSkills(jdbc, skills, folders);
  }

  @Bean
  @Order(3)
  StoredContent storedPackages(JdbcClient jdbc, BlobStore blobs) {
    return new StoredPackages(jdbc, blobs);
  }

  @Bean
  @Order(4)
  StoredContent storedArtifacts(ToolCalls calls) {
    return calls.storedArtifacts();
  }

  @Bean
  NightlyLook nightlyLook(List<StoredContent> contents) {
    return new NightlyLook(contents);
  }

  /// Reads all stored files every night, so that damage is known before the files are needed.
  static final class NightlyLook {
    private static final Logger log = LoggerFactory.getLogger(NightlyLook.class);

    private final List<StoredContent> contents;

    NightlyLook(List<StoredContent> contents) {
      this.contents = contents;
    }

    @Scheduled(cron = "0 20 3 * * *")
    void begin() {
      Thread.ofVirtual().name("nightly-look").start(this::look);
    }

    /// Returns the number of damaged files.
    int look() {
      int looked = 0;
      int damaged = 0;
      for (StoredContent content : contents) {
        try {
          for (StoredContent.Item item : content.list()) {
            Optional<String> damage = content.verify(item.id());
            damage.ifPresent(
                what -> log.error("The {} {} is damaged: {}", content.kind(), item.name(), what));
            looked++;
            damaged += damage.isPresent() ? 1 : 0;
          }
        } catch (AssayException | DataAccessException e) {
          log.warn("Not every {} could be compared: {}", content.kind(), e.getMessage());
        }
      }
      log.info("Compared {} stored things with what was admitted; {} are damaged", looked, damaged);
      return damaged;
    }
  }
}
