package dev.assay.examination;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.home.Home;
import dev.assay.testkit.storage.GcsServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The findings of `assay doctor` about the storage.
class StorageExaminationStoryTest {
  @TempDir private Path folder;

  private MachineExamination.Result examine(Map<String, String> environment) {
    return MachineExamination.run(new Home(folder.resolve("home")), folder, environment).stream()
        .filter(each -> each.subject().matches("storage|configuration"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_storage_that_answers_is_fine_and_one_that_does_not_is_named_with_the_remedy()
      throws IOException {
    assertThat(examine(Map.of()).state()).isEqualTo(MachineExamination.State.OK);
    try (GcsServer server = GcsServer.start()) {
      Map<String, String> gcs = new HashMap<>(server.environment(folder));
      assertThat(examine(gcs).state()).isEqualTo(MachineExamination.State.OK);
      assertThat(server.objects().contains("assay/identity/")).isFalse();

      gcs.put("ASSAY_STORAGE_GCS_BUCKET", "another");
      assertMissing(gcs, "gs://another", "no bucket another");
      gcs.put("ASSAY_STORAGE_GCS_KEY_FILE", folder.resolve("nothing.json").toString());
      assertMissing(gcs, "gs://another", "assay.storage.gcs.key-file");
    }
    Path common = folder.resolve("common");
    assertMissing(Map.of("ASSAY_STORAGE_FOLDER", common.toString()), "common", "mount");
    Files.createDirectory(common);
    assertThat(examine(Map.of("ASSAY_STORAGE_FOLDER", common.toString())).state())
        .isEqualTo(MachineExamination.State.OK);
  }

  @Test
  void settings_that_do_not_fit_together_are_named() {
    assertMissing(Map.of("ASSAY_STORAGE_KIND", "azure"), "assay.storage.kind", "");
    assertMissing(Map.of("ASSAY_STORAGE_KIND", "gcs"), "assay.storage.gcs.bucket", "");
    assertMissing(Map.of("ASSAY_STORAGE_GCS_BUCKET", "b"), "assay.storage.kind: gcs", "");
    assertMissing(
        Map.of(
            "ASSAY_STORAGE_KIND", "gcs",
            "ASSAY_STORAGE_GCS_BUCKET", "b",
            "ASSAY_STORAGE_GCS_CREDENTIALS", "none",
            "ASSAY_STORAGE_GCS_KEY_FILE", "key.json"),
        "assay.storage.gcs.credentials",
        "");
  }

  private void assertMissing(Map<String, String> environment, String finding, String remedy) {
    MachineExamination.Result result = examine(environment);
    assertThat(result.state()).isEqualTo(MachineExamination.State.MISSING);
    assertThat(result.finding()).contains(finding);
    assertThat(result.remedy()).contains(remedy);
  }
}
