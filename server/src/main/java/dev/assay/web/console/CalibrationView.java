package dev.assay.web.console;

import dev.assay.validation.GateCalibration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A calibration as a page shows it.
///
/// @param expired the reasons why the calibration is no longer valid, in one line; empty if it is
///   valid
/// @param models the measured models, in one line
/// @param rows the measures with their values
public record CalibrationView(
    Instant made, String by, String expired, String models, List<Row> rows) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Map<String, String> SHARES =
      Map.of(
          "false_reject", "good skills rejected",
          "good_held", "good skills held",
          "false_accept", "bad skills accepted",
          "flips", "one of two validations passed, the other failed",
          "held", "held, of all");

  public record Row(String measure, String value) {}

  public static CalibrationView of(GateCalibration.Known known) {
    JsonNode report = JSON.readTree(known.entry().report());
    JsonNode conditions = JSON.readTree(known.entry().conditions());
    List<Row> rows = new ArrayList<>();
    for (String key : List.of("false_reject", "good_held", "false_accept")) {
      rows.add(new Row(SHARES.getOrDefault(key, key), share(report.path(key))));
    }
    report
        .path("false_accept_by_mutant")
        .properties()
        .forEach(each -> rows.add(new Row("accepted: " + each.getKey(), share(each.getValue()))));
    for (String key : List.of("flips", "held")) {
      rows.add(new Row(SHARES.getOrDefault(key, key), share(report.path(key))));
    }
    rows.add(new Row("noise of the judge", text(report.path("judge_noise"))));
    rows.add(new Row("validations", report.path("validations").asString("–")));
    return new CalibrationView(
        known.entry().made(),
        known.entry().by(),
        String.join("; ", known.expired()),
        models(conditions),
        rows);
  }

  private static String models(JsonNode conditions) {
    List<String> all = new ArrayList<>();
    conditions
        .path("models")
        .properties()
        .forEach(each -> all.add(each.getKey() + " " + each.getValue().asString("")));
    all.add("prompts " + conditions.path("prompts").asString(""));
    all.add(conditions.path("policy").asString(""));
    all.add("Assay " + conditions.path("version").asString(""));
    return String.join(", ", all);
  }

  private static String share(JsonNode share) {
    int of = share.path("of").asInt();
    return of == 0
        ? "not measured"
        : String.format(
            Locale.ROOT,
            "%.1f %% [%.1f, %.1f], %d of %d",
            100.0 * share.path("hits").asInt() / of,
            100 * share.path("low").asDouble(),
            100 * share.path("high").asDouble(),
            share.path("hits").asInt(),
            of);
  }

  private static String text(JsonNode noise) {
    return noise.isNumber()
        ? String.format(Locale.ROOT, "standard deviation of %.2f grades", noise.asDouble())
        : "not measured";
  }
}
