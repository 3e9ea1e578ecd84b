package dev.assay.examination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.home.Home;
import dev.assay.sandbox.EngineTrial.Step;
import dev.assay.sandbox.remote.Background;
import dev.assay.sandbox.remote.Background.Namespaces;
import dev.assay.sandbox.settings.PreparedBase;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command `assay images prepare` makes a base for sandboxes at a provider.
class BasePreparationStoryTest {
  @TempDir private Path folder;

  private Map<String, String> daytona(DaytonaServer server, String key) {
    return Map.of(
        "ASSAY_HOME",
        folder.toString(),
        "ASSAY_SANDBOX_DAYTONA_URL",
        server.api().toString(),
        "ASSAY_SANDBOX_DAYTONA_KEY",
        key);
  }

  private PreparedBase prepare(Map<String, String> environment, String engine, String... rest) {
    return BasePreparation.run(
        new Home(folder), environment, engine, rest[0], rest.length > 1 ? rest[1] : "assay-ready");
  }

  private void assertUsable(String engine, Map<String, String> environment) {
    assertThat(EngineExamination.run(new Home(folder), folder, environment, engine))
        .filteredOn(Step::ok)
        .extracting(Step::subject)
        .contains("create", "run", "record", "destroy");
  }

  @Test
  void sandboxes_at_daytona_start_from_it_and_are_recorded() throws IOException {
    try (Background nesting = Background.start(Namespaces.PERMITTED);
        DaytonaServer server =
            new DaytonaServer(nesting.engine(), nesting.image(), Generation.CURRENT)) {
      Map<String, String> environment = daytona(server, DaytonaServer.KEY);
      PreparedBase made = prepare(environment, "daytona", DaytonaServer.BASE);
      assertThat(made).isEqualTo(new PreparedBase("assay.sandbox.daytona-snapshot", "assay-ready"));
      assertThat(server.living()).isZero();
      Map<String, String> there = new HashMap<>(environment);
      there.put("ASSAY_SANDBOX_DAYTONA_SNAPSHOT", made.value());
      assertUsable("daytona", there);

      assertThatThrownBy(() -> prepare(environment, "daytona", DaytonaServer.BASE))
          .hasMessageContainingAll("assay-ready", "already", "another name");
      assertThatThrownBy(() -> prepare(environment, "daytona", "no-such-base", "other"))
          .hasMessageContaining("no-such-base");
      assertThatThrownBy(
              () -> prepare(daytona(server, "nobodys-key"), "daytona", DaytonaServer.BASE, "other"))
          .hasMessageContaining("key")
          .hasMessageNotContaining("nobodys-key");
      assertThat(server.living()).isZero();
    }
  }

  @Test
  void sandboxes_at_e2b_start_from_it() throws IOException {
    try (Background nesting = Background.start(Namespaces.PERMITTED);
        E2bServer server =
            new E2bServer(nesting.engine(), nesting.image(), EnumSet.of(Offer.SNAPSHOTS))) {
      Map<String, String> environment = new HashMap<>();
      environment.put("ASSAY_HOME", folder.toString());
      environment.put("ASSAY_SANDBOX_E2B_URL", server.api().toString());
      environment.put("ASSAY_SANDBOX_E2B_SANDBOX_URL", server.api().toString());
      environment.put("ASSAY_SANDBOX_E2B_KEY", E2bServer.KEY);
      PreparedBase made = prepare(environment, "e2b", E2bServer.BASE);
      assertThat(made.setting()).isEqualTo("assay.sandbox.e2b-template");
      assertThat(server.living()).isZero();
      environment.put("ASSAY_SANDBOX_E2B_TEMPLATE", made.value());
      assertUsable("e2b", environment);
    }
  }

  @Test
  void one_that_cannot_be_made_ready_is_not_kept() throws IOException {
    try (Background poor = Background.start(Namespaces.REFUSED); // nobody can make /assay in it
        DaytonaServer server = new DaytonaServer(poor.engine(), poor.image(), Generation.EARLIER)) {
      Map<String, String> environment = daytona(server, DaytonaServer.KEY);
      assertThatThrownBy(() -> prepare(environment, "daytona", DaytonaServer.BASE))
          .hasMessageContainingAll(DaytonaServer.BASE, "could not be made ready", "exit code");
      assertThat(server.living()).isZero();
      Map<String, String> there = new HashMap<>(environment);
      there.put("ASSAY_SANDBOX_DAYTONA_SNAPSHOT", "assay-ready");
      assertThat(
              EngineExamination.run(new Home(folder), folder, there, "daytona").getFirst().remedy())
          .contains("no snapshot \"assay-ready\"");
    }
  }

  @Test
  void engines_without_a_provider_and_unusable_names_are_refused() {
    Map<String, String> environment = Map.of("ASSAY_HOME", folder.toString());
    assertThatThrownBy(() -> prepare(environment, "local", "x"))
        .hasMessageContainingAll("local", "assay images build");
    assertThatThrownBy(() -> prepare(environment, "daytona", "x"))
        .hasMessageContaining("assay.sandbox.daytona-key");
    Map<String, String> keyed =
        Map.of(
            "ASSAY_HOME",
            folder.toString(),
            "ASSAY_SANDBOX_DAYTONA_KEY",
            "a",
            "ASSAY_SANDBOX_DAYTONA_URL",
            "http://127.0.0.1:9");
    for (String name : List.of("", "../up", "a b", "assay-layer-1", "-x", "a".repeat(101))) {
      assertThatThrownBy(() -> prepare(keyed, "daytona", "x", name))
          .hasMessageContaining("cannot be the name of a base");
    }
  }
}
