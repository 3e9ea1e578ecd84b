package dev.assay;

import dev.assay.configuration.ReviewCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.registry.Decisions;
import dev.assay.registry.Images;
import dev.assay.registry.Skills;
import dev.assay.skill.sandbox.local.LocalSandboxes;
import dev.assay.validation.Reviews;
import dev.assay.workflow.Workflow;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Makes the reviewer's side of the gate.
@Configuration(proxyBeanMethods = false)
class ReviewWiring {
  @Bean
  Decisions decisions(
      JdbcClient jdbc,
      TransactionOperations transactions,
      Skills skills,
      Images images,
      Clock clock) {
    return new Decisions(jdbc, transactions, skills, images, clock);
  }

  @Bean
  Reviews reviews(
      Workflow workflow,
      Skills skills,
      Decisions decisions,
      LocalSandboxes engine,
      Settings settings) {
    return new Reviews(
        workflow,
        skills,
        decisions,
        engine,
        settings.value(ReviewCatalogue.FOUR_EYES) ? Reviews.Eyes.FOUR : Reviews.Eyes.ANY);
  }
}
