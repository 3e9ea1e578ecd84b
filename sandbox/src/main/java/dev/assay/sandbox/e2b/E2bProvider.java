package dev.assay.sandbox.e2b;

import dev.assay.sandbox.e2b.NewE2bSandbox.E2bNetwork;
import dev.assay.sandbox.remote.BareSandbox;
import dev.assay.sandbox.remote.HelperOrder.Extent;
import dev.assay.sandbox.remote.ProviderCapabilities;
import dev.assay.sandbox.remote.RemoteHost;
import dev.assay.sandbox.remote.RemoteProvider;
import dev.assay.sandbox.settings.E2bSettings;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Sandboxes at E2B.
public final class E2bProvider implements RemoteProvider {
  /// E2B ends a sandbox by itself after this; while it is used here, its time is extended.
  private static final Duration LIFE = Duration.ofHours(1);

  private static final Duration BETWEEN_EXTENSIONS = Duration.ofMinutes(15);

  private final E2bSettings settings;
  private final E2bApi api;
  private final InstantSource clock;

  public E2bProvider(E2bSettings settings, InstantSource clock) {
    this.settings = settings;
    this.api = new E2bApi(settings);
    this.clock = clock;
  }

  @Override
  public String name() {
    return "e2b";
  }

  @Override
  public String place() {
    return settings.api().toString();
  }

  @Override
  public Capabilities capabilities() {
    return ProviderCapabilities.of(
        "E2B",
        settings.template(),
        "sets it when a template is built; build one of the size you want");
  }

  /// Whether the template is there shows when the first sandbox is made.
  @Override
  public String requireBase() {
    List<E2bState> _ = api.list(Map.of("assay", "sandbox"));
    return settings.template();
  }

  @Override
  public RemoteHost create(String id, SandboxSpec spec, Map<String, String> labels) {
    String origin =
        spec.image().layers().isEmpty() ? settings.template() : spec.image().layers().getLast();
    Duration life = spec.longest().filter(time -> time.compareTo(LIFE) < 0).orElse(LIFE);
    E2bState made =
        api.create(
            new NewE2bSandbox(
                origin,
                life,
                labels,
                spec.network() instanceof Network.Blocked
                    ? new E2bNetwork.Blocked()
                    : new E2bNetwork.Open()));
    Envd daemon = api.daemon(made);
    try {
      return new Host(made.id(), E2bCommands.install(daemon, spec), clock.instant());
    } catch (RuntimeException e) {
      try {
        api.kill(made.id());
      } catch (RuntimeException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  static String snapshot(E2bApi api, String id, String name) {
    return api.snapshot(id, name)
        .orElseThrow(
            () ->
                new SandboxFailure(
                    ErrorCode.SANDBOX_UNSUPPORTED,
                    "This server of E2B does not offer SNAPSHOT. Update it, or choose another engine with assay.sandbox.engine."));
  }

  @Override
  public BareSandbox createBare() {
    E2bState made =
        api.create(
            new NewE2bSandbox(
                settings.template(), LIFE, Map.of("assay", "base"), new E2bNetwork.Open()));
    return new BareE2bSandbox(api, made.id(), api.daemon(made));
  }

  private final class Host implements RemoteHost {
    private final String providerId;
    private volatile E2bCommands commands;
    private volatile Instant extended;

    Host(String providerId, E2bCommands commands, Instant made) {
      this.providerId = providerId;
      this.commands = commands;
      this.extended = made;
    }

    @Override
    public String providerId() {
      return providerId;
    }

    @Override
    public CommandResult run(Command command) {
      return commands.start(command, OutputListener.silent(), Extent.KEPT).await();
    }

    @Override
    public RunningCommand start(Command command, OutputListener listener) {
      return commands.start(command, listener, Extent.ALL);
    }

    @Override
    public CommandResult helper(List<String> words) {
      return commands.help(words);
    }

    @Override
    public void moveInside(Map<String, String> variables) {
      commands = commands.inside(variables);
    }

    @Override
    public String snapshot(String name) {
      return E2bProvider.snapshot(api, providerId, name);
    }

    @Override
    public void extend() {
      Instant now = clock.instant();
      if (extended.plus(BETWEEN_EXTENSIONS).isBefore(now)) {
        api.connect(providerId, LIFE);
        extended = now;
      }
    }

    @Override
    public void delete() {
      api.kill(providerId);
    }
  }

  @Override
  public Map<String, String> list(Map<String, String> labels) {
    Map<String, String> found = new HashMap<>();
    api.list(labels)
        .forEach(one -> found.put(one.id(), one.metadata().getOrDefault("assay-id", "")));
    return found;
  }

  @Override
  public void delete(String providerId) {
    api.kill(providerId);
  }

  @Override
  public Map<String, String> snapshots(String prefix) {
    return api.snapshots(prefix);
  }

  @Override
  public void deleteSnapshot(String layer) {
    api.deleteSnapshot(layer);
  }

  @Override
  public long calls() {
    return api.calls();
  }
}
