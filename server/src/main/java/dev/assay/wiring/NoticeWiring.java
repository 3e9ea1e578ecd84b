package dev.assay.wiring;

import dev.assay.audit.AuditLog;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.publication.Notices;
import dev.assay.publication.OwnerNotices;
import dev.assay.publication.Webhook;
import dev.assay.registry.Skills;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.support.TransactionOperations;

/// Sends notices to the operator's webhook if one is set.
@Configuration(proxyBeanMethods = false)
class NoticeWiring {
  @Bean
  Notices notices(
      JdbcClient jdbc, TransactionOperations transactions, AuditLog audit, Clock clock) {
    return new Notices(jdbc, transactions, audit, clock);
  }

  @Bean
  OwnerNotices ownerNotices(JdbcClient jdbc, AuditLog audit, Skills skills) {
    return new OwnerNotices(jdbc, audit, skills);
  }

  @Bean(destroyMethod = "close")
  Messenger messenger(Notices notices, Settings settings, Clock clock) {
    return new Messenger(
        settings
            .find(Catalogue.NOTIFY_WEBHOOK_URL)
            .map(
                url ->
                    new Webhook(
                        notices, url, settings.find(Catalogue.NOTIFY_WEBHOOK_SECRET), clock)));
  }

  static final class Messenger implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Messenger.class);

    private final Optional<Webhook> webhook;

    Messenger(Optional<Webhook> webhook) {
      this.webhook = webhook;
    }

    @Scheduled(initialDelay = 2, fixedDelay = 2, timeUnit = TimeUnit.SECONDS)
    void deliver() {
      try {
        webhook.ifPresent(Webhook::deliver);
      } catch (DataAccessException e) {
        log.warn("Notices wait, because the database is away: {}", e.getMessage());
      }
    }

    @Override
    public void close() {
      webhook.ifPresent(Webhook::close);
    }
  }
}
