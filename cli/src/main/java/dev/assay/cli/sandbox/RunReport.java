package dev.assay.cli.sandbox;

import dev.assay.skill.Words;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.NetworkEvidence.Destination;
import dev.assay.skill.sandbox.NetworkEvidence.Lookup;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Output;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/// The report at the end of a run. Names come from inside the sandbox and are printed without
/// control characters.
record RunReport(
    List<String> words, CommandResult result, Metrics metrics, NetworkEvidence network) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /// Returns a sentence if the exit code alone would mislead.
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
                  one.protocol(), plain(one.place()), one.attempts(), Words.of(one.answer())));
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
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("command", words);
    all.put("outcome", outcome());
    all.put("exit_code", result.shellCode());
    all.put("stdout", stream(result.stdout()));
    all.put("stderr", stream(result.stderr()));
    all.put("seconds", result.took().toMillis() / 1000.0);
    Duration cpu = metrics.cpu();
    all.put("cpu_seconds", cpu == null ? null : cpu.toMillis() / 1000.0);
    all.put("peak_memory", metrics.peakMemory());
    Map<String, Object> seen = new LinkedHashMap<>();
    seen.put("attempted", network.attempted());
    seen.put("destinations", network.destinations().stream().map(RunReport::wire).toList());
    seen.put("lookups", network.lookups().stream().map(RunReport::wire).toList());
    seen.put("lost", network.lost());
    all.put("network", seen);
    return JSON.writeValueAsString(all);
  }

  private static Map<String, Object> wire(Destination one) {
    Map<String, Object> wire = new LinkedHashMap<>();
    wire.put("protocol", one.protocol());
    wire.put("host", one.host());
    wire.put("address", one.address());
    wire.put("port", one.port());
    wire.put("attempts", one.attempts());
    wire.put("first", one.first().toString());
    wire.put("last", one.last().toString());
    wire.put("answer", Words.of(one.answer()));
    return wire;
  }

  private static Map<String, Object> wire(Lookup one) {
    Map<String, Object> wire = new LinkedHashMap<>();
    wire.put("name", one.name());
    wire.put("type", one.type());
    wire.put("attempts", one.attempts());
    return wire;
  }

  private String outcome() {
    return switch (result.outcome()) {
      case Outcome.Exited _ -> "exited";
      case Outcome.Signalled _ -> "signalled";
      case Outcome.NotFound _ -> "not_found";
      case Outcome.TimedOut _ -> "timed_out";
      case Outcome.OutOfMemory _ -> "out_of_memory";
      case Outcome.LimitExceeded hit -> "limit_" + Words.of(hit.limit());
      case Outcome.Killed _ -> "killed";
    };
  }

  private static Map<String, Object> stream(Output output) {
    Map<String, Object> wire = new LinkedHashMap<>();
    wire.put("text", output.text());
    wire.put("bytes", output.total());
    wire.put("cut", output.cut());
    return wire;
  }

  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
