package dev.assay.wiring;

import dev.assay.agent.Agent;
import dev.assay.agent.Budget;
import dev.assay.agent.Models;
import dev.assay.agentservice.AgentPolicy;
import dev.assay.agentservice.ProjectAgents;
import dev.assay.agentservice.Senders;
import dev.assay.configuration.BusCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.configuration.ToolCatalogue;
import dev.assay.skill.AssayException;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.toolbus.CallLeases;
import dev.assay.toolbus.InProcessBus;
import dev.assay.toolbus.MessageBus;
import dev.assay.toolbus.NatsBus;
import dev.assay.toolbus.NatsSettings;
import dev.assay.toolbus.ParkedMessages;
import dev.assay.toolservice.ToolCalls;
import dev.assay.workflow.EventSignals;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.support.TransactionOperations;

/// Wires the bus and the agents of projects.
@Configuration(proxyBeanMethods = false)
class AgentWiring {
  private static final int TURNS_OF_THE_MODEL = 60;
  private static final Duration LEASE = Duration.ofSeconds(10);

  @Bean
  AgentPolicy agentPolicy(Settings settings) {
    return new AgentPolicy(
        settings.value(BusCatalogue.AT_ONCE),
        settings.value(ToolCatalogue.AT_ONCE),
        settings.value(BusCatalogue.QUEUED),
        Budget.of(
            TURNS_OF_THE_MODEL,
            settings.value(BusCatalogue.TURN_TOKENS),
            settings.value(BusCatalogue.TURN_TIME)));
  }

  @Bean
  ParkedMessages parkedMessages(JdbcClient jdbc, Clock clock) {
    return new ParkedMessages(jdbc, clock);
  }

  @Bean(destroyMethod = "")
  MessageBus messageBus(Settings settings, ParkedMessages parked) {
    return settings.value(BusCatalogue.KIND).equals(BusCatalogue.NATS)
        ? new NatsBus(
            new NatsSettings(
                settings.find(BusCatalogue.SERVERS).orElse(List.of()),
                settings.find(BusCatalogue.USER),
                settings.find(BusCatalogue.PASSWORD),
                settings.find(BusCatalogue.CERTIFICATES)),
            parked)
        : new InProcessBus(parked);
  }

  @Bean
  ProjectAgents.Bus agentBus(
      MessageBus bus, ParkedMessages parked, JdbcClient jdbc, TransactionOperations transactions) {
    return new ProjectAgents.Bus(bus, new CallLeases(jdbc, transactions, LEASE), parked);
  }

  @Bean
  ProjectAgents.Store agentStore(
      JdbcClient jdbc,
      TransactionOperations transactions,
      AuditWriter audit,
      EventSignals signals,
      Clock clock) {
    return new ProjectAgents.Store(jdbc, transactions, audit, signals, clock);
  }

  @Bean(destroyMethod = "")
  ProjectAgents projectAgents(
      AgentPolicy policy,
      ProjectAgents.Store store,
      ProjectAgents.Bus bus,
      ToolCalls calls,
      Agent agent,
      Models models,
      Senders senders) {
    return new ProjectAgents(policy, store, bus, calls, agent, models, senders);
  }

  @Bean
  @DependsOn("toolLifecycle")
  AgentLifecycle agentLifecycle(ProjectAgents agents, Settings settings) {
    return new AgentLifecycle(agents, settings.value(BusCatalogue.ROLES));
  }

  /// Runs the workers of agents while the server is up. They stop before the tools that they use.
  static final class AgentLifecycle implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(AgentLifecycle.class);

    private final ProjectAgents agents;
    private final List<String> roles;
    private volatile boolean running;

    AgentLifecycle(ProjectAgents agents, List<String> roles) {
      this.agents = agents;
      this.roles = roles;
    }

    @Override
    public void start() {
      running = true;
      if (roles.contains(BusCatalogue.TOOLS)) {
        agents.consumeCalls();
      }
      if (roles.contains(BusCatalogue.WORKER)) {
        agents.consumeTurns();
      }
    }

    @Override
    public void stop() {
      running = false;
      agents.close();
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    @Scheduled(initialDelay = 2, fixedDelay = 2, timeUnit = TimeUnit.SECONDS)
    void recover() {
      if (roles.contains(BusCatalogue.REAPER)) {
        attempt("look for messages that were lost", agents::recover);
      }
    }

    @Scheduled(initialDelay = 60, fixedDelay = 60, timeUnit = TimeUnit.MINUTES)
    void forget() {
      attempt("forget old leases", agents::forgetOld);
    }

    private static void attempt(String what, Runnable work) {
      try {
        work.run();
      } catch (DataAccessException | AssayException e) {
        log.warn("Could not {}; will try again: {}", what, e.getMessage());
      }
    }
  }
}
