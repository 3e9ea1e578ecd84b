package dev.assay.contents;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// The file RECORD of a wheel, the package's own list of its files. One line for each file, as
/// comma-separated values: path, `sha256=` with the digest in URL-safe Base64, size.
///
/// @param hashes the hashes by path; empty for a file that is listed without a hash
record WheelRecord(Map<String, Optional<String>> hashes) {
  static WheelRecord parse(String text) {
    Map<String, Optional<String>> hashes = new HashMap<>();
    for (String line : text.lines().toList()) {
      if (!line.isBlank()) {
        int path = endOfPath(line);
        String rest = path < line.length() ? line.substring(path + 1) : "";
        int comma = rest.indexOf(',');
        String hash = comma < 0 ? rest : rest.substring(0, comma);
        hashes.put(
            unquoted(line.substring(0, path)),
            hash.startsWith("sha256=") ? hex(hash.substring(7)) : Optional.empty());
      }
    }
    return new WheelRecord(hashes);
  }

  private static int endOfPath(String line) {
    if (!line.startsWith("\"")) {
      int comma = line.indexOf(',');
      return comma < 0 ? line.length() : comma;
    }
    int at = 1;
    while (at < line.length()
        && (line.charAt(at) != '"'
            || (at + 1 < line.length() && line.charAt(at + 1) == '"' && ++at > 0))) {
      at++;
    }
    return Math.min(at + 1, line.length());
  }

  private static String unquoted(String path) {
    return path.length() > 1 && path.startsWith("\"")
        ? path.substring(1, path.length() - 1).replace("\"\"", "\"")
        : path;
  }

  private static Optional<String> hex(String base64) {
    try {
      return Optional.of(HexFormat.of().formatHex(Base64.getUrlDecoder().decode(base64)));
    } catch (IllegalArgumentException e) {
      return Optional.of(base64); // equal to no digest
    }
  }

  /// The text for tools in the sandbox: every installed file, relative to `site`.
  static String text(SortedMap<String, Item> installed, String site, String own) {
    StringBuilder text = new StringBuilder();
    String up = "../".repeat((int) site.chars().filter(c -> c == '/').count());
    installed.forEach(
        (path, item) -> {
          String relative =
              path.startsWith(site + "/")
                  ? path.substring(site.length() + 1)
                  : up + path.substring(1);
          boolean quoted = relative.contains(",") || relative.contains("\"");
          text.append(quoted ? '"' + relative.replace("\"", "\"\"") + '"' : relative)
              .append(",sha256=")
              .append(
                  new String(
                      Base64.getUrlEncoder()
                          .withoutPadding()
                          .encode(HexFormat.of().parseHex(item.content())),
                      StandardCharsets.US_ASCII))
              .append(",\n");
        });
    return text.append(own).append(",,\n").toString();
  }
}
