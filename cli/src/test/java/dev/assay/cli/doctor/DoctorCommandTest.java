package dev.assay.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DoctorCommandTest {
  @TempDir Path folder;

  @Test
  void looks_at_everything_and_has_a_remedy_for_everything_that_is_not_well() {
    List<Diagnosis> found = examine(Map.of("PATH", System.getenv("PATH"), "HOME", "/tmp"));
    assertThat(found)
        .extracting(Diagnosis::subject)
        .contains(
            "JDK",
            "processor",
            "database",
            "home",
            "helper",
            "user namespaces",
            "overlay",
            "veth",
            "tun",
            "command domains",
            "cgroup",
            "bubblewrap",
            "slirp4netns",
            "base",
            "Docker",
            "chromium");
    assertThat(found)
        .allSatisfy(
            line ->
                assertThat(line.remedy().isEmpty()).isEqualTo(line.state() == Diagnosis.State.OK));
    assertThat(state(found, "JDK")).isEqualTo(Diagnosis.State.OK);
    assertThat(state(found, "bubblewrap")).isEqualTo(Diagnosis.State.OK);
  }

  @Test
  void what_the_main_job_needs_is_missing_and_what_it_can_do_without_is_limited() {
    List<Diagnosis> found =
        examine(Map.of("PATH", folder.toString(), "ASSAY_HOME", "/proc/nowhere"));
    assertThat(state(found, "home")).isEqualTo(Diagnosis.State.MISSING);
    assertThat(state(found, "Docker")).isEqualTo(Diagnosis.State.LIMITED);
    assertThat(state(found, "chromium")).isEqualTo(Diagnosis.State.LIMITED);
  }

  @Test
  void a_configuration_that_no_server_would_take_is_missing() {
    assertThat(examine(Map.of("ASSAY_HOME", folder.toString(), "ASSAY_SANDBOX_BASE", "arch")))
        .anySatisfy(
            line -> {
              assertThat(line.subject()).isEqualTo("configuration");
              assertThat(line.state()).isEqualTo(Diagnosis.State.MISSING);
              assertThat(line.finding()).contains("assay.sandbox.base");
            });
  }

  @Test
  void answers_as_json_with_an_exit_code_that_agrees() {
    StringWriter out = new StringWriter();
    int exit = new CommandLine(new DoctorCommand()).setOut(new PrintWriter(out)).execute("--json");
    JsonNode answer = JsonMapper.builder().build().readTree(out.toString());
    assertThat(answer.path("able").asBoolean()).isEqualTo(exit == 0);
    assertThat(answer.path("checks").size()).isGreaterThan(10);
    assertThat(answer.path("checks").get(0).propertyNames())
        .containsExactlyInAnyOrder("subject", "state", "finding", "remedy");
  }

  private static List<Diagnosis> examine(Map<String, String> environment) {
    return new DoctorChecks(environment, Path.of("")).diagnoses();
  }

  private static Diagnosis.State state(List<Diagnosis> found, String subject) {
    return found.stream()
        .filter(line -> line.subject().equals(subject))
        .findFirst()
        .orElseThrow()
        .state();
  }
}
