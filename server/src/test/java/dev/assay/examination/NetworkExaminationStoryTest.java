package dev.assay.examination;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.home.Home;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkExaminationStoryTest {
  private static final String ADDRESS = "ASSAY_SERVER_ADDRESS";
  private static final String PUBLIC_URL = "ASSAY_SERVER_PUBLIC_URL";

  private MachineExamination.State state(Path folder, Map<String, String> environment) {
    return MachineExamination.run(new Home(folder.resolve("home")), folder, environment).stream()
        .filter(one -> one.subject().equals("network"))
        .findFirst()
        .orElseThrow()
        .state();
  }

  @Test
  void a_server_that_is_open_to_a_network_without_encryption_is_warned_of(@TempDir Path folder) {
    assertThat(state(folder, Map.of())).isEqualTo(MachineExamination.State.OK);
    assertThat(state(folder, Map.of(ADDRESS, "0.0.0.0")))
        .isEqualTo(MachineExamination.State.LIMITED);
    assertThat(state(folder, Map.of(ADDRESS, "192.0.2.1", PUBLIC_URL, "http://assay.example:8080")))
        .isEqualTo(MachineExamination.State.LIMITED);
    assertThat(state(folder, Map.of(ADDRESS, "::", PUBLIC_URL, "https://assay.example")))
        .isEqualTo(MachineExamination.State.OK);
  }
}
