package dev.assay.testkit.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// An answer of a scripted model.
record Scene(
    List<String> conditions,
    boolean repeated,
    Duration delay,
    Act act,
    String text,
    List<Call> calls,
    int inputTokens,
    int outputTokens,
    int cachedTokens,
    String finish,
    List<String> headers) {
  /// The action of the server.
  sealed interface Act {
    /// Sends a proper answer.
    record Speak() implements Act {}

    record Refuse(int status) implements Act {}

    /// Breaks the connection in the middle of the answer.
    record Cut() implements Act {}

    /// Begins the answer and never goes on.
    record FallSilent() implements Act {}

    /// Sends bytes that are no answer.
    record Babble() implements Act {}

    /// Sends the bytes of a recording.
    record Play(Recording recording) implements Act {}
  }

  record Call(String tool, String arguments) {}

  static Scene of(Recording recording) {
    return new Scene(
        List.of(),
        false,
        Duration.ZERO,
        new Act.Play(recording),
        "",
        List.of(),
        0,
        0,
        0,
        "",
        recording.headers());
  }

  boolean fits(String request) {
    return conditions.stream().allMatch(request::contains);
  }

  /// Reads one block of a script.
  static Scene read(String block) {
    Reader reader = new Reader();
    block.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(reader::line);
    return reader.scene();
  }

  private static final class Reader {
    private final List<String> conditions = new ArrayList<>();
    private final List<Call> calls = new ArrayList<>();
    private final List<String> text = new ArrayList<>();
    private final List<String> headers = new ArrayList<>();
    private boolean repeated;
    private Duration delay = Duration.ZERO;
    private Act act = new Act.Speak();
    private int inputTokens = 10;
    private int outputTokens = 5;
    private int cachedTokens;
    private String finish = "";

    void line(String line) {
      int colon = line.indexOf(':');
      String word = colon < 0 ? line : line.substring(0, colon);
      String rest = colon < 0 ? "" : line.substring(colon + 1).strip();
      switch (word) {
        case "#" -> {}
        case "if" -> conditions.add(rest);
        case "always" -> repeated = true;
        case "delay" -> delay = Duration.ofMillis(Long.parseLong(rest));
        case "say" -> text.add(rest);
        case "call" -> {
          int blank = (rest + " ").indexOf(' ');
          calls.add(new Call(rest.substring(0, blank), rest.substring(blank).strip()));
        }
        case "usage" -> {
          String[] numbers = rest.split(" +", 3);
          inputTokens = Integer.parseInt(numbers[0]);
          outputTokens = Integer.parseInt(numbers[1]);
          cachedTokens = numbers.length > 2 ? Integer.parseInt(numbers[2]) : 0;
        }
        case "finish" -> finish = rest;
        case "status" -> act = new Act.Refuse(Integer.parseInt(rest));
        case "header" -> headers.add(rest);
        case "silent" -> act = new Act.FallSilent();
        case "cut" -> act = new Act.Cut();
        case "garbage" -> act = new Act.Babble();
        default -> throw new IllegalArgumentException("Not a line of a script: " + line);
      }
    }

    Scene scene() {
      String stop = finish.isEmpty() ? (calls.isEmpty() ? "stop" : "tool_calls") : finish;
      return new Scene(
          List.copyOf(conditions),
          repeated,
          delay,
          act,
          String.join("\n", text),
          List.copyOf(calls),
          inputTokens,
          outputTokens,
          cachedTokens,
          stop,
          List.copyOf(headers));
    }
  }
}
