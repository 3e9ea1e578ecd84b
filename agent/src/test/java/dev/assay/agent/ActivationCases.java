package dev.assay.agent;

import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.Usage;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.json.JsonMapper;

/// Reads `activations.txt`, which explains itself in its first lines.
final class ActivationCases {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  record Case(String title, Transcript transcript, List<String> expected) {
    @Override
    public String toString() {
      return title;
    }
  }

  private final String title;
  private final List<Entry> entries = new ArrayList<>();
  private final List<String> expected = new ArrayList<>();

  private ActivationCases(String title) {
    this.title = title;
  }

  static List<Case> read() {
    String[] blocks = text().split("(?m)^## ", -1);
    List<Case> cases = new ArrayList<>();
    for (int i = 1; i < blocks.length; i++) {
      List<String> lines = blocks[i].lines().toList();
      ActivationCases reader = new ActivationCases(lines.getFirst());
      reader.lines(String.join("\n", lines.subList(1, lines.size())).replace("\n... ", "\u0000"));
      cases.add(new Case(reader.title, new Transcript(reader.entries), reader.expected));
    }
    return cases;
  }

  private void lines(String text) {
    List<Entry> outer = new ArrayList<>();
    for (String line : text.lines().map(each -> each.replace('\u0000', '\n')).toList()) {
      if (line.startsWith("$ [")) {
        int end = line.indexOf(']');
        use(execute(line.substring(end + 2), line.substring(3, end)));
      } else if (line.startsWith("$ ")) {
        use(execute(line.substring(2), ""));
      } else if (line.startsWith("@ ")) {
        String[] words = line.split(" ", 3);
        use(new ToolCall("c", words[1], words[2]));
      } else if (line.startsWith("< ") || line.startsWith("! ")) {
        Entry.Used last = (Entry.Used) entries.removeLast();
        String result =
            last.result().isEmpty() ? line.substring(2) : last.result() + "\n" + line.substring(2);
        entries.add(
            new Entry.Used(
                Instant.EPOCH, last.call(), result, line.startsWith("! "), Duration.ZERO));
      } else if (line.startsWith("says ")) {
        entries.add(
            new Entry.Replied(Instant.EPOCH, line, List.of(), "m", Usage.NONE, Duration.ZERO));
      } else if (line.equals("sub {")) {
        outer.addAll(entries);
        entries.clear();
      } else if (line.equals("}")) {
        Transcript inner = new Transcript(entries);
        entries.clear();
        entries.addAll(outer);
        entries.add(new Entry.Delegated(Instant.EPOCH, new ToolCall("t", "task", "{}"), inner));
      } else if (line.startsWith("= ")) {
        expected.add(line.substring(2));
      } else if (!line.isBlank()) {
        throw new IllegalStateException("not a line of the table: " + line);
      }
    }
  }

  private void use(ToolCall call) {
    entries.add(
        new Entry.Replied(Instant.EPOCH, "", List.of(call), "m", Usage.NONE, Duration.ZERO));
    entries.add(new Entry.Used(Instant.EPOCH, call, "", false, Duration.ZERO));
  }

  static ToolCall execute(String command, String folder) {
    Map<String, String> arguments =
        folder.isEmpty() ? Map.of("command", command) : Map.of("command", command, "cwd", folder);
    return new ToolCall("c", "execute", JSON.writeValueAsString(arguments));
  }

  private static String text() {
    try (InputStream in = ActivationCases.class.getResourceAsStream("activations.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
