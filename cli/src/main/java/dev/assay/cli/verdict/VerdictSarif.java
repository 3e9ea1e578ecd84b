package dev.assay.cli.verdict;

import dev.assay.cli.terminal.JsonText;
import dev.assay.configuration.Version;
import dev.assay.skill.Visible;
import dev.assay.wire.Verdict;
import dev.assay.wire.VerdictFinding;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes the findings of a verdict as SARIF 2.1.0, which code hosts and editors read.
public final class VerdictSarif {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  private VerdictSarif() {}

  public static String of(VerdictEnding ending) {
    ArrayNode results = JSON.createArrayNode();
    switch (ending) {
      case VerdictEnding.Passed(var result) -> add(results, result);
      case VerdictEnding.Failed(var result) -> add(results, result);
      case VerdictEnding.Held(var result) -> add(results, result);
      case VerdictEnding.Refused refused -> refused.errors().forEach(each -> add(results, each));
      case VerdictEnding.Inconclusive it ->
          results
              .addObject()
              .put("ruleId", "INCONCLUSIVE")
              .put("level", "note")
              .putObject("message")
              .put("text", Visible.text(it.reason() + "\n" + it.remedy()));
      case VerdictEnding.Begun _ -> {}
    }
    ObjectNode log = JSON.createObjectNode();
    log.put("$schema", SCHEMA).put("version", "2.1.0");
    ObjectNode run = log.putArray("runs").addObject();
    ObjectNode driver = run.putObject("tool").putObject("driver");
    driver.put("name", "Assay").put("version", Version.TEXT);
    TreeSet<String> codes = new TreeSet<>();
    results.forEach(each -> codes.add(each.path("ruleId").asString()));
    ArrayNode rules = driver.putArray("rules");
    codes.forEach(code -> rules.addObject().put("id", code));
    run.set("results", results);
    return JsonText.of(log);
  }

  private static void add(ArrayNode results, Verdict result) {
    for (VerdictFinding each : result.findings()) {
      ObjectNode added =
          add(
              results,
              each.code(),
              each.severity(),
              each.message() + " " + text(each.hint()),
              text(each.file()),
              each.line() == null ? 0 : each.line());
      added.putObject("properties").put("command", Visible.text(each.command()));
    }
  }

  /// Adds a finding of a refused upload.
  private static void add(ArrayNode results, JsonNode finding) {
    add(
        results,
        finding.path("code").asString("?"),
        finding.path("severity").asString("error"),
        finding.path("message").asString("") + " " + finding.path("hint").asString(""),
        finding.path("file").asString(""),
        finding.path("line").asInt(0));
  }

  private static ObjectNode add(
      ArrayNode results, String code, String severity, String message, String file, int line) {
    ObjectNode result = results.addObject();
    result.put("ruleId", code);
    result.put(
        "level", List.of("error", "warning", "note").contains(severity) ? severity : "error");
    result.putObject("message").put("text", Visible.text(message.strip()));
    ObjectNode place = result.putArray("locations").addObject().putObject("physicalLocation");
    place.putObject("artifactLocation").put("uri", uri(file.isEmpty() ? "SKILL.md" : file));
    if (line > 0) {
      place.putObject("region").put("startLine", line);
    }
    return result;
  }

  private static String text(@Nullable String stranger) {
    return Objects.requireNonNullElse(stranger, "");
  }

  private static String uri(String path) {
    return URLEncoder.encode(path, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
  }
}
