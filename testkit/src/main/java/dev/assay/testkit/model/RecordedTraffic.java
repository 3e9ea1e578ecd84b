package dev.assay.testkit.model;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Requests and answers of a real model server, in a file with one JSON object per line, without
/// secrets.
final class RecordedTraffic {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final Pattern SECRET =
      Pattern.compile("sk-[A-Za-z0-9_-]{8,}|(?<=[Bb]earer )[A-Za-z0-9._~+/-]{8,}=*");

  private RecordedTraffic() {}

  /// A request with its answer.
  record Exchange(String request, int status, String type, String response) {
    JsonNode question() {
      return MAPPER.readTree(request);
    }
  }

  /// @param secrets texts that must not be written
  static synchronized void append(Path file, Exchange exchange, List<String> secrets)
      throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("request", clean(exchange.request(), secrets));
    line.put("status", exchange.status());
    line.put("type", exchange.type());
    line.put("response", clean(exchange.response(), secrets));
    Files.writeString(
        file,
        MAPPER.writeValueAsString(line) + "\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  static List<Exchange> read(Path file) throws IOException {
    List<Exchange> exchanges = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode json = MAPPER.readTree(line);
      exchanges.add(
          new Exchange(
              json.path("request").asString(),
              json.path("status").asInt(),
              json.path("type").asString(),
              json.path("response").asString()));
    }
    return exchanges;
  }

  private static String clean(String text, List<String> secrets) {
    String clean = text;
    for (String secret : secrets) {
      clean = clean.replace(secret, "***");
    }
    return SECRET.matcher(clean).replaceAll("***");
  }
}
