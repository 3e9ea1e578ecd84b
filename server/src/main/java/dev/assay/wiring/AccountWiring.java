package dev.assay.wiring;

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
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Makes accounts, tokens and the first administrator.
@Configuration(proxyBeanMethods = false)
class AccountWiring {
  private static final int PASSWORD_COST = 10;

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
}
