package dev.assay.cli.verdict;

import dev.assay.cli.terminal.JsonText;
import dev.assay.configuration.Version;
import dev.assay.skill.Visible;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
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
      case VerdictEnding.Refused refused ->
          refused.errors().forEach(each -> add(results, each, ""));
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

  private static void add(ArrayNode results, JsonNode result) {
    for (JsonNode finding : result.path("findings")) {
      add(results, finding, finding.path("command").asString(""));
    }
  }

  private static void add(ArrayNode results, JsonNode finding, String command) {
    ObjectNode result = results.addObject();
    result.put("ruleId", finding.path("code").asString("?"));
    String severity = finding.path("severity").asString("error");
    result.put(
        "level", List.of("error", "warning", "note").contains(severity) ? severity : "error");
    result
        .putObject("message")
        .put(
            "text",
            Visible.text(
                (finding.path("message").asString("") + " " + finding.path("hint").asString(""))
                    .strip()));
    String file = finding.path("file").asString("");
    ObjectNode place = result.putArray("locations").addObject().putObject("physicalLocation");
    place.putObject("artifactLocation").put("uri", uri(file.isEmpty() ? "SKILL.md" : file));
    if (finding.path("line").asInt(0) > 0) {
      place.putObject("region").put("startLine", finding.path("line").asInt());
    }
    if (!command.isEmpty()) {
      result.putObject("properties").put("command", Visible.text(command));
    }
  }

  private static String uri(String path) {
    return URLEncoder.encode(path, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
  }
}
