package dev.assay.start;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.ConversationCatalogue;
import dev.assay.configuration.IntakeCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.configuration.ToolCatalogue;
import dev.assay.home.Home;
import dev.assay.wiring.DatabaseWiring;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Derives Spring's properties from the settings. Properties that depend on no setting are in
/// `application.yml`.
final class SpringProperties {
  /// The bytes that a form needs besides the file in it.
  private static final long FORM_BYTES = 1_000_000;

  private SpringProperties() {}

  static Map<String, Object> of(Settings settings, Home home) {
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
    properties.put("server.tomcat.basedir", home.webFolder().toString());
    long upload =
        Math.max(
            settings.value(ToolCatalogue.ARTIFACT_SIZE),
            Math.max(
                settings.value(IntakeCatalogue.INTAKE_ARCHIVE_SIZE),
                settings.value(ConversationCatalogue.FILE_SIZE)));
    // JSON stays uncompressed, because answers with a new token or password are JSON
    properties.put("server.compression.enabled", true);
    properties.put(
        "server.compression.mime-types",
        "text/html,text/css,text/javascript,application/javascript,image/svg+xml");
    properties.put("spring.servlet.multipart.location", home.incomingFolder().toString());
    properties.put("spring.servlet.multipart.max-file-size", upload + "B");
    properties.put("spring.servlet.multipart.max-request-size", upload + FORM_BYTES + "B");
    properties.put("server.tomcat.max-swallow-size", 2 * upload + FORM_BYTES + "B");
    properties.put(
        DatabaseWiring.EMBEDDED, settings.value(Catalogue.DATABASE_URL).equals("embedded"));
    properties.put(
        "logging.level.dev.assay", settings.value(Catalogue.LOG_LEVEL).toUpperCase(Locale.ROOT));
    if (settings.value(Catalogue.LOG_FORMAT).equals(Catalogue.LOG_FORMAT_JSON)) {
      properties.put("logging.structured.format.console", "ecs");
    }
    return properties;
  }
}
