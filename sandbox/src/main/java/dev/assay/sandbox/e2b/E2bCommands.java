package dev.assay.sandbox.e2b;

import dev.assay.sandbox.remote.BareSandbox.Executed;
import dev.assay.sandbox.remote.HelperOrder;
import dev.assay.sandbox.remote.HelperOrder.Extent;
import dev.assay.sandbox.remote.HelperOrder.Place;
import dev.assay.sandbox.remote.HelperOrder.Setting;
import dev.assay.sandbox.remote.HelperOrder.Source;
import dev.assay.sandbox.remote.HelperProgram;
import dev.assay.sandbox.remote.HelperReport;
import dev.assay.sandbox.remote.Json;
import dev.assay.sandbox.remote.ProviderRefusal;
import dev.assay.sandbox.remote.ProviderSystem;
import dev.assay.sandbox.remote.RemoteCommand;
import dev.assay.sandbox.remote.Spool;
import dev.assay.sandbox.remote.Watchdog;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/// Runs commands in one sandbox. Each command is a stream, with an upload before it if the command
/// reads input or does not fit into an argument.
final class E2bCommands {
  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final int MOST_COMPLAINT = 2000;
  private static final int KILL = 9;

  private final Envd daemon;
  private final HelperProgram helper;
  private final Setting setting;

  E2bCommands(Envd daemon, HelperProgram helper, Setting setting) {
    this.daemon = daemon;
    this.helper = helper;
    this.setting = setting;
  }

  /// Installs the helper in a sandbox that lacks it.
  static E2bCommands install(Envd daemon, SandboxSpec spec) {
    String probe = ProviderSystem.QUESTION + " 2>/dev/null; true";
    ProviderSystem inside = ProviderSystem.read(run(daemon, List.of("/bin/sh", "-c", probe)));
    HelperProgram helper = HelperProgram.forMachine(inside.machine());
    if (!inside.present().contains(helper.name())) {
      daemon.upload(helper.path(), Spool.of(helper.content()));
      run(daemon, List.of("/bin/chmod", "755", helper.path()));
    }
    return new E2bCommands(daemon, helper, new Setting(Place.BESIDE, inside.variables(spec)));
  }

  /// Commands in the recorded sandbox within this one.
  E2bCommands inside(Map<String, String> variables) {
    return new E2bCommands(daemon, helper, new Setting(Place.INSIDE, variables));
  }

  /// Runs the helper for the server; it reports as a command does.
  CommandResult help(List<String> arguments) {
    HelperReport report =
        new HelperReport(
            Command.of(arguments).withOutputLimit(HelperReport.MOST_EVIDENCE),
            OutputListener.silent());
    List<String> words = new ArrayList<>(List.of(helper.path()));
    words.addAll(arguments);
    Optional<JsonNode> _ =
        listen(daemon, words, Envd.Input.NONE, GRACE, report::take, new CompletableFuture<>());
    return report.result(Duration.ZERO);
  }

  RunningCommand start(Command command, OutputListener listener, Extent extent) {
    boolean byHand = command.input().equals(Command.BY_HAND);
    Source source =
        byHand
            ? new Source.OwnInput()
            : command.bringsInput() ? new Source.SameFile() : new Source.Nothing();
    String id = UUID.randomUUID().toString();
    HelperOrder order = HelperOrder.of(id, command, setting, source, extent);
    CompletableFuture<Long> pid = new CompletableFuture<>();
    return RemoteCommand.start(
        command,
        new RemoteCommand.Control() {
          @Override
          public void kill() {
            runHelper(List.of("kill", id));
          }

          @Override
          public void send(byte[] input) {
            daemon.sendInput(pid.join(), input);
          }

          @Override
          public void endInput() {
            daemon.closeInput(pid.join());
          }
        },
        () -> {
          try {
            return run(order, listener, byHand ? Envd.Input.SENT : Envd.Input.NONE, pid);
          } catch (RuntimeException e) {
            pid.completeExceptionally(e);
            throw e;
          }
        });
  }

  private CommandResult run(
      HelperOrder order, OutputListener listener, Envd.Input input, CompletableFuture<Long> pid) {
    Command command = order.command();
    List<String> words = new ArrayList<>(List.of(helper.path()));
    if (order.isShort() && !command.bringsInput()) {
      words.addAll(order.inline());
    } else {
      String file = HelperProgram.FOLDER + "/" + order.id();
      try (Spool content = order.file()) {
        daemon.upload(file, content);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      words.addAll(order.fromFile(file));
    }
    HelperReport report = new HelperReport(command, listener);
    long began = System.nanoTime();
    Optional<JsonNode> end =
        listen(daemon, words, input, command.timeout().plus(GRACE), report::take, pid);
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    if (!setting.isInside() && !report.ended() && end.map(E2bCommands::wasKilled).orElse(false)) {
      return report.signalled(KILL, took);
    }
    return report.result(took);
  }

  private static boolean wasKilled(JsonNode end) {
    return !end.path("exited").asBoolean(false) && Json.text(end, "status").startsWith("signal");
  }

  private interface Bytes {
    void take(byte[] bytes);
  }

  /// Runs a process to its end.
  private static Optional<JsonNode> listen(
      Envd daemon,
      List<String> words,
      Envd.Input input,
      Duration most,
      Bytes stdout,
      CompletableFuture<Long> pid) {
    StringBuilder complaints = new StringBuilder();
    Optional<JsonNode> end = Optional.empty();
    try (ConnectStream stream = daemon.start(words, input, most);
        Watchdog _ = Watchdog.after(most.plus(GRACE), () -> closeQuietly(stream))) {
      for (Optional<JsonNode> next = stream.next(); next.isPresent(); next = stream.next()) {
        JsonNode event = next.get().path("event");
        if (event.has("start")) {
          pid.complete(event.path("start").path("pid").asLong(0));
        } else if (event.has("data")) {
          JsonNode data = event.path("data");
          if (data.has("stdout")) {
            stdout.take(Base64.getDecoder().decode(Json.text(data, "stdout")));
          } else if (complaints.length() < MOST_COMPLAINT) {
            complaints.append(
                new String(
                    Base64.getDecoder().decode(Json.text(data, "stderr")), StandardCharsets.UTF_8));
          }
        } else if (event.has("end")) {
          end = Optional.of(event.path("end"));
        }
      }
    } catch (IOException e) {
      throw lost(daemon, e);
    } catch (ProviderRefusal e) {
      throw E2bHttp.failure(e, "run a command");
    }
    if (!complaints.isEmpty()) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The helper in the sandbox failed: " + Visible.line(complaints.toString().strip()));
    }
    return end;
  }

  /// The failure for a lost stream; the daemon's answer shows whether the sandbox is gone or only
  /// the connection.
  private static SandboxFailure lost(Envd daemon, IOException e) {
    return daemon.isReachable()
        ? new SandboxFailure(
            ErrorCode.SANDBOX_FAILED,
            "The connection to E2B broke while a command ran (%s); how it ended is not known."
                .formatted(e.getMessage()),
            e)
        : new SandboxFailure(
            ErrorCode.SANDBOX_GONE, "The sandbox at E2B ended while a command ran in it.", e);
  }

  private static void closeQuietly(ConnectStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs the helper for the server.
  private void runHelper(List<String> arguments) {
    List<String> words = new ArrayList<>(List.of(helper.path()));
    words.addAll(arguments);
    run(daemon, words);
  }

  /// Runs a program that must succeed. Returns its output.
  private static String run(Envd daemon, List<String> words) {
    Executed done = execute(daemon, words, GRACE);
    if (done.code() != 0) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "%s failed in the sandbox at E2B.".formatted(words.getFirst()));
    }
    return done.text();
  }

  /// Runs words without the helper. A program without a reported exit failed.
  static Executed execute(Envd daemon, List<String> words, Duration most) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    Optional<JsonNode> end =
        listen(daemon, words, Envd.Input.NONE, most, text::writeBytes, new CompletableFuture<>());
    int code = end.map(event -> event.path("exitCode").asInt(0)).orElse(-1);
    return new Executed(code, text.toString(StandardCharsets.UTF_8));
  }
}
