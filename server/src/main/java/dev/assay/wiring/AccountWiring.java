package dev.assay.wiring;

import dev.assay.accounts.AccountChanges;
import dev.assay.accounts.Accounts;
import dev.assay.accounts.FirstAdmin;
import dev.assay.accounts.HashQueue;
import dev.assay.accounts.PasswordChanges;
import dev.assay.accounts.Passwords;
import dev.assay.accounts.SignIn;
import dev.assay.accounts.Throttle;
import dev.assay.accounts.TokenLifetimes;
import dev.assay.accounts.Tokens;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.skill.audit.AuditWriter;
import java.time.Clock;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Creates accounts, tokens and the first administrator.
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
  FirstAdmin firstAdmin(Accounts accounts, Passwords passwords, Home home, AuditWriter audit) {
    return new FirstAdmin(accounts, passwords, home.initialPasswordFile(), audit);
  }

  @Bean
  PasswordChanges passwordChanges(
      SignIn signIn, Accounts accounts, FirstAdmin firstAdmin, AuditWriter audit) {
    return new PasswordChanges(signIn, accounts, firstAdmin, audit);
  }

  @Bean
  AccountChanges accountChanges(
      Accounts accounts, PasswordChanges passwords, Tokens tokens, AuditWriter audit) {
    return new AccountChanges(accounts, passwords, tokens, audit);
  }

  @Bean
  InitialPassword initialPassword(FirstAdmin firstAdmin, AdminPassword given) {
    return new InitialPassword(
        firstAdmin.ensure(given.text()) instanceof FirstAdmin.Ensured.Made made
            ? made.oneTime()
            : Optional.empty());
  }
}
