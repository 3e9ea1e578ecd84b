package dev.assay.examination;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.home.Home;
import dev.assay.sandbox.EngineTrial.Step;
import dev.assay.sandbox.remote.Background;
import dev.assay.testkit.provider.DaytonaServer;
import dev.assay.testkit.provider.DaytonaServer.Generation;
import dev.assay.testkit.provider.E2bServer;
import dev.assay.testkit.provider.E2bServer.Offer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The findings of `assay doctor --engine` about remote engines, and their refusals.
class EngineExaminationStoryTest {
  private static final String[] ROUND_TRIP = {
    "create", "run", "files", "block", "snapshot", "destroy"
  };

  @TempDir private static Path folder;
  private static Background background;
  private static DaytonaServer daytona;
  private static E2bServer e2b;

  @BeforeAll
  static void start() throws IOException {
    background = Background.start();
    daytona = new DaytonaServer(background.engine(), background.image(), Generation.CURRENT);
    e2b = new E2bServer(background.engine(), background.image(), EnumSet.of(Offer.SNAPSHOTS));
  }

  @AfterAll
  static void stop() throws IOException {
    daytona.close();
    e2b.close();
    background.close();
  }

  private static List<Step> examine(String engine, Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.put("ASSAY_HOME", folder.toString());
    return EngineExamination.run(Home.locate(all), folder, all, engine);
  }

  private static Map<String, String> ofDaytona(String key) {
    return Map.of(
        "ASSAY_SANDBOX_DAYTONA_URL",
        daytona.api().toString(),
        "ASSAY_SANDBOX_DAYTONA_KEY",
        key,
        "ASSAY_SANDBOX_DAYTONA_SNAPSHOT",
        DaytonaServer.BASE);
  }

  private static Map<String, String> ofE2b(String key) {
    return Map.of(
        "ASSAY_SANDBOX_E2B_URL",
        e2b.api().toString(),
        "ASSAY_SANDBOX_E2B_SANDBOX_URL",
        e2b.api().toString(),
        "ASSAY_SANDBOX_E2B_KEY",
        key,
        "ASSAY_SANDBOX_E2B_TEMPLATE",
        E2bServer.BASE);
  }

  private static void assertRoundTrip(List<Step> steps) {
    assertThat(steps).filteredOn(Step::ok).extracting(Step::subject).contains(ROUND_TRIP);
    assertThat(steps)
        .filteredOn(step -> step.subject().equals("NETWORK_RECORDING"))
        .singleElement()
        .satisfies(step -> assertThat(step.ok()).isFalse())
        .satisfies(step -> assertThat(step.remedy()).contains("assay.sandbox.engine: local"));
  }

  @Test
  void an_engine_at_daytona_makes_the_round_trip_and_leaves_nothing() {
    assertRoundTrip(examine("daytona", ofDaytona(DaytonaServer.KEY)));
    assertThat(daytona.living()).isZero();
  }

  @Test
  void an_engine_at_e2b_makes_the_round_trip_and_leaves_nothing() {
    assertRoundTrip(examine("e2b", ofE2b(E2bServer.KEY)));
    assertThat(e2b.living()).isZero();
  }

  @Test
  void an_engine_whose_sandboxes_permit_namespaces_also_records() throws IOException {
    try (Background nesting = Background.start(Background.Namespaces.PERMITTED);
        DaytonaServer provider =
            new DaytonaServer(nesting.engine(), nesting.image(), Generation.EARLIER)) {
      Map<String, String> there = new HashMap<>(ofDaytona(DaytonaServer.KEY));
      there.put("ASSAY_SANDBOX_DAYTONA_URL", provider.api().toString());
      List<Step> steps = examine("daytona", there);
      assertThat(steps)
          .filteredOn(step -> List.of("record", "NETWORK_RECORDING").contains(step.subject()))
          .hasSize(2)
          .allMatch(Step::ok);
      assertThat(provider.living()).isZero();
    }
    assertThat(examine("daytona", ofDaytona(DaytonaServer.KEY)))
        .filteredOn(step -> step.subject().equals("NETWORK_RECORDING"))
        .singleElement()
        .satisfies(step -> assertThat(step.remedy()).contains("user namespace", "bubblewrap"));
  }

  @Test
  void a_wrong_key_is_refused_and_never_shown() {
    for (List<Step> steps :
        List.of(
            examine("daytona", ofDaytona("a-key-of-nobody")),
            examine("e2b", ofE2b("a-key-of-nobody")))) {
      Step first = steps.getFirst();
      assertThat(first.ok()).isFalse();
      assertThat(first.remedy()).contains("key");
      assertThat(steps.toString()).doesNotContain("a-key-of-nobody");
    }
  }

  @Test
  void a_snapshot_that_is_not_there_is_named_with_the_setting() {
    Map<String, String> wrong = new HashMap<>(ofDaytona(DaytonaServer.KEY));
    wrong.put("ASSAY_SANDBOX_DAYTONA_SNAPSHOT", "no-such-base");
    assertThat(examine("daytona", wrong).getFirst().remedy())
        .contains("no-such-base", "assay.sandbox.daytona-snapshot");
  }

  @Test
  void a_provider_that_does_not_answer_is_a_refusal() {
    Map<String, String> wrong = new HashMap<>(ofDaytona(DaytonaServer.KEY));
    wrong.put("ASSAY_SANDBOX_DAYTONA_URL", "http://127.0.0.1:1/api");
    Step first = examine("daytona", wrong).getFirst();
    assertThat(first.ok()).isFalse();
    assertThat(first.remedy()).contains("does not answer");
  }

  @Test
  void a_daemon_that_is_not_there_is_a_refusal() {
    Step first =
        examine("docker", Map.of("ASSAY_SANDBOX_DOCKER_SOCKET", folder.resolve("no").toString()))
            .getFirst();
    assertThat(first.ok()).isFalse();
    assertThat(first.remedy()).contains("assay.sandbox.docker-socket");
  }

  @Test
  void missing_credentials_and_unknown_engines_are_named() {
    assertThat(examine("daytona", Map.of()).getFirst().remedy())
        .contains("assay.sandbox.daytona-key");
    assertThat(examine("e2b", Map.of()).getFirst().remedy()).contains("assay.sandbox.e2b-key");
    assertThat(examine("other", Map.of()).getFirst().remedy())
        .contains("local, docker, daytona or e2b");
    assertThat(examine("local", Map.of("ASSAY_SANDBOX_ENGINE", "e2b")).getFirst().remedy())
        .contains("assay.sandbox.e2b-key", "assay.sandbox.e2b-template");
  }
}
