package dev.assay.agent.protocol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads server-sent events.
public final class EventReader {
  private final BufferedReader lines;
  private boolean first = true;

  public EventReader(InputStream stream) {
    lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
  }

  /// @param name the event's name; empty for events without one
  public record Event(String name, String data) {}

  /// The next event with data; empty at the end. An event that the end of the stream cut off before
  /// its empty line counts too.
  public Optional<Event> next() throws IOException {
    String name = "";
    StringBuilder data = new StringBuilder();
    boolean some = false;
    while (true) {
      @Nullable String line = lines.readLine();
      if (line == null) {
        return some ? Optional.of(new Event(name, data.toString())) : Optional.empty();
      }
      if (first) {
        first = false;
        line = line.startsWith("\uFEFF") ? line.substring(1) : line;
      }
      if (line.isEmpty()) {
        if (some) {
          return Optional.of(new Event(name, data.toString()));
        }
        name = "";
        continue;
      }
      if (line.startsWith("{")) {
        line = "data:" + line; // from an intermediary that does not know events
      }
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1);
      String text = value.startsWith(" ") ? value.substring(1) : value;
      switch (field) {
        case "event" -> name = text;
        case "data", "error" -> {
          name = field.equals("error") ? field : name;
          if (some) {
            data.append('\n');
          }
          data.append(text);
          some = true;
        }
        default -> {} // comments, ids, and undefined fields
      }
    }
  }
}
