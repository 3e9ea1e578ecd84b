package dev.assay.start;

import dev.assay.accounts.FirstAdmin;
import dev.assay.configuration.Catalogue;
import dev.assay.configuration.ServeOptions;
import dev.assay.configuration.Settings;
import dev.assay.configuration.StartSettings;
import dev.assay.configuration.Version;
import dev.assay.conversation.Chats;
import dev.assay.database.DatabaseAddress;
import dev.assay.database.EmbeddedDatabase;
import dev.assay.examination.MachineExamination;
import dev.assay.home.Home;
import dev.assay.home.HomeLock;
import dev.assay.home.ServerFile;
import dev.assay.packages.PackageDoors;
import dev.assay.skill.Secret;
import dev.assay.toolservice.ToolCalls;
import dev.assay.web.LocalToken;
import dev.assay.wiring.AdminPassword;
import dev.assay.wiring.InitialPassword;
import dev.assay.wiring.PendingDatabase;
import dev.assay.wiring.ServerVersion;
import dev.assay.wiring.Wiring;
import dev.assay.workflow.Workflow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.web.context.support.RequestHandledEvent;

/// A running server with all its parts. It is started on a home.
public final class AssayServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AssayServer.class);

  private final ConfigurableApplicationContext context;
  private final HomeLock lock;
  private final URI url;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile long lastRequest = System.nanoTime();

  private AssayServer(ConfigurableApplicationContext context, HomeLock lock, URI url) {
    this.context = context;
    this.lock = lock;
    this.url = url;
    context.addApplicationListener(
        event -> {
          switch (event) {
            case ContextClosedEvent _ -> stopped.countDown();
            case RequestHandledEvent _ -> lastRequest = System.nanoTime();
            default -> {}
          }
        });
  }

  /// A part of the server, for whoever tests it as a whole.
  public <T> T part(Class<T> type) {
    return context.getBean(type);
  }

  /// Starts a server, or throws an [dev.assay.skill.AssayException] with the reason for the
  /// failure.
  public static AssayServer start(ServeOptions options) {
    return start(options, phase -> {});
  }

  /// @param progress receives each phase of the start as it begins, unless the server logs for
  ///   programs
  public static AssayServer start(ServeOptions options, Consumer<String> progress) {
    PackageDoors.permitProxyPasswords();
    Settings settings = StartSettings.read(options);
    Home home = options.home();
    home.prepare();
    HomeLock lock = HomeLock.take(home);
    StoppableStart stoppable = StoppableStart.begin();
    try (stoppable) {
      requirePort(settings);
      for (MachineExamination.Result limit : MachineExamination.require(home, settings)) {
        log.warn("{}: {}. {}", limit.subject(), limit.finding(), limit.remedy());
      }
      LocalToken localToken = LocalToken.generate();
      ConfigurableApplicationContext context =
          run(
              options,
              settings,
              localToken,
              stoppable,
              StartSettings.logsForPrograms(settings)
                  ? phase -> log.info("Assay {}: {}", Version.TEXT, phase)
                  : progress);
      URI url = url(settings, context);
      announce(context, options, settings, localToken.text());
      AssayServer server = new AssayServer(context, lock, url);
      if (server.logsForPrograms()) {
        log.info(
            "Assay {} is ready at {}, with a heap of at most {} MiB (ASSAY_HEAP)",
            Version.TEXT,
            url,
            mostHeap());
        if (server.passwordWaits()) {
          log.info("The one-time password of admin is in {}", home.initialPasswordFile());
        }
      }
      return server;
    } catch (RuntimeException e) {
      lock.close();
      throw stoppable.isStopped() ? StoppableStart.failure() : StartFailure.explain(e, settings);
    }
  }

  /// Checks that the port is free. The web server itself would find that out only after the
  /// database has started.
  private static void requirePort(Settings settings) {
    int port = settings.value(Catalogue.SERVER_PORT);
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(settings.value(Catalogue.SERVER_ADDRESS), port));
    } catch (IOException e) {
      PortInUseException.throwIfPortBindingException(e, () -> port);
      throw new UncheckedIOException(e);
    }
  }

  /// The maximum heap of this process in mebibytes.
  public static long mostHeap() {
    return Runtime.getRuntime().maxMemory() >> 20;
  }

  /// The address of the server.
  public URI url() {
    return url;
  }

  /// The one-time password of a new installation. It is shown once.
  public Optional<Secret> initialPassword() {
    return context.getBean(InitialPassword.class).text();
  }

  /// Tests whether the first admin's one-time password is still unused.
  public boolean passwordWaits() {
    return context.getBean(FirstAdmin.class).isPasswordWaiting();
  }

  /// Tests whether the server prints JSON lines for programs.
  public boolean logsForPrograms() {
    return StartSettings.logsForPrograms(context.getBean(Settings.class));
  }

  /// Waits until the server is stopped by [#close()] or by a signal.
  public void awaitStop() throws InterruptedException {
    stopped.await();
  }

  /// Waits at most the given time. Returns true if the server was stopped within it.
  public boolean awaitStop(Duration time) throws InterruptedException {
    return stopped.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Tests whether the server works on runs, chat turns or tool calls.
  public boolean isWorking() {
    return context.getBean(Workflow.class).isWorking()
        || context.getBean(Chats.class).isWorking()
        || context.getBean(ToolCalls.class).isWorking();
  }

  /// The time since the last request, or since the start if there was none.
  public Duration sinceLastRequest() {
    return Duration.ofNanos(System.nanoTime() - lastRequest);
  }

  /// The time for which a private server waits for the next command.
  public Duration privateIdle() {
    return context.getBean(Settings.class).value(Catalogue.PRIVATE_SERVER_IDLE);
  }

  @Override
  public void close() {
    context.close();
    lock.close();
  }

  private static ConfigurableApplicationContext run(
      ServeOptions options,
      Settings settings,
      LocalToken localToken,
      StoppableStart stoppable,
      Consumer<String> progress) {
    SpringApplication application = new SpringApplication(Wiring.class);
    application.setLogStartupInfo(false);
    application.setEnvironment(environment(settings, options.home()));
    application.addInitializers(
        context -> {
          GenericApplicationContext beans = (GenericApplicationContext) context;
          beans.getBeanFactory().addBeanPostProcessor(stoppable);
          beans.registerBean(Settings.class, () -> settings);
          beans.registerBean(Home.class, options::home);
          beans.registerBean(LocalToken.class, () -> localToken);
          beans.registerBean(AdminPassword.class, () -> AdminPassword.of(options.environment()));
          beans.registerBean(ServerVersion.class, () -> new ServerVersion(Version.TEXT));
        });
    if (!settings.value(Catalogue.DATABASE_URL).equals("embedded")) {
      progress.accept("waiting for the database");
      application.addInitializers(
          context -> context.getBeanFactory().addBeanPostProcessor(databaseAnswered(progress)));
      return application.run();
    }
    PendingDatabase database =
        new PendingDatabase(
            () -> {
              progress.accept("starting the database");
              EmbeddedDatabase started = EmbeddedDatabase.start(options.home().databaseFolder());
              progress.accept("starting the web server");
              return started;
            });
    application.addInitializers(context -> begin(database, (GenericApplicationContext) context));
    try {
      return application.run();
    } catch (RuntimeException e) {
      database.abandon();
      throw e;
    }
  }

  /// Starts the embedded database in parallel with the other parts. Logging is set up at this
  /// point.
  private static void begin(PendingDatabase database, GenericApplicationContext context) {
    context.registerBean(PendingDatabase.class, () -> database);
    context.addApplicationListener(new Abandoning(database));
    database.begin();
  }

  /// Stops the database if the context closes before any part has taken it over.
  private record Abandoning(PendingDatabase database)
      implements ApplicationListener<ContextClosedEvent> {
    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
      database.abandon();
    }
  }

  /// Creates the environment. Assay's properties come first and are set before logging is set up.
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

  /// Reports progress as soon as the database is ready.
  private static BeanPostProcessor databaseAnswered(Consumer<String> progress) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof DatabaseAddress) {
          progress.accept("starting the web server");
        }
        return bean;
      }
    };
  }

  private static void announce(
      ConfigurableApplicationContext context,
      ServeOptions options,
      Settings settings,
      Secret localToken) {
    try {
      ServerFile.ofThisProcess(
              url(settings, context),
              Instant.now(),
              Version.TEXT,
              localToken,
              settings.find(Catalogue.SERVER_TLS_CERTIFICATE).map(Certificates::fingerprint),
              options
                  .privateBuild()
                  .map(build -> StartSettings.startedWith(options, settings, localToken)))
          .write(options.home());
    } catch (RuntimeException e) {
      context.close();
      throw e;
    }
  }
}
