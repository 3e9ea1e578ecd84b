package dev.assay.wiring;

import dev.assay.configuration.CapacityCatalogue;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.database.ConnectionShares;
import dev.assay.database.DatabaseAddress;
import dev.assay.database.EmbeddedDatabase;
import dev.assay.database.ExternalDatabase;
import dev.assay.database.SharedConnections;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/// Gives Spring the database: the embedded one, which may already be starting, or an external one.
@Configuration(proxyBeanMethods = false)
public class DatabaseWiring {
  public static final String EMBEDDED = "assay.internal.embedded-database";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = EMBEDDED, havingValue = "true")
  static class Embedded {
    @Bean
    EmbeddedDatabase embeddedDatabase(PendingDatabase pending) {
      return pending.take();
    }

    @Bean
    DatabaseAddress databaseAddress(EmbeddedDatabase database) {
      return database.address();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = EMBEDDED, havingValue = "false")
  static class External {
    @Bean
    DatabaseAddress databaseAddress(Settings settings) {
      DatabaseAddress address =
          new DatabaseAddress(
              settings.value(Catalogue.DATABASE_URL),
              settings.value(Catalogue.DATABASE_USER),
              settings.value(Catalogue.DATABASE_PASSWORD));
      ExternalDatabase.await(address, settings.value(Catalogue.DATABASE_PATIENCE));
      return address;
    }
  }

  @Bean
  ConnectionShares connectionShares(Settings settings) {
    return new ConnectionShares(settings.value(Catalogue.DATABASE_CONNECTIONS));
  }

  @Bean
  ConnectionMeters connectionMeters(ConnectionShares shares) {
    return new ConnectionMeters(shares);
  }

  /// Puts admission in front of the connection pool, so that no part reaches the pool directly.
  @Bean
  static BeanPostProcessor admission(
      ObjectProvider<ConnectionShares> shares, ObjectProvider<Settings> settings) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource pool
            ? new SharedConnections(
                pool,
                shares.getObject(),
                settings.getObject().value(CapacityCatalogue.DATABASE_WAIT))
            : bean;
      }
    };
  }

  @Bean
  TransactionOperations transactions(PlatformTransactionManager manager) {
    return new TransactionTemplate(manager);
  }

  @Bean
  JdbcConnectionDetails connectionDetails(DatabaseAddress address) {
    return new JdbcConnectionDetails() {
      @Override
      public String getUsername() {
        return address.user();
      }

      @Override
      public String getPassword() {
        return address.password().reveal();
      }

      @Override
      public String getJdbcUrl() {
        return address.url();
      }
    };
  }
}
