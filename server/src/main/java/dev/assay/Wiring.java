package dev.assay;

import dev.assay.accounts.Accounts;
import dev.assay.accounts.FirstAdmin;
import dev.assay.accounts.Passwords;
import dev.assay.accounts.SignIn;
import dev.assay.accounts.Throttle;
import dev.assay.accounts.TokenLifetimes;
import dev.assay.accounts.Tokens;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.web.ServerFacts;
import java.time.Clock;
import java.time.Duration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.support.TransactionOperations;

/// Puts the rooms together. The web room finds its own parts; everything below it is made here.
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableScheduling
@ComponentScan("dev.assay.web")
@Import({
  DatabaseWiring.class,
  SkillWiring.class,
  SandboxWiring.class,
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
  Passwords passwords() {
    return new Passwords(PASSWORD_COST);
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
  InitialPassword initialPassword(FirstAdmin firstAdmin, AdminPassword given) {
    return new InitialPassword(firstAdmin.ensure(given.text()));
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
