package dev.assay.agent.work;

import dev.assay.skill.eval.Eval;
import dev.assay.skill.eval.Evals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Writes evals as text for a prompt, and reads them back.
public final class EvalText {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MOST = 50;

  private EvalText() {}

  public static String of(Evals evals) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Eval eval : evals.evals().stream().limit(MOST).toList()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("id", eval.id());
      fields.put("prompt", eval.prompt());
      fields.put("expected_output", eval.expectedOutput());
      fields.put("files", eval.files());
      fields.put("expectations", eval.expectations());
      list.add(fields);
    }
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(list);
  }

  public static List<Eval> read(String text) {
    List<Eval> evals = new ArrayList<>();
    for (JsonNode node : JSON.readTree(text)) {
      evals.add(
          new Eval(
              node.path("id").asString(""),
              node.path("prompt").asString(""),
              node.path("expected_output").asString(""),
              strings(node.path("files")),
              strings(node.path("expectations"))));
    }
    return evals;
  }

  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    list.forEach(each -> strings.add(each.asString("")));
    return strings;
  }
}
