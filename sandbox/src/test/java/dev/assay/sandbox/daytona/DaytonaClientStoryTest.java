package dev.assay.sandbox.daytona;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.sandbox.daytona.NewDaytonaSandbox.DaytonaNetwork;
import dev.assay.sandbox.daytona.NewDaytonaSandbox.Resources;
import dev.assay.sandbox.remote.Background;
import dev.assay.sandbox.remote.Spool;
import dev.assay.sandbox.settings.DaytonaSettings;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.testkit.provider.DaytonaServer;
import dev.assay.testkit.provider.DaytonaServer.Generation;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The client against a server that speaks Daytona's interface; commands run in local sandboxes.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DaytonaClientStoryTest {
  private static final Map<String, String> OURS = Map.of("assay", "test");

  private static final SandboxSpec ANY =
      SandboxSpec.of(SandboxImage.of("daytona", DaytonaServer.BASE), "test");

  private Background background;
  private DaytonaServer current;
  private DaytonaServer earlier;
  private final List<Duration> waits = new ArrayList<>();

  @BeforeAll
  void start() throws IOException {
    background = Background.start();
    current = new DaytonaServer(background.engine(), background.image(), Generation.CURRENT);
    earlier = new DaytonaServer(background.engine(), background.image(), Generation.EARLIER);
  }

  @AfterAll
  void stop() throws IOException {
    current.close();
    earlier.close();
    background.close();
  }

  @AfterEach
  void heal() {
    assertThat(current.violations()).isEmpty();
    assertThat(earlier.violations()).isEmpty();
    current.faults().heal();
    earlier.faults().heal();
    waits.clear();
  }

  private DaytonaServer server(Generation generation) {
    return generation == Generation.CURRENT ? current : earlier;
  }

  private DaytonaApi api(DaytonaServer server) {
    return new DaytonaApi(
        DaytonaSettings.of(server.api(), Secret.of(DaytonaServer.KEY), DaytonaServer.BASE)
            .with(Background.QUICK)
            .with(waits::add));
  }

  private static NewDaytonaSandbox named(String name) {
    return new NewDaytonaSandbox(
        name,
        DaytonaServer.BASE,
        Map.of("assay", "test", "id", name),
        new DaytonaNetwork.Blocked(),
        Optional.of(Duration.ofMinutes(15)),
        Resources.OF_SNAPSHOT);
  }

  @ParameterizedTest
  @EnumSource
  void commands_files_and_lists_work_with_both_generations(Generation generation)
      throws IOException {
    DaytonaApi api = api(server(generation));
    List<DaytonaState> made = new ArrayList<>();
    for (int number = 0; number < 3; number++) {
      made.add(api.create(named("validation_" + generation + number)));
    }
    DaytonaToolbox toolbox = api.toolbox(made.getFirst());
    toolbox.upload("/tmp/some/file", Spool.of("a\0b\r\n".getBytes(UTF_8)));
    try (InputStream file = toolbox.download("/tmp/some/file")) {
      assertThat(file.readAllBytes()).isEqualTo("a\0b\r\n".getBytes(UTF_8));
    }
    DaytonaCommands commands = DaytonaCommands.install(toolbox, ANY.withVariable("ONE", "1"));
    CommandResult result =
        commands.run(Command.shell("cat; echo \"$ONE 'x'\" >&2; exit 7").withInput("in"));
    assertThat(result.outcome()).isEqualTo(new Outcome.Exited(7));
    assertThat(result.stdout().text()).isEqualTo("in");
    assertThat(result.stderr().text()).isEqualTo("1 'x'\n");

    assertThat(api.list(OURS)).extracting(DaytonaState::id).hasSize(3).containsAll(ids(made));
    api.delete(made.getFirst().id());
    api.delete(made.getFirst().id()); // what is gone is gone
    assertThat(api.list(Map.of("id", made.getFirst().name()))).isEmpty();
    made.forEach(one -> api.delete(one.id()));
    assertThat(server(generation).living()).isZero();
  }

  private static List<String> ids(List<DaytonaState> made) {
    return made.stream().map(DaytonaState::id).toList();
  }

  @Test
  void a_command_costs_one_request_and_one_with_input_two() {
    DaytonaApi api = api(current);
    DaytonaState made = api.create(named("counted"));
    DaytonaCommands commands = DaytonaCommands.install(api.toolbox(made), ANY);
    long before = api.calls();
    commands.run(Command.of("true"));
    assertThat(api.calls() - before).isEqualTo(1);
    commands.run(Command.of("cat").withInput("x"));
    commands.run(Command.of("echo", "x".repeat(100_000)));
    assertThat(api.calls() - before).isEqualTo(5);
    api.delete(made.id());
  }

  @Test
  void a_slow_start_and_states_nobody_knows_are_waited_for() {
    current.faults().slowStart(6);
    DaytonaApi api = api(current);
    DaytonaState made = api.create(named("slow"));
    assertThat(made.isStarted()).isTrue();
    assertThat(waits).hasSizeGreaterThanOrEqualTo(5);
    api.delete(made.id());
  }

  @Test
  void a_sandbox_that_does_not_start_is_removed_and_says_why() {
    current.faults().errorState();
    AssayException failure =
        catchThrowableOfType(AssayException.class, () -> api(current).create(named("broken")));
    assertThat(failure.code()).isEqualTo(ErrorCode.SANDBOX_FAILED);
    assertThat(failure.reason()).contains("no runner has room");
    assertThat(current.living()).isZero();
  }

  @Test
  void one_that_never_starts_is_given_up() {
    current.faults().slowStart(1_000_000);
    AssayException failure =
        catchThrowableOfType(AssayException.class, () -> api(current).create(named("never")));
    assertThat(failure.code()).isEqualTo(ErrorCode.SANDBOX_UNAVAILABLE);
    assertThat(failure.reason()).contains("30 s");
    assertThat(current.living()).isZero();
  }

  @Test
  void too_many_requests_are_repeated_when_the_server_says() {
    current
        .faults()
        .refuse(2, "POST", "/api/sandbox", 429, Map.of("Retry-After-Sandbox-Create", "3"));
    DaytonaApi api = api(current);
    api.delete(api.create(named("patient")).id());
    assertThat(waits).startsWith(Duration.ofSeconds(3), Duration.ofSeconds(3));

    current.faults().refuse(9, "POST", "/api/sandbox", 429);
    AssayException failure =
        catchThrowableOfType(AssayException.class, () -> api.create(named("refused")));
    assertThat(failure.code()).isEqualTo(ErrorCode.SANDBOX_UNAVAILABLE);
  }

  @Test
  void a_failing_server_is_asked_again_only_where_nothing_is_made() {
    DaytonaApi api = api(current);
    DaytonaState made = api.create(named("sturdy"));
    current.faults().refuse(2, "GET", "/api/sandbox", 500);
    assertThat(api.load(made.id()).isStarted()).isTrue();
    current.faults().refuse(1, "POST", "/api/sandbox", 500);
    assertThat(catchThrowableOfType(AssayException.class, () -> api.create(named("once"))).code())
        .isEqualTo(ErrorCode.SANDBOX_UNAVAILABLE);
    assertThat(current.living()).isOne();
    api.delete(made.id());
  }

  @Test
  void a_cut_answer_is_a_failure_of_the_platform_and_the_command_is_not_run_again() {
    DaytonaApi api = api(current);
    DaytonaState made = api.create(named("cut"));
    DaytonaCommands commands = DaytonaCommands.install(api.toolbox(made), ANY);
    current.faults().cut("/process/execute");
    AssayException failure =
        catchThrowableOfType(
            AssayException.class, () -> commands.run(Command.shell("echo x >>/tmp/log")));
    assertThat(failure.code()).isEqualTo(ErrorCode.SANDBOX_UNAVAILABLE);
    assertThat(commands.run(Command.shell("cat /tmp/log | wc -l")).stdout().text())
        .isEqualTo("0\n");
    api.delete(made.id());
  }

  @Test
  void a_lost_sandbox_is_gone_and_no_result() {
    DaytonaApi api = api(current);
    DaytonaState made = api.create(named("lost"));
    DaytonaToolbox toolbox = api.toolbox(made);
    DaytonaCommands commands = DaytonaCommands.install(toolbox, ANY);
    current.lose(made.id());
    for (Runnable use :
        List.<Runnable>of(
            () -> commands.run(Command.of("true")),
            () -> commands.run(Command.of("cat").withInput("x")),
            () -> toolbox.upload("/tmp/x", Spool.of(new byte[0])))) {
      assertThat(catchThrowableOfType(AssayException.class, use::run).code())
          .isEqualTo(ErrorCode.SANDBOX_GONE);
    }
  }

  @Test
  void an_expired_key_names_the_setting_and_never_shows_itself() {
    current.faults().expireKey();
    DaytonaApi api = api(current);
    AssayException failure =
        catchThrowableOfType(AssayException.class, () -> api.create(named("locked")));
    assertThat(failure.code()).isEqualTo(ErrorCode.SANDBOX_UNAVAILABLE);
    assertThat(failure.reason())
        .contains("assay.sandbox.daytona.key")
        .doesNotContain(DaytonaServer.KEY);
    assertThat(DaytonaSettings.of(current.api(), Secret.of(DaytonaServer.KEY), "x").toString())
        .doesNotContain(DaytonaServer.KEY);
  }

  @Test
  void a_missing_file_is_told_by_its_code_and_not_by_its_status() {
    DaytonaApi api = api(current);
    DaytonaState made = api.create(named("files"));
    DaytonaToolbox toolbox = api.toolbox(made);
    assertThat(
            catchThrowableOfType(AssayException.class, () -> toolbox.download("/tmp/none")).code())
        .isEqualTo(ErrorCode.SANDBOX_FILE_NOT_FOUND);
    api.delete(made.id());
  }

  @Test
  void snapshots_are_made_found_woken_used_and_deleted() {
    DaytonaApi api = api(current);
    DaytonaState made = api.create(named("source"));
    DaytonaCommands.install(api.toolbox(made), ANY).run(Command.shell("echo kept >/opt/kept"));
    current.faults().slowStart(3);
    api.snapshot(made.id(), "temp-1");
    current.faults().heal();
    assertThat(api.snapshots("temp-")).containsOnlyKeys("temp-1");
    current.deactivate("temp-1");
    api.awaitActive("temp-1");
    NewDaytonaSandbox wanted = named("copy");
    DaytonaState copy =
        api.create(
            new NewDaytonaSandbox(
                wanted.name(),
                "temp-1",
                wanted.labels(),
                wanted.network(),
                wanted.idle(),
                wanted.resources()));
    DaytonaCommands commands = DaytonaCommands.install(api.toolbox(copy), ANY);
    assertThat(commands.run(Command.shell("cat /opt/kept")).stdout().text()).isEqualTo("kept\n");
    api.deleteSnapshot("temp-1");
    api.deleteSnapshot("temp-1");
    assertThat(current.snapshots()).containsExactly(DaytonaServer.BASE);
    api.delete(made.id());
    api.delete(copy.id());
  }
}
