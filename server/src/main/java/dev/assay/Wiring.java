package dev.assay;

import dev.assay.accounts.Account;
import dev.assay.accounts.Accounts;
import dev.assay.accounts.FirstAdmin;
import dev.assay.accounts.HashQueue;
import dev.assay.accounts.Passwords;
import dev.assay.accounts.SignIn;
import dev.assay.accounts.Throttle;
import dev.assay.accounts.TokenLifetimes;
import dev.assay.accounts.Tokens;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.registry.AuditAction;
import dev.assay.registry.AuditLog;
import dev.assay.registry.AuditRecord;
import dev.assay.skill.Secret;
import dev.assay.web.ServerFacts;
import dev.assay.web.SettingFacts;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.support.TransactionOperations;

/// Puts the packages together. `web` finds its own parts; everything below it is made here.
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableScheduling
@ComponentScan("dev.assay.web")
@Import({
  DatabaseWiring.class,
  SkillWiring.class,
  SandboxWiring.class,
  PackageWiring.class,
  WorkflowWiring.class,
  ModelWiring.class,
  ValidationWiring.class,
  ReviewWiring.class,
  ConversationWiring.class,
  WebWiring.class,
  NoticeWiring.class,
  Housekeeping.class,
  ServerFileKeeper.class
})
class Wiring {
  private static final int PASSWORD_COST = 10;

  /// To the millisecond, so that a time is the same before and after it was stored.
  @Bean
  Clock clock() {
    return Clock.tick(Clock.systemUTC(), Duration.ofMillis(1));
  }

  @Bean
  Passwords passwords(Settings settings) {
    int processors = Runtime.getRuntime().availableProcessors();
    int connections = settings.value(Catalogue.DATABASE_CONNECTIONS);
    return new Passwords(
        PASSWORD_COST, new HashQueue(Math.max(1, Math.min(processors, connections / 3))));
  }

  @Bean
  Accounts accounts(
      JdbcClient jdbc, TransactionOperations transactions, Passwords passwords, Clock clock) {
    return new Accounts(jdbc, transactions, passwords, clock);
  }

  @Bean
  Tokens tokens(JdbcClient jdbc, Settings settings, Clock clock) {
    TokenLifetimes lifetimes =
        new TokenLifetimes(
            settings.value(Catalogue.SESSION_LIFETIME),
            settings.value(Catalogue.SESSION_IDLE),
            settings.value(Catalogue.TOKEN_LIFETIME),
            settings.value(Catalogue.TOKEN_LONGEST_LIFETIME));
    return new Tokens(jdbc, lifetimes, clock);
  }

  @Bean
  Throttle throttle(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {
    return new Throttle(jdbc, transactions, clock);
  }

  @Bean
  SignIn signIn(Accounts accounts, Passwords passwords, Throttle throttle) {
    return new SignIn(accounts, passwords, throttle);
  }

  @Bean
  FirstAdmin firstAdmin(Accounts accounts, Passwords passwords, Home home) {
    return new FirstAdmin(accounts, passwords, home.initialPasswordFile());
  }

  @Bean
  InitialPassword initialPassword(FirstAdmin firstAdmin, AdminPassword given, AuditLog audit) {
    FirstAdmin.Ensured ensured =
        firstAdmin.ensure(
            given.text(),
            what -> {
              switch (what) {
                case FirstAdmin.Ensured.Nothing _ -> {}
                case FirstAdmin.Ensured.Made(Account admin, Optional<Secret> _) ->
                    audit.record(
                        auditRecord(AuditAction.ACCOUNT_CREATED, admin)
                            .to(Map.of("role", admin.role().word())));
                case FirstAdmin.Ensured.Adopted(Account admin) ->
                    audit.record(auditRecord(AuditAction.PASSWORD_RESET, admin));
              }
            });
    return new InitialPassword(
        ensured instanceof FirstAdmin.Ensured.Made made ? made.oneTime() : Optional.empty());
  }

  private static AuditRecord auditRecord(AuditAction action, Account admin) {
    return AuditRecord.by(
        AuditRecord.THE_SERVER,
        action,
        new AuditRecord.Subject("account", admin.id().toString(), admin.name()));
  }

  @Bean
  RecordedSettings recordedSettings(SettingFacts facts, AuditLog audit) {
    RecordedSettings recorded = new RecordedSettings(facts, audit);
    recorded.record();
    return recorded;
  }

  @Bean
  ServerFacts serverFacts(Settings settings, Clock clock) {
    String url = settings.value(Catalogue.DATABASE_URL);
    return new ServerFacts(
        Version.TEXT,
        url.equals("embedded") ? "embedded PostgreSQL" : url.replaceFirst("^jdbc:", ""),
        clock.instant());
  }
}
