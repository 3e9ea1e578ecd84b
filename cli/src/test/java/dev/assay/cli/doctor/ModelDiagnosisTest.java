package dev.assay.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testkit.model.ScriptedModelServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelDiagnosisTest {
  @TempDir Path folder;

  private List<Diagnosis> examine(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.put("ASSAY_HOME", folder.toString());
    return ModelDiagnosis.of(all, folder);
  }

  @Test
  void a_model_that_uses_tools_is_well() {
    try (ScriptedModelServer server =
        ScriptedModelServer.playing("call: report {\"word\": \"assay\"}")) {
      List<Diagnosis> found =
          examine(
              Map.of(
                  "ASSAY_MODEL_BASE_URL", server.baseUrl().toString(), "ASSAY_MODEL_NAME", "tiny"));
      assertThat(found).extracting(Diagnosis::state).containsExactly(Diagnosis.State.OK);
    }
  }

  @Test
  void what_each_model_can_do_is_one_table_that_names_what_will_not_work() {
    try (ScriptedModelServer server =
        ScriptedModelServer.playing(
            """
            if: once, with the word assay
            if: Now count
            say: one two three
            usage: 2000 12 1900
            ---
            if: once, with the word assay
            call: report {"word": "assay"}
            ---
            if: twice in one answer
            call: report {"word": "one"}
            ---
            if: two and three
            say: {"sum": 5}
            """)) {
      ModelDiagnosis.Found found =
          ModelDiagnosis.find(
              Map.of(
                  "ASSAY_HOME", folder.toString(),
                  "ASSAY_MODEL_BASE_URL", server.baseUrl().toString(),
                  "ASSAY_MODEL_NAME", "tiny"),
              folder);
      StringWriter text = new StringWriter();
      new ModelTable(found.models()).print(new PrintWriter(text, true));
      assertThat(text.toString())
          .contains("write,execute,judge")
          .containsPattern("tools +yes")
          .containsPattern("parallel +no")
          .containsPattern("schema +yes")
          .containsPattern("caching +1900 of 2000")
          .contains("Will not work: tiny: parallel");
    }
  }

  @Test
  void what_is_missing_or_wrong_has_a_remedy() {
    assertThat(examine(Map.of()))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.state()).isEqualTo(Diagnosis.State.MISSING);
              assertThat(found.remedy()).contains("assay.model.base-url");
            });
    assertThat(examine(Map.of("ASSAY_MODEL_BASE_URL", "ftp://x", "ASSAY_MODEL_NAME", "tiny")))
        .singleElement()
        .satisfies(found -> assertThat(found.finding()).contains("assay.model.base-url"));
    assertThat(examine(Map.of("ASSAY_MODEL_MODE", "model")))
        .singleElement()
        .satisfies(found -> assertThat(found.finding()).contains("assay.model.mode"));
  }
}
