package dev.assay.cli.sandbox;

import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.NetworkEvidence.Destination;
import dev.assay.skill.sandbox.NetworkEvidence.Lookup;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What is said about a run at its end. Names come from inside and are shown without control
/// characters.
record RunReport(
    List<String> words, CommandResult result, Metrics metrics, NetworkEvidence network) {

  /// A sentence where the exit code alone would mislead.
  Optional<String> remark() {
    return switch (result.outcome()) {
      case Outcome.Exited _, Outcome.Signalled _ -> Optional.empty();
      case Outcome.NotFound missing ->
          Optional.of(plain(missing.program()) + ": " + missing.reason());
      case Outcome.TimedOut late -> Optional.of("killed after " + late.after().toSeconds() + " s");
      case Outcome.OutOfMemory _ -> Optional.of("out of memory");
      case Outcome.LimitExceeded hit -> Optional.of("ran into the limit " + hit.limit());
      case Outcome.Killed _ -> Optional.of("killed");
    };
  }

  String table() {
    if (network.attempted().isEmpty() && network.lost() == 0) {
      return "network: no attempts\n";
    }
    StringBuilder table = new StringBuilder();
    table.append("network: %d attempted%n".formatted(network.attempted().size()));
    if (network.lost() > 0) {
      table.append(
          "  the record is incomplete: %d more could not be recorded%n".formatted(network.lost()));
    }
    table.append("  %-5s %-45s %8s  %s%n".formatted("PROTO", "WHERE", "ATTEMPTS", "ANSWER"));
    for (Destination one : network.destinations()) {
      table.append(
          "  %-5s %-45s %8d  %s%n"
              .formatted(
                  one.protocol(),
                  plain(one.place()),
                  one.attempts(),
                  one.answer().name().toLowerCase(Locale.ROOT)));
    }
    for (Lookup one : network.lookups()) {
      if (network.attempted().contains(one.name())) {
        table.append(
            "  %-5s %-45s %8d  %s%n"
                .formatted("dns", plain(one.name()), one.attempts(), one.type()));
      }
    }
    return table.toString();
  }

  String json() {
    List<String> attempts = new ArrayList<>();
    for (Destination one : network.destinations()) {
      attempts.add(
          "{\"protocol\":%s,\"host\":%s,\"address\":%s,\"port\":%d,\"attempts\":%d,\"first\":%s,\"last\":%s,\"answer\":%s}"
              .formatted(
                  quoted(one.protocol()),
                  quoted(one.host()),
                  quoted(one.address()),
                  one.port(),
                  one.attempts(),
                  quoted(one.first().toString()),
                  quoted(one.last().toString()),
                  quoted(one.answer().name().toLowerCase(Locale.ROOT))));
    }
    List<String> lookups = new ArrayList<>();
    for (Lookup one : network.lookups()) {
      lookups.add(
          "{\"name\":%s,\"type\":%s,\"attempts\":%d}"
              .formatted(quoted(one.name()), quoted(one.type()), one.attempts()));
    }
    return "{\"command\":[%s],\"outcome\":%s,\"exit_code\":%d,\"stdout\":%s,\"stderr\":%s,\"seconds\":%s,\"cpu_seconds\":%s,\"peak_memory\":%d,\"network\":{\"attempted\":[%s],\"destinations\":[%s],\"lookups\":[%s],\"lost\":%d}}"
        .formatted(
            String.join(",", words.stream().map(RunReport::quoted).toList()),
            quoted(outcome()),
            result.shellCode(),
            stream(result.stdout()),
            stream(result.stderr()),
            result.took().toMillis() / 1000.0,
            metrics.cpu().toMillis() / 1000.0,
            metrics.peakMemory(),
            String.join(",", network.attempted().stream().map(RunReport::quoted).toList()),
            String.join(",", attempts),
            String.join(",", lookups),
            network.lost());
  }

  private String outcome() {
    return switch (result.outcome()) {
      case Outcome.Exited _ -> "exited";
      case Outcome.Signalled _ -> "signalled";
      case Outcome.NotFound _ -> "not_found";
      case Outcome.TimedOut _ -> "timed_out";
      case Outcome.OutOfMemory _ -> "out_of_memory";
      case Outcome.LimitExceeded hit -> "limit_" + hit.limit().name().toLowerCase(Locale.ROOT);
      case Outcome.Killed _ -> "killed";
    };
  }

  private static String stream(Output output) {
    return "{\"text\":%s,\"bytes\":%d,\"cut\":%d}"
        .formatted(quoted(output.text()), output.total(), output.cut());
  }

  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\t' -> quoted.append("\\t");
        default -> {
          if (c < 0x20 || c == 0x7f) {
            quoted.append("\\u%04x".formatted((int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
