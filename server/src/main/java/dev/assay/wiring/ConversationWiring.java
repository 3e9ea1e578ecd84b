package dev.assay.wiring;

import dev.assay.agent.Agent;
import dev.assay.agent.Budget;
import dev.assay.agent.Models;
import dev.assay.agent.Transcripts;
import dev.assay.configuration.ConversationCatalogue;
import dev.assay.configuration.EngineCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.conversation.Chats;
import dev.assay.conversation.ConversationFiles;
import dev.assay.conversation.ConversationPolicy;
import dev.assay.conversation.Conversations;
import dev.assay.home.Home;
import dev.assay.images.Images;
import dev.assay.registry.EngineTests;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.registry.TrialHistory;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.SharedFiles;
import dev.assay.sandbox.SharedFolders;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.skill.sandbox.Network;
import dev.assay.workflow.EventSignals;
import dev.assay.workflow.LiveRuns;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
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

/// Wires the package of conversations.
@Configuration(proxyBeanMethods = false)
class ConversationWiring {
  private static final int TURNS_OF_THE_MODEL = 60;

  @Bean
  ConversationPolicy conversationPolicy(Settings settings, SharedFolders folders) {
    return new ConversationPolicy(
        new ConversationPolicy.Storage(
            folders,
            settings.find(ConversationCatalogue.UPLOAD_ROOT).map(Path::toAbsolutePath),
            settings.value(ConversationCatalogue.FILE_SIZE),
            settings.value(ConversationCatalogue.QUOTA)),
        network(settings),
        Budget.of(
            TURNS_OF_THE_MODEL,
            settings.value(ConversationCatalogue.TURN_TOKENS),
            settings.value(ConversationCatalogue.TURN_TIME)),
        settings.value(ConversationCatalogue.AT_ONCE),
        settings.value(ConversationCatalogue.PER_USER));
  }

  @Bean(destroyMethod = "")
  LiveRuns turns(
      JdbcClient jdbc,
      TransactionOperations transactions,
      Clock clock,
      EventSignals signals,
      ConversationPolicy policy) {
    return new LiveRuns(jdbc, transactions, clock, signals, "turn", policy.atOnce());
  }

  @Bean
  Conversations conversations(
      JdbcClient jdbc, AuditWriter audit, LiveRuns turns, Clock clock, ConversationPolicy policy) {
    return new Conversations(jdbc, audit, turns, clock, policy);
  }

  @Bean
  ConversationFiles conversationFiles(ConversationPolicy policy, SharedFiles shared) {
    return new ConversationFiles(policy.storage(), shared);
  }

  @Bean
  Chats.Store chatStore(
      JdbcClient jdbc, TransactionOperations transactions, LiveRuns turns, Clock clock) {
    return new Chats.Store(jdbc, transactions, turns, clock);
  }

  @Bean
  Chats.Agents chatAgents(Agent agent, Models models, Transcripts transcripts) {
    return new Chats.Agents(agent, models, transcripts);
  }

  @Bean
  Chats.Registry chatRegistry(
      Skills skills,
      SkillFolders folders,
      Images images,
      EngineTests tests,
      ServerEngines engines,
      TrialHistory history) {
    return new Chats.Registry(
        skills,
        folders,
        engines.places(EngineCatalogue.CONVERSATION_ENGINE, images, tests),
        history);
  }

  @Bean(destroyMethod = "")
  Chats chats(
      Conversations conversations,
      ConversationFiles files,
      ConversationPolicy policy,
      Chats.Store store,
      Chats.Agents agents,
      Chats.Registry registry,
      ServerEngines engines,
      Settings settings,
      SandboxKeeper keeper,
      Home home) {
    return new Chats(
        conversations,
        files,
        policy,
        store,
        agents,
        registry,
        SandboxWiring.workspacesOn(
            engines.engine(EngineCatalogue.CONVERSATION_ENGINE),
            policy.storage().folders(),
            settings,
            home),
        keeper);
  }

  @Bean
  TurnLifecycle turnLifecycle(Chats chats) {
    return new TurnLifecycle(chats);
  }

  private static Network network(Settings settings) {
    return switch (settings.value(ConversationCatalogue.NETWORK)) {
      case "open" -> Network.open();
      case ConversationCatalogue.ALLOW_LIST ->
          new Network.AllowList(
              Set.copyOf(settings.find(ConversationCatalogue.ALLOWED_HOSTS).orElse(List.of())));
      default -> Network.blocked();
    };
  }

  /// Runs the turns of conversations while the server is up. Turns stop before the parts that they
  /// use.
  static final class TurnLifecycle implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(TurnLifecycle.class);

    private final Chats chats;
    private volatile boolean running;

    TurnLifecycle(Chats chats) {
      this.chats = chats;
    }

    @Override
    public void start() {
      running = true;
    }

    @Override
    public void stop() {
      running = false;
      chats.close();
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    @Scheduled(initialDelay = 2, fixedDelay = 2, timeUnit = TimeUnit.SECONDS)
    void endLost() {
      try {
        chats.endLost();
      } catch (DataAccessException e) {
        log.warn("Could not look for lost answers; will try again: {}", e.getMessage());
      }
    }

    @Scheduled(initialDelay = 5, fixedDelay = 5, timeUnit = TimeUnit.MINUTES)
    void forgetGone() {
      try {
        chats.forgetGone();
      } catch (DataAccessException e) {
        log.warn("Could not clean up the sandboxes of conversations: {}", e.getMessage());
      }
    }
  }
}
