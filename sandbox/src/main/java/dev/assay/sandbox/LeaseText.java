package dev.assay.sandbox;

import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.skill.sandbox.lease.Term;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A lease as lines: engine and, after a space, its provider's id; holder, time of opening, owner,
/// network, idle, longest, and a line `name=value` for each label. Words of the caller's are
/// encoded.
final class LeaseText {
  private LeaseText() {}

  static String write(Lease lease) {
    List<String> lines = new ArrayList<>();
    lines.add((lease.engine() + " " + encoded(lease.providerId())).strip());
    lines.add(lease.holder());
    lines.add(lease.term().opened().toString());
    lines.add(encoded(lease.owner()));
    lines.add(lease.network());
    lines.add(lease.term().idle().toString());
    lines.add(lease.term().longest().toString());
    new TreeMap<>(lease.labels())
        .forEach((name, value) -> lines.add(encoded(name) + "=" + encoded(value)));
    return String.join("\n", lines);
  }

  static Lease read(String id, List<String> lines) {
    Map<String, String> labels = new TreeMap<>();
    for (String line : lines.subList(7, lines.size())) {
      int equals = line.indexOf('=');
      labels.put(decoded(line.substring(0, equals)), decoded(line.substring(equals + 1)));
    }
    String[] engine = lines.get(0).split(" ", 2);
    Instant opened = Instant.parse(lines.get(2));
    return new Lease(
        id,
        engine[0],
        engine.length > 1 ? decoded(engine[1]) : "",
        lines.get(1),
        decoded(lines.get(3)),
        labels.getOrDefault("purpose", ""),
        labels,
        lines.get(4),
        new Term(
            opened, opened, opened, Duration.parse(lines.get(5)), Duration.parse(lines.get(6))));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
