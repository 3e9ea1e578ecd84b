package dev.assay.testkit.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An answer of a server, byte for byte, and the result expected from a client. A provider of
/// models is accepted when it reads all recordings of its protocol.
///
/// @param type the content type
/// @param body the body as it is sent
/// @param expectations lines such as `text: Five.` or `failure: MODEL_REFUSED request key`
public record Recording(
    String name,
    int status,
    String type,
    List<String> headers,
    String body,
    List<String> expectations) {

  /// The recordings of a protocol: `openai` or `anthropic`.
  public static List<Recording> of(String protocol) {
    try (InputStream file = Recording.class.getResourceAsStream(protocol + ".recordings")) {
      if (file == null) {
        throw new IllegalArgumentException("There are no recordings of " + protocol + ".");
      }
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      List<Recording> all = new ArrayList<>();
      for (String block : text.split("(?m)^=== ", -1)) {
        if (block.contains("\n---\n")) {
          all.add(read(block));
        }
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Recording read(String block) {
    int cut = block.indexOf("\n---\n");
    List<String> lines = block.substring(0, cut).lines().toList();
    List<String> headers = new ArrayList<>();
    List<String> expectations = new ArrayList<>();
    int status = 200;
    String type = "text/event-stream";
    for (String line : lines.subList(1, lines.size())) {
      String value = line.substring(line.indexOf(':') + 1).strip();
      switch (line.substring(0, line.indexOf(':'))) {
        case "status" -> status = Integer.parseInt(value);
        case "type" -> type = value;
        case "header" -> headers.add(value);
        default -> expectations.add(line);
      }
    }
    return new Recording(
        lines.getFirst().strip(), status, type, headers, block.substring(cut + 5), expectations);
  }

  /// The expected values under a name, in order.
  public List<String> expected(String what) {
    return expectations.stream()
        .filter(line -> line.startsWith(what + ":"))
        .map(line -> line.substring(what.length() + 1).strip())
        .toList();
  }

  public Optional<String> findExpected(String what) {
    return expected(what).stream().findFirst();
  }

  @Override
  public String toString() {
    return name;
  }
}
