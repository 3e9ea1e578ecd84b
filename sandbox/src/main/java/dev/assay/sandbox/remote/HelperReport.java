package dev.assay.sandbox.remote;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.Capture;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Output;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/// Reads the lines of the helper inside (`native/src/command.c`). What it says about output and end
/// is the command's; anything that is not such a line is a failure of the platform.
public final class HelperReport {
  /// More than the helper keeps for us (`native/src/keeper.c`), so that nothing is left out.
  public static final int MOST_EVIDENCE = 64 << 20;

  private static final int LONGEST_LINE = 64 << 10;
  private static final int KIBI = 1024;

  private final Command command;
  private final OutputListener listener;
  private final Capture stdout;
  private final Capture stderr;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private Optional<String[]> end = Optional.empty();

  public HelperReport(Command command, OutputListener listener) {
    this.command = command;
    this.listener = listener;
    this.stdout = new Capture(command.outputLimit());
    this.stderr = new Capture(command.outputLimit());
  }

  /// Takes the next bytes, wherever they were cut.
  public void take(byte[] bytes) {
    int start = 0;
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] == '\n') {
        line.write(bytes, start, at - start);
        start = at + 1;
        read(line.toString(StandardCharsets.ISO_8859_1));
        line.reset();
      }
    }
    line.write(bytes, start, bytes.length - start);
    if (line.size() > LONGEST_LINE) {
      throw unreadable("a line without an end");
    }
  }

  /// Whether the helper said how the command ended.
  public boolean ended() {
    return end.isPresent();
  }

  private void read(String text) {
    if (end.isPresent() || text.length() < 2 || text.charAt(1) != ' ') {
      throw unreadable(text);
    }
    switch (text.charAt(0)) {
      case 'o', 'O' -> {
        byte[] bytes = decode(text);
        stdout.add(bytes);
        listener.stdout(bytes);
      }
      case 'e', 'E' -> {
        byte[] bytes = decode(text);
        stderr.add(bytes);
        listener.stderr(bytes);
      }
      case 'z' -> {
        String[] words = text.split(" ", -1);
        if (words.length != 9 || words[1].length() != 1) {
          throw unreadable(text);
        }
        end = Optional.of(words);
      }
      default -> throw unreadable(text);
    }
  }

  private static byte[] decode(String text) {
    try {
      return Base64.getDecoder().decode(text.substring(2));
    } catch (IllegalArgumentException e) {
      throw unreadable(text);
    }
  }

  /// What the command did.
  ///
  /// @throws SandboxFailure if the helper did not say how it ended
  public CommandResult result(Duration took) {
    String[] words =
        end.orElseThrow(
            () ->
                new SandboxFailure(
                    ErrorCode.SANDBOX_FAILED,
                    "The provider's answer ended before the command did; how it ended is not known."));
    try {
      return new CommandResult(
          outcome(words[1].charAt(0), Integer.parseInt(words[2])),
          whole(stdout, Long.parseLong(words[7])),
          whole(stderr, Long.parseLong(words[8])),
          took,
          Duration.ofNanos(1000 * (Long.parseLong(words[3]) + Long.parseLong(words[4]))),
          KIBI * Long.parseLong(words[5]),
          words[6].equals("1"));
    } catch (NumberFormatException e) {
      throw unreadable(String.join(" ", words));
    }
  }

  /// What the command did if it killed the helper itself, as it may: it runs as the same user.
  public CommandResult signalled(int signal, Duration took) {
    return new CommandResult(
        new Outcome.Signalled(signal), stdout.output(), stderr.output(), took, null, null, false);
  }

  /// The helper may have left out the middle; it says how much there was.
  private static Output whole(Capture capture, long written) {
    Output kept = capture.output();
    byte[] bytes = kept.bytes();
    if (kept.total() >= written) {
      return kept;
    }
    int head = bytes.length - bytes.length / 2;
    return new Output(
        Arrays.copyOf(bytes, head), Arrays.copyOfRange(bytes, head, bytes.length), written);
  }

  private Outcome outcome(char kind, int value) {
    String program = command.words().getFirst();
    return switch (kind) {
      case 'e' -> new Outcome.Exited(value);
      case 'c' -> new Outcome.Exited(126);
      case 's', 'l' -> new Outcome.Signalled(value);
      case 't' -> new Outcome.TimedOut(command.timeout());
      case 'k' -> new Outcome.Killed();
      case 'n' -> notStarted(program, value);
      default ->
          throw new SandboxFailure(
              ErrorCode.SANDBOX_FAILED,
              "The command %s was not started: error %d.".formatted(program, value));
    };
  }

  private static Outcome notStarted(String program, int errno) {
    return switch (errno) {
      case 2 -> new Outcome.NotFound(program, "no such program");
      case 1, 13 -> new Outcome.NotFound(program, "not executable");
      case 7 -> new Outcome.NotFound(program, "its arguments are too long for the kernel");
      case 8 -> new Outcome.NotFound(program, "not an executable format");
      case 11 -> new Outcome.LimitExceeded(Limit.PROCESSES);
      case 12 -> new Outcome.OutOfMemory();
      default -> new Outcome.NotFound(program, "error " + errno);
    };
  }

  private static SandboxFailure unreadable(String text) {
    String shown = text.length() > 80 ? text.substring(0, 80) + "…" : text;
    return new SandboxFailure(
        ErrorCode.SANDBOX_FAILED,
        "The helper in the provider's sandbox answered something else: " + Visible.line(shown));
  }
}
