package dev.assay;

import dev.assay.accounts.FirstAdmin;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.Settings;
import dev.assay.configuration.SettingsReader;
import dev.assay.home.Home;
import dev.assay.home.HomeLock;
import dev.assay.home.ServerFile;
import dev.assay.packages.PackageDoors;
import dev.assay.skill.Secret;
import dev.assay.web.LocalToken;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/// A running server: the whole house, started on a home and stopped again.
public final class AssayServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AssayServer.class);

  private final ConfigurableApplicationContext context;
  private final HomeLock lock;
  private final URI url;
  private final CountDownLatch stopped = new CountDownLatch(1);

  private AssayServer(ConfigurableApplicationContext context, HomeLock lock, URI url) {
    this.context = context;
    this.lock = lock;
    this.url = url;
    context.addApplicationListener(
        event -> {
          if (event instanceof ContextClosedEvent) {
            stopped.countDown();
          }
        });
  }

  /// A part of the house, for whoever tests it as a whole.
  <T> T part(Class<T> type) {
    return context.getBean(type);
  }

  /// Starts a server, or throws an [dev.assay.skill.AssayException] that says why it cannot.
  public static AssayServer start(ServeOptions options) {
    PackageDoors.permitProxyPasswords();
    Settings settings = readSettings(options);
    Home home = options.home();
    home.prepare();
    HomeLock lock = HomeLock.take(home);
    try {
      for (MachineExamination.Result limit : MachineExamination.require(home, settings)) {
        log.warn("{}: {}. {}", limit.subject(), limit.finding(), limit.remedy());
      }
      LocalToken localToken = LocalToken.generate();
      ConfigurableApplicationContext context = run(options, settings, localToken);
      URI url = url(settings, context);
      announce(context, home, settings, localToken.text());
      AssayServer server = new AssayServer(context, lock, url);
      if (server.logsForPrograms()) {
        log.info("Assay {} is ready at {}", Version.TEXT, url);
        if (server.passwordWaits()) {
          log.info("The one-time password of admin is in {}", home.initialPasswordFile());
        }
      }
      return server;
    } catch (RuntimeException e) {
      lock.close();
      throw StartFailure.explain(e, settings);
    }
  }

  /// Where it answers.
  public URI url() {
    return url;
  }

  /// The one-time password of a new installation, shown once.
  public Optional<Secret> initialPassword() {
    return context.getBean(InitialPassword.class).text();
  }

  /// Whether the first admin's one-time password still waits to be used.
  public boolean passwordWaits() {
    return context.getBean(FirstAdmin.class).isPasswordWaiting();
  }

  /// Whether what it prints is read by a program, line by line as JSON.
  public boolean logsForPrograms() {
    return context
        .getBean(Settings.class)
        .value(Catalogue.LOG_FORMAT)
        .equals(Catalogue.LOG_FORMAT_JSON);
  }

  /// Returns when the server was stopped, by [#close()] or by a signal.
  public void awaitStop() throws InterruptedException {
    stopped.await();
  }

  @Override
  public void close() {
    context.close();
    lock.close();
  }

  private static Settings readSettings(ServeOptions options) {
    SettingsReader reader =
        new SettingsReader()
            .fileIfThere(options.home().configurationFile())
            .fileIfThere(options.workingDirectory().resolve("assay.yml"));
    options.configuration().ifPresent(reader::file);
    reader.environment(options.environment());
    options
        .port()
        .ifPresent(port -> reader.option(Catalogue.SERVER_PORT, port.toString(), "--port"));
    return reader.settings();
  }

  private static ConfigurableApplicationContext run(
      ServeOptions options, Settings settings, LocalToken localToken) {
    SpringApplication application = new SpringApplication(Wiring.class);
    application.setLogStartupInfo(false);
    application.setEnvironment(environment(settings, options.home()));
    application.addInitializers(
        context -> {
          GenericApplicationContext beans = (GenericApplicationContext) context;
          beans.registerBean(Settings.class, () -> settings);
          beans.registerBean(Home.class, options::home);
          beans.registerBean(LocalToken.class, () -> localToken);
          beans.registerBean(AdminPassword.class, () -> AdminPassword.of(options.environment()));
        });
    return application.run();
  }

  /// Ours goes before everything else, and is there before logging is set up.
  private static ConfigurableEnvironment environment(Settings settings, Home home) {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .addFirst(new MapPropertySource("assay", SpringProperties.of(settings, home)));
    return environment;
  }

  private static URI url(Settings settings, ConfigurableApplicationContext context) {
    int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    String scheme = settings.has(Catalogue.SERVER_TLS_CERTIFICATE) ? "https" : "http";
    String address = settings.value(Catalogue.SERVER_ADDRESS);
    String host =
        switch (address) {
          case "0.0.0.0", "::" -> "127.0.0.1";
          default -> address.contains(":") ? "[" + address + "]" : address;
        };
    return URI.create(scheme + "://" + host + ":" + port);
  }

  private static void announce(
      ConfigurableApplicationContext context, Home home, Settings settings, Secret localToken) {
    try {
      new ServerFile(
              url(settings, context),
              ProcessHandle.current().pid(),
              Instant.now(),
              Version.TEXT,
              localToken,
              settings.find(Catalogue.SERVER_TLS_CERTIFICATE).map(Certificates::fingerprint))
          .write(home);
    } catch (RuntimeException e) {
      context.close();
      throw e;
    }
  }
}
