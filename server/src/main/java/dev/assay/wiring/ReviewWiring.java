package dev.assay.wiring;

import dev.assay.audit.AuditLog;
import dev.assay.configuration.ReviewCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.images.ImageChanges;
import dev.assay.registry.Decisions;
import dev.assay.registry.Removals;
import dev.assay.registry.Rollbacks;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.registry.VersionComparisons;
import dev.assay.skill.AssayException;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.skill.sandbox.ImageHolder;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.validation.Cleanup;
import dev.assay.validation.Gate;
import dev.assay.validation.Reviews;
import dev.assay.validation.Validations;
import dev.assay.workflow.RunKind;
import dev.assay.workflow.Workflow;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.support.TransactionOperations;

/// Creates the reviewer's side of the gate.
@Configuration(proxyBeanMethods = false)
class ReviewWiring {
  @Bean
  Decisions decisions(
      JdbcClient jdbc,
      TransactionOperations transactions,
      AuditWriter audit,
      Skills skills,
      ImageChanges images,
      Clock clock) {
    return new Decisions(jdbc, transactions, audit, skills, images, clock);
  }

  @Bean
  Rollbacks rollbacks(
      JdbcClient jdbc,
      TransactionOperations transactions,
      AuditWriter audit,
      Skills skills,
      ImageChanges images) {
    return new Rollbacks(jdbc, transactions, audit, skills, images);
  }

  @Bean
  Removals removals(
      JdbcClient jdbc,
      TransactionOperations transactions,
      AuditWriter audit,
      Skills skills,
      ImageChanges images,
      Clock clock) {
    return new Removals(jdbc, transactions, audit, skills, images, clock);
  }

  @Bean
  VersionComparisons comparisons(Skills skills, SkillFolders folders) {
    return new VersionComparisons(skills, folders);
  }

  @Bean
  RunKind approval(
      Gate.Registry registry,
      Gate.Agents agents,
      Gate.Sandboxes sandboxes,
      Settings settings,
      Decisions decisions) {
    return Gate.approval(registry, agents, sandboxes, ValidationWiring.rules(settings), decisions);
  }

  @Bean
  RunKind removal(
      Gate.Registry registry,
      Gate.Agents agents,
      Gate.Sandboxes sandboxes,
      Settings settings,
      Removals removals) {
    return Gate.removal(registry, agents, sandboxes, ValidationWiring.rules(settings), removals);
  }

  @Bean
  Reviews.Registry reviewRegistry(Decisions decisions, Rollbacks rollbacks, Removals removals) {
    return new Reviews.Registry(decisions, rollbacks, removals);
  }

  @Bean
  Reviews reviews(
      Validations validations,
      Skills skills,
      Reviews.Registry registry,
      SandboxEngine engine,
      Settings settings) {
    return new Reviews(
        validations,
        skills,
        registry,
        engine,
        settings.value(ReviewCatalogue.FOUR_EYES)
            ? Reviews.ApprovalRule.NOT_THE_UPLOADER
            : Reviews.ApprovalRule.ANY);
  }

  @Bean
  Cleanup clearance(
      Gate.Registry registry,
      Removals removals,
      AuditLog audit,
      Workflow workflow,
      ObjectProvider<ImageHolder> holders,
      SandboxEngine engine,
      Clock clock) {
    return new Cleanup(
        new Cleanup.Sources(
            registry.skills(),
            registry.images(),
            registry.contents(),
            removals,
            registry.folders(),
            registry.blobs(),
            audit),
        workflow,
        engine,
        holders.orderedStream().toList(),
        clock);
  }

  @Bean
  Clearing clearing(Cleanup clearance) {
    return new Clearing(clearance);
  }

  /// Runs the cleanup on a schedule.
  static final class Clearing {
    private static final Logger log = LoggerFactory.getLogger(Clearing.class);

    private final Cleanup clearance;

    Clearing(Cleanup clearance) {
      this.clearance = clearance;
    }

    @Scheduled(initialDelayString = "PT1M", fixedDelayString = "PT10M")
    void clear() {
      guarded(clearance::clear);
    }

    /// Removes layers after decisions. Layers are on the disk of every server, and any server may
    /// decide.
    @Scheduled(initialDelayString = "PT15S", fixedDelayString = "PT5S")
    void clearAfterDecisions() {
      guarded(clearance::clearAfterDecisions);
    }

    private static void guarded(Runnable clearing) {
      try {
        clearing.run();
      } catch (DataAccessException | AssayException e) {
        log.warn("Could not clear away what nobody needs; will try again: {}", e.getMessage());
      }
    }
  }
}
