package dev.assay.wiring;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.database.DatabaseAddress;
import dev.assay.database.EmbeddedDatabase;
import dev.assay.database.ExternalDatabase;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Gives Spring the database: the embedded one, which has been starting meanwhile, or one of the
/// operator's own.
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
    JdbcConnectionDetails databaseAddress(EmbeddedDatabase database) {
      return details(database.address());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = EMBEDDED, havingValue = "false")
  static class External {
    @Bean
    JdbcConnectionDetails databaseAddress(Settings settings) {
      DatabaseAddress address =
          new DatabaseAddress(
              settings.value(Catalogue.DATABASE_URL),
              settings.value(Catalogue.DATABASE_USER),
              settings.value(Catalogue.DATABASE_PASSWORD));
      ExternalDatabase.await(address, settings.value(Catalogue.DATABASE_PATIENCE));
      return details(address);
    }
  }

  private static JdbcConnectionDetails details(DatabaseAddress address) {
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
