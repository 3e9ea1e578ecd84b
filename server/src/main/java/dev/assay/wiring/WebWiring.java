package dev.assay.wiring;

import dev.assay.accounts.Role;
import dev.assay.configuration.BusCatalogue;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Form;
import dev.assay.configuration.Setting;
import dev.assay.configuration.Settings;
import dev.assay.home.Home;
import dev.assay.web.SettingFacts;
import dev.assay.web.WebDuty;
import dev.assay.web.WebPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Gives the package `web` the settings of its addresses.
@Configuration(proxyBeanMethods = false)
class WebWiring {
  private static final Path MACHINE_NAME = Path.of("/proc/sys/kernel/hostname");

  /// Puts the web server's own files into the home, where the next start removes them. Files of a
  /// killed server would stay in the system's temporary folder.
  @Bean
  WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> webFolder(Home home)
      throws IOException {
    Path folder = home.webFolder();
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
    Path documents = Files.createDirectories(folder.resolve("documents"));
    return factory -> factory.setDocumentRoot(documents.toFile());
  }

  @Bean
  WebPolicy webPolicy(Settings settings) {
    boolean tls =
        settings.has(Catalogue.SERVER_TLS_CERTIFICATE)
            || settings
                .find(Catalogue.SERVER_PUBLIC_URL)
                .filter(url -> url.getScheme().equals("https"))
                .isPresent();
    return new WebPolicy(
        tls ? WebPolicy.Cookies.OVER_TLS_ONLY : WebPolicy.Cookies.OVER_ANYTHING,
        settings.find(Catalogue.SERVER_PUBLIC_URL),
        hosts(settings),
        oidc(settings),
        settings.value(Catalogue.PUBLISH_ANONYMOUS)
            ? WebPolicy.Publishing.TO_ANYBODY
            : WebPolicy.Publishing.TO_WHO_SIGNED_IN);
  }

  private static Set<String> hosts(Settings settings) {
    Set<String> hosts = new HashSet<>(settings.find(Catalogue.SERVER_HOSTS).orElse(List.of()));
    hosts.add(settings.value(Catalogue.SERVER_ADDRESS));
    try {
      hosts.add(Files.readString(MACHINE_NAME).strip());
    } catch (IOException e) {
      // then the machine has no name that a client could use
    }
    return hosts;
  }

  @Bean
  WebDuty webDuty(Settings settings) {
    return settings.value(BusCatalogue.ROLES).contains(BusCatalogue.API)
        ? WebDuty.EVERYTHING
        : WebDuty.HEALTH;
  }

  @Bean
  SettingFacts settingFacts(Settings settings) {
    List<SettingFacts.Line> lines =
        Catalogue.all().stream().map(setting -> line(settings, setting)).toList();
    return () -> lines;
  }

  private static SettingFacts.Line line(Settings settings, Setting<?> setting) {
    boolean secret = setting.form().visibility() == Form.Visibility.HIDDEN;
    Optional<Settings.Origin> origin = settings.origin(setting);
    return new SettingFacts.Line(
        setting.key(),
        secret ? Optional.empty() : origin.map(Settings.Origin::text).or(setting::fallback),
        origin.map(Settings.Origin::place),
        setting.fallback(),
        secret,
        setting.purpose(),
        setting.variable());
  }

  private static Optional<WebPolicy.Oidc> oidc(Settings settings) {
    return settings
        .find(Catalogue.OIDC_ISSUER)
        .map(
            issuer ->
                new WebPolicy.Oidc(
                    issuer,
                    new WebPolicy.Client(
                        settings.value(Catalogue.OIDC_CLIENT_ID),
                        settings.value(Catalogue.OIDC_CLIENT_SECRET),
                        settings.value(Catalogue.OIDC_SCOPES)),
                    settings.find(Catalogue.OIDC_AUDIENCE),
                    new WebPolicy.Claims(
                        settings.value(Catalogue.OIDC_NAME_CLAIM),
                        settings.value(Catalogue.OIDC_ROLE_CLAIM),
                        Map.of(
                            Role.ADMIN, settings.value(Catalogue.OIDC_ADMIN_VALUES),
                            Role.REVIEWER, settings.value(Catalogue.OIDC_REVIEWER_VALUES),
                            Role.AUTHOR, settings.value(Catalogue.OIDC_AUTHOR_VALUES),
                            Role.AUDITOR, settings.value(Catalogue.OIDC_AUDITOR_VALUES),
                            Role.USER, settings.value(Catalogue.OIDC_USER_VALUES)))));
  }
}
