package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.registry.EngineTests;
import dev.assay.sandbox.remote.Background;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.testkit.provider.E2bServer;
import dev.assay.testkit.provider.E2bServer.Offer;
import dev.assay.toolservice.ToolClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/// A server whose tools are at a provider, killed with SIGKILL while a task runs there.
@EnabledIfEnvironmentVariable(
    named = "ASSAY_CHECK_KILLS",
    matches = ".+",
    disabledReason = "half a minute long, and one of several: ASSAY_CHECK_KILLS=1 ./check")
class KilledOtherEngineStoryTest {
  private static Map<String, Object> command(String command) {
    return Map.of("skill_name", "column-sums", "session_id", "kept", "command", command);
  }

  @Test
  void what_it_had_there_is_removed_by_the_next_and_the_files_of_sessions_stay() throws Exception {
    try (Background background = Background.start();
        E2bServer provider =
            new E2bServer(background.engine(), background.image(), EnumSet.allOf(Offer.class))) {
      KillableGate killable =
          new KillableGate(
              Map.of(
                  "ASSAY_SANDBOX_ENGINE_TOOLS",
                  "e2b",
                  "ASSAY_SANDBOX_E2B_URL",
                  provider.api().toString(),
                  "ASSAY_SANDBOX_E2B_SANDBOX_URL",
                  provider.api().toString(),
                  "ASSAY_SANDBOX_E2B_KEY",
                  E2bServer.KEY,
                  "ASSAY_SANDBOX_E2B_TEMPLATE",
                  E2bServer.BASE));
      try {
        Api admin = killable.open();
        String skill = AdmittedSkill.columnSums().admit(admin, killable.jdbc());
        passed(killable, UUID.fromString(skill), "e2b:" + provider.api());
        ToolClient project = ToolClient.fresh(admin, "column-sums").reusing("session");
        assertThat(
                project
                    .result(
                        "run_cmd",
                        command("printf 'a,b\\nx,7\\n' > in.csv; sh scripts/sum.sh in.csv"))
                    .toString())
            .contains("total: 7");
        project.result("run_cmd_async", command("sleep 600"));
        await().until(() -> provider.living() == 1);
        killable.kill();
        assertThat(provider.living()).isOne();

        ToolClient again = new ToolClient(killable.open(), project.project());
        await().atMost(Duration.ofMinutes(1)).until(() -> provider.living() == 0);
        await()
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(
                () ->
                    assertThat(
                            again
                                .call("run_cmd", command("cat totals.txt scripts/sum.sh"))
                                .toString())
                        .contains("total: 7", "awk"));
        assertThat(provider.violations()).isEmpty();
      } finally {
        killable.close();
      }
    }
  }

  private static void passed(KillableGate killable, UUID skill, String place) {
    new EngineTests(killable.jdbc(), Clock.systemUTC())
        .keep(
            new EngineTests.Found(
                skill,
                new EngineTests.Ground(SandboxImage.of("e2b", E2bServer.BASE), place),
                EngineTests.PASSED,
                "",
                false,
                List.of(),
                false,
                UUID.randomUUID(),
                Instant.now()));
  }
}
