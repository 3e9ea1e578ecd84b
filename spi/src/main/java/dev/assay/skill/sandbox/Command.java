package dev.assay.skill.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A command to run: an argument list, never parsed again, or a line for the shell.
///
/// @param folder the working directory inside
/// @param timeout the time after which the whole process tree is killed
/// @param outputLimit the number of bytes of stdout, and of stderr, that the result keeps: half
///   from the beginning and half from the end
/// @param input the source of standard input
public record Command(
    List<String> words,
    String folder,
    Map<String, String> variables,
    Duration timeout,
    int outputLimit,
    Input input) {
  public static final String DEFAULT_FOLDER = "/workspace";
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);
  private static final long MOST_BYTES = 8 << 20;
  private static final int DEFAULT_OUTPUT_LIMIT = 1 << 20;

  /// An empty input: standard input is at its end from the start.
  public static final Input EMPTY = Standard.EMPTY;

  /// The caller writes to [RunningCommand#stdin()] and closes it.
  public static final Input BY_HAND = Standard.BY_HAND;

  /// Opens standard input when the command starts.
  public interface Input {
    InputStream open() throws IOException;
  }

  private enum Standard implements Input {
    EMPTY,
    BY_HAND;

    @Override
    public InputStream open() {
      return InputStream.nullInputStream();
    }
  }

  public Command {
    words = List.copyOf(words);
    variables = Map.copyOf(variables);
    if (words.isEmpty() || words.getFirst().isEmpty()) {
      throw new IllegalArgumentException("A command needs at least the program's name.");
    }
    for (String word : words) {
      if (word.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("An argument cannot hold the character NUL.");
      }
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("A timeout must be positive: " + timeout);
    }
  }

  /// Checks that the arguments and variables are short enough to be sent.
  ///
  /// @param always variables of the sandbox
  /// @throws AssayException with `SANDBOX_COMMAND_REFUSED` if they are longer than any kernel
  ///   passes on to a program
  public void requireSendable(Map<String, String> always) {
    long size = words.stream().mapToLong(String::length).sum();
    for (Map<String, String> each : List.of(always, variables)) {
      for (Map.Entry<String, String> one : each.entrySet()) {
        size += one.getKey().length() + one.getValue().length();
      }
    }
    if (size > MOST_BYTES) {
      throw new AssayException(
          ErrorCode.SANDBOX_COMMAND_REFUSED,
          "The command's arguments and variables are %d bytes long; at most %d are taken. Put the rest into a file."
              .formatted(size, MOST_BYTES));
    }
  }

  public static Command of(String... words) {
    return of(List.of(words));
  }

  public static Command of(List<String> words) {
    return new Command(
        words, DEFAULT_FOLDER, Map.of(), DEFAULT_TIMEOUT, DEFAULT_OUTPUT_LIMIT, EMPTY);
  }

  public static Command shell(String line) {
    return of("/bin/sh", "-c", line);
  }

  /// Returns whether the command brings its own input, neither empty nor by hand.
  public boolean bringsInput() {
    return !input.equals(EMPTY) && !input.equals(BY_HAND);
  }

  public Command in(String wanted) {
    return new Command(words, wanted, variables, timeout, outputLimit, input);
  }

  public Command withVariable(String name, String value) {
    Map<String, String> more = new HashMap<>(variables);
    more.put(name, value);
    return new Command(words, folder, more, timeout, outputLimit, input);
  }

  public Command withTimeout(Duration wanted) {
    return new Command(words, folder, variables, wanted, outputLimit, input);
  }

  public Command withOutputLimit(int wanted) {
    return new Command(words, folder, variables, timeout, wanted, input);
  }

  public Command withInput(Input wanted) {
    return new Command(words, folder, variables, timeout, outputLimit, wanted);
  }

  public Command withInput(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return withInput(() -> new ByteArrayInputStream(bytes));
  }
}
