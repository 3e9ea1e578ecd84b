package dev.assay.sandbox.daytona;

import dev.assay.sandbox.daytona.NewDaytonaSandbox.DaytonaNetwork;
import dev.assay.sandbox.daytona.NewDaytonaSandbox.Resources;
import dev.assay.sandbox.remote.BareSandbox;
import dev.assay.sandbox.remote.Json;
import dev.assay.sandbox.remote.ProviderCapabilities;
import dev.assay.sandbox.remote.RemoteHost;
import dev.assay.sandbox.remote.RemoteProvider;
import dev.assay.sandbox.settings.DaytonaSettings;
import dev.assay.skill.AssayException;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Sandboxes at Daytona.
public final class DaytonaProvider implements RemoteProvider {
  private static final Duration IDLE = Duration.ofMinutes(30);
  private static final int LONGEST_NAME = 50;

  private final DaytonaSettings settings;
  private final DaytonaApi api;

  public DaytonaProvider(DaytonaSettings settings) {
    this.settings = settings;
    this.api = new DaytonaApi(settings);
  }

  @Override
  public String name() {
    return "daytona";
  }

  @Override
  public String place() {
    return settings.api().toString();
  }

  @Override
  public Capabilities capabilities() {
    return ProviderCapabilities.of(
        "Daytona",
        settings.snapshot(),
        "refuses it beside a snapshot; give the snapshot that sandboxes start from the size you want");
  }

  @Override
  public String requireBase() {
    if (api.findSnapshot(settings.snapshot()).isEmpty()) {
      throw new AssayException(
          ErrorCode.CONFIGURATION_INVALID,
          "Daytona has no snapshot \"%s\" that this key can see. Make it there, or set assay.sandbox.daytona-snapshot."
              .formatted(settings.snapshot()));
    }
    return settings.snapshot();
  }

  @Override
  public RemoteHost create(String id, SandboxSpec spec, Map<String, String> labels) {
    String origin =
        spec.image().layers().isEmpty() ? settings.snapshot() : spec.image().layers().getLast();
    NewDaytonaSandbox wanted =
        new NewDaytonaSandbox(
            name(spec, id),
            origin,
            labels,
            spec.network() instanceof Network.Blocked
                ? new DaytonaNetwork.Blocked()
                : new DaytonaNetwork.Open(),
            Optional.of(spec.idle().orElse(IDLE)),
            Resources.OF_SNAPSHOT);
    DaytonaState made;
    try {
      made = api.create(wanted);
    } catch (SandboxFailure e) {
      boolean sleeps =
          api.findSnapshot(origin)
              .filter(json -> Json.text(json, "state").equals("inactive"))
              .isPresent();
      if (!sleeps) {
        throw e;
      }
      api.awaitActive(origin);
      made = api.create(wanted);
    }
    DaytonaToolbox toolbox = api.toolbox(made);
    try {
      return new Host(made.id(), DaytonaCommands.install(toolbox, spec));
    } catch (RuntimeException e) {
      try {
        api.delete(made.id());
      } catch (RuntimeException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  @Override
  public BareSandbox createBare() {
    DaytonaState made =
        api.create(
            new NewDaytonaSandbox(
                "assay-base_" + UUID.randomUUID().toString().substring(0, 8),
                settings.snapshot(),
                Map.of("assay", "base"),
                new DaytonaNetwork.Open(),
                Optional.of(IDLE),
                Resources.OF_SNAPSHOT));
    return new BareDaytonaSandbox(api, made.id(), api.toolbox(made));
  }

  /// What it is for, and a part of our id: names are unique at Daytona.
  private static String name(SandboxSpec spec, String id) {
    String words = spec.purpose().isEmpty() ? spec.owner() : spec.purpose();
    String plain = words.replaceAll("[^A-Za-z0-9_-]+", "-");
    String kept = plain.substring(0, Math.min(plain.length(), LONGEST_NAME));
    return kept + "_" + id.substring(0, 8);
  }

  private final class Host implements RemoteHost {
    private final String providerId;
    private volatile DaytonaCommands commands;

    Host(String providerId, DaytonaCommands commands) {
      this.providerId = providerId;
      this.commands = commands;
    }

    @Override
    public String providerId() {
      return providerId;
    }

    @Override
    public CommandResult run(Command command) {
      return commands.run(command);
    }

    @Override
    public RunningCommand start(Command command, OutputListener listener) {
      return commands.start(command, listener);
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
      api.snapshot(providerId, name);
      return name;
    }

    @Override
    public void delete() {
      api.delete(providerId);
    }
  }

  @Override
  public Map<String, String> list(Map<String, String> labels) {
    Map<String, String> found = new HashMap<>();
    api.list(labels).forEach(one -> found.put(one.id(), one.labels().getOrDefault("assay-id", "")));
    return found;
  }

  @Override
  public void delete(String providerId) {
    api.delete(providerId);
  }

  @Override
  public Map<String, String> snapshots(String prefix) {
    Map<String, String> found = new HashMap<>();
    api.snapshots(prefix).keySet().forEach(name -> found.put(name, name));
    return found;
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
