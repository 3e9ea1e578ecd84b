package dev.assay.wiring;

import dev.assay.configuration.BusCatalogue;
import dev.assay.configuration.EngineCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.configuration.ToolCatalogue;
import dev.assay.home.Home;
import dev.assay.images.Images;
import dev.assay.packages.PackageDoors;
import dev.assay.registry.EngineTests;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.SharedFolders;
import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.toolservice.ArtifactLimits;
import dev.assay.toolservice.ToolCalls;
import dev.assay.toolservice.ToolPolicy;
import dev.assay.workflow.EventSignals;
import dev.assay.workflow.LiveRuns;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.support.TransactionOperations;

/// Wires the tool service.
@Configuration(proxyBeanMethods = false)
class ToolWiring {
  @Bean
  ToolPolicy toolPolicy(Settings settings) {
    return new ToolPolicy(
        settings.value(ToolCatalogue.IDLE),
        settings.value(ToolCatalogue.LONGEST),
        settings.value(ToolCatalogue.SESSIONS),
        settings.value(ToolCatalogue.QUEUED),
        settings.value(ToolCatalogue.KEPT),
        new ArtifactLimits(
            settings.value(ToolCatalogue.ARTIFACT_SIZE),
            settings.value(ToolCatalogue.CALL_SIZE),
            settings.value(ToolCatalogue.PROJECT_SIZE)));
  }

  @Bean(destroyMethod = "")
  ToolCalls toolCalls(
      Settings settings,
      ToolPolicy policy,
      JdbcClient jdbc,
      TransactionOperations transactions,
      AuditWriter audit,
      Clock clock,
      EventSignals signals,
      ToolCalls.Registry registry,
      ServerEngines engines,
      SharedFolders folders,
      SandboxKeeper keeper,
      Home home) {
    LiveRuns runs =
        new LiveRuns(
            jdbc, transactions, clock, signals, "tool", settings.value(ToolCatalogue.AT_ONCE));
    return new ToolCalls(
        policy,
        new ToolCalls.Store(jdbc, transactions, audit, runs, clock),
        registry,
        SandboxWiring.workspacesOn(
            engines.engine(EngineCatalogue.TOOL_ENGINE), folders, settings, home),
        keeper);
  }

  @Bean
  ToolCalls.Registry toolRegistry(
      Skills skills,
      SkillFolders folders,
      Images images,
      EngineTests tests,
      ServerEngines engines,
      BlobStore blobs,
      PackageDoors indexes) {
    return new ToolCalls.Registry(
        skills,
        folders,
        images,
        engines.places(EngineCatalogue.TOOL_ENGINE, images, tests),
        blobs,
        indexes);
  }

  @Bean
  ToolLifecycle toolLifecycle(ToolCalls calls, Settings settings) {
    return new ToolLifecycle(calls, settings.value(BusCatalogue.ROLES));
  }

  /// Works on runs while the server is up. Runs stop before the parts that they use.
  static final class ToolLifecycle implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(ToolLifecycle.class);

    private final ToolCalls calls;
    private final List<String> roles;
    private volatile boolean running;

    ToolLifecycle(ToolCalls calls, List<String> roles) {
      this.calls = calls;
      this.roles = roles;
    }

    @Override
    public void start() {
      running = true;
    }

    @Override
    public void stop() {
      running = false;
      calls.close();
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    @Scheduled(initialDelay = 2, fixedDelay = 2, timeUnit = TimeUnit.SECONDS)
    void endLost() {
      attempt(BusCatalogue.REAPER, "look for lost runs", calls::endLost);
    }

    @Scheduled(initialDelay = 1, fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
    void dispatch() {
      attempt(BusCatalogue.TOOLS, "begin runs that wait", calls::dispatch);
    }

    @Scheduled(initialDelay = 60, fixedDelay = 60, timeUnit = TimeUnit.SECONDS)
    void reap() {
      attempt(BusCatalogue.REAPER, "remove old sessions", calls::reap);
    }

    private void attempt(String role, String what, Runnable work) {
      if (!roles.contains(role)) {
        return;
      }
      try {
        work.run();
      } catch (DataAccessException | AssayException e) {
        log.warn("Could not {}; will try again: {}", what, e.getMessage());
      }
    }
  }
}
