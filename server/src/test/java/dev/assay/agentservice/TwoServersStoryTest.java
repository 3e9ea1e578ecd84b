package dev.assay.agentservice;

import static dev.assay.agentservice.AgentClient.word;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.TestDatabase;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.database.DatabaseAddress;
import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import dev.assay.testkit.SelfSigned;
import dev.assay.toolbus.NatsServer;
import dev.assay.toolservice.ToolClient;
import dev.assay.validation.KillableGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Two servers with one PostgreSQL and one NATS, reached over TLS; one is killed while it works for
/// agents.
@Order(1) // it waits for half a minute
class TwoServersStoryTest {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final int AGENTS = 6;

  /// How often agents are asked at most until both servers work at the same time.
  private static final int ROUNDS = 10;

  @TempDir Path folder;
  private final TestDatabase database = TestDatabase.withAdmin();
  private final JdbcClient jdbc = database.jdbc();

  @Test
  void what_a_killed_server_worked_on_is_finished_by_the_other_and_nothing_is_done_twice()
      throws Exception {
    SelfSigned certificate = SelfSigned.in(folder);
    List<String> turns = new ArrayList<>();
    try (NatsServer nats = NatsServer.startSecure(certificate)) {
      Map<String, String> settings = settings(nats, certificate);
      try (TestServer survivor = TestServer.start(settings)) {
        AgentClient client = project(survivor);
        Process victim = second(survivor, settings);
        try {
          ask(client, turns);
          victim.destroyForcibly().waitFor();
          for (String turn : turns) {
            List<JsonNode> cards = client.cards(turn);
            assertThat(word(client.turn(turn), "status"))
                .as(cards.toString())
                .isEqualTo("succeeded");
          }
        } finally {
          victim.destroyForcibly().waitFor();
        }
      }
    }
    assertThat(count("select count(*) from agent_card where type = 'tool_call'"))
        .isEqualTo(count("select count(*) from agent_card where type = 'tool_result'"));
    assertThat(count("select count(*) from tool_run where state in ('starting', 'running')"))
        .isZero();
    assertThat(count("select count(*) from live_run where running")).isZero();
    assertThat(
            count(
                "select count(*) from (select 1 from tool_run group by call_hash having count(*) >"
                    + " 1) twice"))
        .isZero();
    assertThat(counted()).isEqualTo(turns.size());
  }

  /// Asks agents until both servers work on tool calls.
  private void ask(AgentClient client, List<String> turns) {
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < AGENTS; i++) {
        turns.add(
            client.send(
                "agent-" + turns.size(), Map.of("message", "Please count slowly, all numbers")));
      }
      long calling =
          await()
              .atMost(PATIENCE)
              .until(this::callers, servers -> servers == 2 || counted() == turns.size());
      if (calling == 2) {
        return;
      }
    }
    throw new AssertionError("the two servers never worked on tool calls at the same time");
  }

  private long counted() {
    return count("select count(*) from tool_run where state = 'succeeded'");
  }

  private Map<String, String> settings(NatsServer nats, SelfSigned certificate) {
    DatabaseAddress address = database.address();
    return Map.of(
        "ASSAY_BUS_KIND",
        "nats",
        "ASSAY_BUS_SERVERS",
        nats.secureUrl(),
        "ASSAY_BUS_CERTIFICATES",
        certificate.certificateFile().toString(),
        "ASSAY_DATABASE_URL",
        address.url(),
        "ASSAY_DATABASE_USER",
        address.user(),
        "ASSAY_DATABASE_PASSWORD",
        address.password().reveal(),
        "ASSAY_ADMIN_PASSWORD",
        TestServer.ADMIN_PASSWORD);
  }

  private static AgentClient project(TestServer server) {
    new AdmittedSkill(
            "slow-counter",
            "Counts numbers slowly. Use it to count all numbers.",
            Map.of(
                "SKILL.md",
                "# Count\n\n```sh\nsh scripts/count.sh\n```\n",
                "scripts/count.sh",
                "sleep 3; echo counted\n"))
        .admit(server);
    return new AgentClient(ToolClient.fresh(server.admin(), "slow-counter"));
  }

  /// How many servers work on tool calls now.
  private long callers() {
    return count(
        """
        select count(distinct l.holder) from call_lease l
        join live_run r on r.running where l.done_at is null and l.until > now()
          and exists (select 1 from agent_card c where c.type = 'tool_call'
            and encode(sha256(convert_to('call ' || c.call_id, 'UTF8')), 'hex') = l.call_hash
            and c.content like '%run_cmd%')
        """);
  }

  private long count(String sql) {
    return jdbc.sql(sql).query(Long.class).single();
  }

  /// A process of its own that sees the same skills.
  private static Process second(TestServer first, Map<String, String> settings) throws IOException {
    Home home = new Home(Path.of("target", "homes", UUID.randomUUID().toString()));
    Files.createDirectories(home.path());
    Files.setPosixFilePermissions(
        home.path(), java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
    Files.createSymbolicLink(home.blobFolder(), first.home().blobFolder().toAbsolutePath());
    List<String> words = new ArrayList<>(KillableGate.java());
    words.addAll(List.of("dev.assay.validation.GateProcess", home.path().toString()));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(Path.of("target/second-server.txt").toFile());
    builder.environment().putAll(settings);
    Process process = builder.start();
    await().atMost(PATIENCE).until(() -> !process.isAlive() || ServerFile.find(home).isPresent());
    assertThat(process.isAlive()).as("see target/second-server.txt").isTrue();
    return process;
  }
}
