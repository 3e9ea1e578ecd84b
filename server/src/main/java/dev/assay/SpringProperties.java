package dev.assay;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// What Spring is told, derived from our settings. Everything that does not depend on a setting
/// stands in `application.yml`.
final class SpringProperties {
  private SpringProperties() {}

  static Map<String, Object> of(Settings settings) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("server.address", settings.value(Catalogue.SERVER_ADDRESS));
    properties.put("server.port", settings.value(Catalogue.SERVER_PORT));
    properties.put(
        "server.forward-headers-strategy",
        settings.value(Catalogue.SERVER_BEHIND_PROXY) ? "native" : "none");
    settings
        .find(Catalogue.SERVER_TLS_CERTIFICATE)
        .ifPresent(
            certificate -> {
              properties.put("server.ssl.certificate", "file:" + certificate.toAbsolutePath());
              properties.put(
                  "server.ssl.certificate-private-key",
                  "file:" + settings.value(Catalogue.SERVER_TLS_KEY).toAbsolutePath());
            });
    properties.put(
        "spring.datasource.hikari.maximum-pool-size",
        settings.value(Catalogue.DATABASE_CONNECTIONS));
    properties.put(
        DatabaseWiring.EMBEDDED, settings.value(Catalogue.DATABASE_URL).equals("embedded"));
    properties.put(
        "logging.level.dev.assay", settings.value(Catalogue.LOG_LEVEL).toUpperCase(Locale.ROOT));
    if (settings.value(Catalogue.LOG_FORMAT).equals("json")) {
      properties.put("logging.structured.format.console", "ecs");
    }
    return properties;
  }
}
