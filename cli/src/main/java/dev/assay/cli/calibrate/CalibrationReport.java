package dev.assay.cli.calibrate;

import dev.assay.configuration.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Writes the report as Markdown, JSON and a picture.
record CalibrationReport(Findings findings, LocalDate date) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  void write(Path folder) throws IOException {
    Files.writeString(folder.resolve("report.md"), markdown());
    Files.writeString(
        folder.resolve("report.json"),
        JSON.writerWithDefaultPrettyPrinter().writeValueAsString(values()) + "\n");
    Files.writeString(folder.resolve("curve.svg"), OperatingCurve.svg(findings.bands()));
  }

  /// Returns the Markdown text, which is also printed.
  String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("# Calibration of %s\n\n".formatted(date));
    text.append("Assay %s; %s.\n\n".formatted(Version.TEXT, models()));
    text.append("| measure | share [95 %] |\n|---|---|\n");
    row(text, "good skills rejected", findings.falseReject());
    row(text, "good skills held", findings.goodHeld());
    row(text, "bad skills accepted", findings.falseAccept());
    findings
        .falseAccepts()
        .forEach((mutation, share) -> row(text, "accepted: " + mutation.word(), share));
    row(text, "one of two validations passed, the other failed", findings.flips());
    row(text, "held, of all", findings.held());
    text.append("\n| mean score | passed [95 %] |\n|---|---|\n");
    findings.bands().forEach((band, share) -> row(text, band, share));
    text.append("\n![Chance to pass by score](curve.svg)\n\n");
    text.append(
        "Correlation between tries of the same task: %s. Judge: noise %s, leniency against a second judge %s.\n"
            .formatted(
                findings.taskCorrelation().map("%.2f"::formatted).orElse("not enough variation"),
                findings.judgeNoise().map("%.2f grades"::formatted).orElse("not measured"),
                findings.judgeBias().map("%+.2f grades"::formatted).orElse("not measured")));
    text.append(
        "%d validations, %d of them inconclusive and not counted above; %,d calls, %,d tokens, cost %s.\n"
            .formatted(
                findings.all().size(),
                findings.inconclusive(),
                findings.calls(),
                findings.tokens(),
                findings.cost().toPlainString()));
    return text.toString();
  }

  private String models() {
    return findings.models().isEmpty()
        ? "rehearsal, without a model: this says nothing about any model"
        : "models " + findings.models();
  }

  private static void row(StringBuilder text, String name, Share share) {
    text.append("| %s | %s |\n".formatted(name, share.text()));
  }

  Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("date", date.toString());
    values.put("version", Version.TEXT);
    values.put("models", findings.models());
    values.put("false_reject", value(findings.falseReject()));
    values.put("good_held", value(findings.goodHeld()));
    values.put("false_accept", value(findings.falseAccept()));
    Map<String, Object> kinds = new LinkedHashMap<>();
    findings.falseAccepts().forEach((mutation, share) -> kinds.put(mutation.word(), value(share)));
    values.put("false_accept_by_mutant", kinds);
    values.put("flips", value(findings.flips()));
    values.put("held", value(findings.held()));
    Map<String, Object> bands = new LinkedHashMap<>();
    findings.bands().forEach((band, share) -> bands.put(band, value(share)));
    values.put("passed_by_score", bands);
    values.put("task_correlation", findings.taskCorrelation());
    values.put("judge_noise", findings.judgeNoise());
    values.put("judge_bias", findings.judgeBias());
    values.put("validations", findings.all().size());
    values.put("inconclusive", findings.inconclusive());
    values.put("calls", findings.calls());
    values.put("tokens", findings.tokens());
    values.put("cost", findings.cost());
    return values;
  }

  private static Map<String, Object> value(Share share) {
    return Map.of("hits", share.hits(), "of", share.of(), "low", share.low(), "high", share.high());
  }
}
