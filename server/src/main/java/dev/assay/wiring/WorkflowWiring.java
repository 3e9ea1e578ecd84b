package dev.assay.wiring;

import dev.assay.agent.Transcripts;
import dev.assay.configuration.BusCatalogue;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.database.DatabaseAddress;
import dev.assay.database.Notifications;
import dev.assay.home.DiskSpace;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.workflow.EventSignals;
import dev.assay.workflow.LiveRuns;
import dev.assay.workflow.RunKind;
import dev.assay.workflow.Workflow;
import dev.assay.workflow.WorkflowTiming;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/// Wires the package `workflow` with every workflow, and runs it while the server is up. It starts
/// last and stops first.
@Configuration(proxyBeanMethods = false)
class WorkflowWiring {
  private static final Logger log = LoggerFactory.getLogger(WorkflowWiring.class);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);

  @Bean
  EventSignals eventSignals() {
    return new EventSignals();
  }

  @Bean
  Notifications eventNotifications(DatabaseAddress address, EventSignals signals) {
    return new Notifications(
        address,
        EventSignals.CHANNEL,
        new Notifications.Receiver() {
          @Override
          public void connected() {
            signals.connected();
          }

          @Override
          public void lost() {
            signals.lost();
          }

          @Override
          public void received(String payload) {
            try {
              signals.notified(UUID.fromString(payload));
            } catch (IllegalArgumentException e) {
              log.debug("Not a notification of ours: {}", payload);
            }
          }
        });
  }

  @Bean(destroyMethod = "")
  Workflow workflow(
      DataSource source,
      Clock clock,
      Settings settings,
      EventSignals signals,
      DiskSpace space,
      StorageWatch storage,
      ObjectProvider<RunKind> kinds) {
    WorkflowTiming.Retry retry =
        WorkflowTiming.Retry.of(settings.value(Catalogue.WORKFLOW_RETRIES), FIRST_PAUSE);
    return new Workflow(
        source,
        clock,
        WorkflowTiming.standard(retry),
        signals,
        () -> space.findShortage().or(storage::findObstacle),
        kinds.orderedStream().toList());
  }

  @Bean
  RunMeters runMeters(Workflow workflow, LiveRuns turns, SandboxKeeper sandboxes) {
    return new RunMeters(workflow, turns, sandboxes);
  }

  @Bean
  WorkingHours workingHours(
      Workflow workflow, Transcripts transcripts, Clock clock, Settings settings) {
    return new WorkingHours(
        workflow,
        transcripts,
        clock,
        settings.value(Catalogue.WORKFLOW_KEEP),
        settings.value(BusCatalogue.ROLES));
  }

  static final class WorkingHours implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(WorkingHours.class);

    private final Workflow workflow;
    private final Transcripts transcripts;
    private final Clock clock;
    private final Duration keep;
    private final List<String> roles;
    private volatile boolean running;

    WorkingHours(
        Workflow workflow,
        Transcripts transcripts,
        Clock clock,
        Duration keep,
        List<String> roles) {
      this.workflow = workflow;
      this.transcripts = transcripts;
      this.clock = clock;
      this.keep = keep;
      this.roles = roles;
    }

    @Override
    public void start() {
      if (roles.contains(BusCatalogue.VALIDATION)) {
        workflow.open();
      }
      running = true;
    }

    @Override
    public void stop() {
      running = false;
      workflow.close();
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    @Scheduled(initialDelayString = "PT2M", fixedDelayString = "PT1H")
    void forget() {
      try {
        Instant before = clock.instant().minus(keep);
        int runs = workflow.forget(before);
        log.debug("Forgot {} runs and {} transcripts", runs, transcripts.forget(before));
      } catch (DataAccessException e) {
        log.warn("Could not forget old runs; will try again: {}", e.getMessage());
      }
    }
  }
}
