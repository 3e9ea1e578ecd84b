package dev.assay.sandbox.daytona;

import dev.assay.sandbox.daytona.DaytonaToolbox.Executed;
import dev.assay.sandbox.remote.HelperOrder;
import dev.assay.sandbox.remote.HelperOrder.Extent;
import dev.assay.sandbox.remote.HelperOrder.Place;
import dev.assay.sandbox.remote.HelperOrder.Setting;
import dev.assay.sandbox.remote.HelperOrder.Source;
import dev.assay.sandbox.remote.HelperProgram;
import dev.assay.sandbox.remote.HelperReport;
import dev.assay.sandbox.remote.ProviderSystem;
import dev.assay.sandbox.remote.RemoteCommand;
import dev.assay.sandbox.remote.Spool;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/// Runs commands in one sandbox.
///
/// A command that is waited for is one request, with one upload before it if it reads something. A
/// command that somebody watches runs in a session and writes to a file, which is asked for what is
/// new: Daytona's requests have no streams that both generations share.
final class DaytonaCommands {
  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofSeconds(10);
  private static final String SESSION = "assay";
  private static final int KILLED = 128 + 9;
  private static final int GONE = 3;
  private static final int NOT_BEGUN = 4;
  private static final int MOST_LOOKS_BEFORE_BEGIN = 200;

  private final DaytonaToolbox toolbox;
  private final HelperProgram helper;
  private final Setting setting;
  private boolean hasSession;

  DaytonaCommands(DaytonaToolbox toolbox, HelperProgram helper, Setting setting) {
    this.toolbox = toolbox;
    this.helper = helper;
    this.setting = setting;
  }

  /// Brings the helper into a sandbox that does not have it.
  static DaytonaCommands install(DaytonaToolbox toolbox, SandboxSpec spec) {
    String probe = "sh -c \"%s\"".formatted(ProviderSystem.QUESTION);
    ProviderSystem inside = ProviderSystem.read(toolbox.execute(probe, GRACE).text());
    HelperProgram helper = HelperProgram.forMachine(inside.machine());
    if (!inside.present().contains(helper.name())) {
      toolbox.upload(helper.path(), Spool.of(helper.content()));
      Executed made = toolbox.execute("chmod 755 " + helper.path(), GRACE);
      if (made.code() != 0) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_FAILED,
            "The helper cannot be made executable: " + Visible.line(made.text()));
      }
    }
    return new DaytonaCommands(toolbox, helper, new Setting(Place.BESIDE, inside.variables(spec)));
  }

  /// The same in the recorded sandbox within.
  DaytonaCommands inside(Map<String, String> variables) {
    return new DaytonaCommands(toolbox, helper, new Setting(Place.INSIDE, variables));
  }

  /// Runs the helper for ourselves; it reports as a command does.
  CommandResult help(List<String> words) {
    HelperReport report =
        new HelperReport(
            Command.of(words).withOutputLimit(HelperReport.MOST_EVIDENCE), OutputListener.silent());
    Executed executed = toolbox.execute(helper.path() + " " + String.join(" ", words), GRACE);
    report.take(executed.text().getBytes(StandardCharsets.UTF_8));
    return report.result(Duration.ZERO);
  }

  /// Runs a command to its end.
  CommandResult run(Command command) {
    HelperOrder order = order(command, UUID.randomUUID().toString(), Extent.KEPT);
    String line = line(order);
    HelperReport report = new HelperReport(command, OutputListener.silent());
    long began = System.nanoTime();
    Executed executed = toolbox.execute(line, command.timeout().plus(GRACE));
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    report.take(executed.text().getBytes(StandardCharsets.UTF_8));
    boolean killed = !setting.isInside() && (executed.code() == KILLED || executed.code() == -1);
    return !report.ended() && killed ? report.signalled(9, took) : report.result(took);
  }

  private HelperOrder order(Command command, String id, Extent extent) {
    Source source =
        command.input().equals(Command.BY_HAND)
            ? new Source.Pieces(pieces(id))
            : command.bringsInput() ? new Source.SameFile() : new Source.Nothing();
    return HelperOrder.of(id, command, setting, source, extent);
  }

  private static String pieces(String id) {
    return HelperProgram.FOLDER + "/" + id + ".input";
  }

  /// Letters, digits and a few signs that no shell and no splitter of words minds.
  private String line(HelperOrder order) {
    List<String> arguments;
    if (order.isShort() && !order.command().bringsInput()) {
      arguments = order.inline();
    } else {
      String file = HelperProgram.FOLDER + "/" + order.id();
      try (Spool content = order.file()) {
        toolbox.upload(file, content);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      arguments = order.fromFile(file);
    }
    return helper.path() + " " + String.join(" ", arguments);
  }

  /// Starts a command whose output is wanted as it comes.
  RunningCommand start(Command command, OutputListener listener) {
    String id = UUID.randomUUID().toString();
    AtomicInteger sent = new AtomicInteger();
    return RemoteCommand.start(
        command,
        new RemoteCommand.Control() {
          @Override
          public void kill() {
            runHelper("kill " + id);
          }

          @Override
          public void send(byte[] input) {
            toolbox.upload(pieces(id) + "/" + sent.getAndIncrement(), piece(input));
          }

          @Override
          public void endInput() {
            toolbox.upload(pieces(id) + "/end", Spool.of(new byte[0]));
          }
        },
        () -> watch(order(command, id, Extent.ALL), listener));
  }

  private static Spool piece(byte[] input) {
    byte[] head = "%08x".formatted(input.length).getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(head, head.length + input.length);
    System.arraycopy(input, 0, all, head.length, input.length);
    return Spool.of(all);
  }

  private CommandResult watch(HelperOrder order, OutputListener listener) {
    String log = HelperProgram.FOLDER + "/" + order.id() + ".log";
    HelperReport report = new HelperReport(order.command(), listener);
    String line = line(order);
    openSession();
    long began = System.nanoTime();
    toolbox.runInSession(SESSION, "(" + line + " >" + log + " 2>&1 </dev/null &)");
    long offset = 0;
    int early = 0;
    while (!report.ended()) {
      Executed seen =
          toolbox.execute(
              "%s follow %s %s %d %d"
                  .formatted(helper.path(), order.id(), log, offset, LOOK.toMillis()),
              LOOK.plus(GRACE));
      byte[] bytes = seen.text().getBytes(StandardCharsets.UTF_8);
      report.take(bytes);
      offset += bytes.length;
      boolean unborn = offset == 0 && (seen.code() == NOT_BEGUN || seen.code() == GONE);
      if (unborn && early++ < MOST_LOOKS_BEFORE_BEGIN) {
        continue; // the session has not come to it yet
      }
      if (!report.ended() && (seen.code() == GONE || seen.code() == NOT_BEGUN)) {
        if (setting.isInside()) {
          return report.result(Duration.ZERO); // nobody inside can have killed the helper
        }
        return report.signalled(9, Duration.ofNanos(System.nanoTime() - began));
      }
      if (seen.code() != 0 && seen.code() != GONE) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_FAILED,
            "The helper in the sandbox failed: " + Visible.line(seen.text()));
      }
    }
    return report.result(Duration.ofNanos(System.nanoTime() - began));
  }

  private synchronized void openSession() {
    if (!hasSession) {
      toolbox.openSession(SESSION);
      hasSession = true;
    }
  }

  private void runHelper(String arguments) {
    Executed executed = toolbox.execute(helper.path() + " " + arguments, GRACE);
    if (executed.code() != 0) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The helper in the sandbox failed: " + Visible.line(executed.text()));
    }
  }
}
