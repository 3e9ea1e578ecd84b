package dev.assay.sandbox.e2b;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.sandbox.e2b.NewE2bSandbox.E2bNetwork;
import dev.assay.sandbox.remote.Background;
import dev.assay.sandbox.remote.HelperOrder.Extent;
import dev.assay.sandbox.remote.Spool;
import dev.assay.sandbox.settings.E2bSettings;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.testkit.provider.E2bServer;
import dev.assay.testkit.provider.E2bServer.Offer;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The client against a server that speaks E2B's interface; commands run in local sandboxes.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class E2bClientStoryTest {
  private static final Duration LIFE = Duration.ofMinutes(5);

  private static final SandboxSpec ANY =
      SandboxSpec.of(SandboxImage.of("e2b", E2bServer.BASE), "test");

  private Background background;
  private E2bServer full;
  private E2bServer plain;
  private final List<Duration> waits = new ArrayList<>();

  @BeforeAll
  void start() throws IOException {
    background = Background.start();
    full = new E2bServer(background.engine(), background.image(), EnumSet.allOf(Offer.class));
    plain = new E2bServer(background.engine(), background.image(), Set.of());
  }

  @AfterAll
  void stop() throws IOException {
    full.close();
    plain.close();
    background.close();
  }

  @AfterEach
  void heal() {
    assertThat(full.violations()).isEmpty();
    assertThat(plain.violations()).isEmpty();
    full.faults().heal();
    plain.faults().heal();
    waits.clear();
  }

  private E2bApi api(E2bServer server) {
    return new E2bApi(
        E2bSettings.of("example.test", Secret.of(E2bServer.KEY), E2bServer.BASE)
            .at(server.api(), Optional.of(server.api()))
            .with(Background.QUICK)
            .with(waits::add));
  }

  private static NewE2bSandbox wanted(Map<String, String> metadata) {
    return new NewE2bSandbox(E2bServer.BASE, LIFE, metadata, new E2bNetwork.Blocked());
  }

  private static CommandResult run(E2bCommands commands, Command command) {
    return commands.start(command, OutputListener.silent(), Extent.KEPT).await();
  }

  private static E2bCommands install(E2bApi api, E2bState made) {
    return E2bCommands.install(api.daemon(made), ANY);
  }

  @Test
  void commands_and_files_work_and_a_command_costs_one_request_or_two() throws IOException {
    E2bApi api = api(full);
    E2bState made = api.create(wanted(Map.of()));
    Envd daemon = api.daemon(made);
    daemon.upload("/tmp/some/file", Spool.of("a\0b\r\n".getBytes(UTF_8)));
    try (InputStream file = daemon.download("/tmp/some/file")) {
      assertThat(file.readAllBytes()).isEqualTo("a\0b\r\n".getBytes(UTF_8));
    }
    assertThat(
            catchThrowableOfType(AssayException.class, () -> daemon.download("/tmp/none")).code())
        .isEqualTo(ErrorCode.SANDBOX_FILE_NOT_FOUND);
    E2bCommands commands = E2bCommands.install(daemon, ANY.withVariable("ONE", "1"));
    long before = api.calls();
    CommandResult result =
        run(commands, Command.shell("cat; echo \"$ONE 'x'\" >&2; exit 7").withInput("in"));
    assertThat(api.calls() - before).isEqualTo(2);
    assertThat(result.outcome()).isEqualTo(new Outcome.Exited(7));
    assertThat(result.stdout().text()).isEqualTo("in");
    assertThat(result.stderr().text()).isEqualTo("1 'x'\n");
    run(commands, Command.of("true"));
    assertThat(api.calls() - before).isEqualTo(3);
    api.kill(made.id());
    api.kill(made.id()); // what is gone is gone
    assertThat(full.living()).isZero();
  }

  @Test
  void sandboxes_are_listed_by_metadata_on_all_pages() {
    E2bApi api = api(full);
    List<String> made = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      made.add(api.create(wanted(Map.of("assay", "a b&c=d"))).id());
    }
    String other = api.create(wanted(Map.of("assay", "other"))).id();
    api.pause(made.getFirst());
    assertThat(api.list(Map.of("assay", "a b&c=d")))
        .extracting(E2bState::id)
        .containsExactlyInAnyOrderElementsOf(made);
    made.forEach(api::kill);
    api.kill(other);
  }

  @Test
  void connecting_wakes_a_paused_sandbox_and_only_ever_extends_its_life() {
    E2bApi api = api(full);
    E2bState made = api.create(wanted(Map.of()));
    Instant end = full.end(made.id());
    api.connect(made.id(), Duration.ofSeconds(20));
    assertThat(full.end(made.id())).isEqualTo(end);
    api.pause(made.id());
    E2bState woken = api.connect(made.id(), LIFE);
    assertThat(run(install(api, woken), Command.of("true")).succeeded()).isTrue();
    assertThat(api.connectSupport()).isEqualTo(E2bApi.Connect.OFFERED);
    api.kill(made.id());
  }

  @Test
  void where_connect_is_missing_the_sandbox_is_looked_up_woken_and_given_time() {
    E2bApi api = api(plain);
    E2bState made = api.create(wanted(Map.of()));
    E2bState running = api.connect(made.id(), Duration.ofHours(1));
    assertThat(api.connectSupport()).isEqualTo(E2bApi.Connect.MISSING);
    assertThat(plain.end(made.id())).isAfter(Instant.now().plus(Duration.ofMinutes(55)));
    assertThat(run(install(api, running), Command.of("true")).succeeded()).isTrue();

    api.pause(made.id());
    int asked = plain.requests().size();
    E2bState woken = api.connect(made.id(), LIFE);
    assertThat(plain.requests().subList(asked, plain.requests().size()))
        .containsExactly(
            "GET /sandboxes/" + made.id(),
            "POST /sandboxes/" + made.id() + "/resume",
            "GET /sandboxes/" + made.id());
    assertThat(woken.isPaused()).isFalse();
    assertThat(run(install(api, woken), Command.of("true")).succeeded()).isTrue();
    api.kill(made.id());
  }

  @Test
  void a_sandbox_that_is_gone_is_told_apart_from_a_route_that_is_missing() {
    for (E2bServer server : List.of(full, plain)) {
      E2bApi api = api(server);
      AssayException failure =
          catchThrowableOfType(AssayException.class, () -> api.connect("inothing", LIFE));
      assertThat(failure.code()).isEqualTo(ErrorCode.SANDBOX_GONE);
      assertThat(api.connectSupport()).isEqualTo(E2bApi.Connect.UNTRIED);
    }
  }

  @Test
  void a_sandbox_resumed_by_somebody_else_at_the_same_time_is_given_time() {
    E2bApi api = api(plain);
    E2bState made = api.create(wanted(Map.of()));
    api.connect(made.id(), LIFE);
    api.pause(made.id());
    plain.faults().refuse(1, "POST", "/resume", 409);
    int asked = plain.requests().size();
    api.connect(made.id(), LIFE);
    assertThat(plain.requests().subList(asked, plain.requests().size()))
        .contains("POST /sandboxes/" + made.id() + "/timeout");
    api.kill(made.id());
  }

  @Test
  void snapshots_are_templates_where_they_are_offered() {
    E2bApi api = api(full);
    E2bState made = api.create(wanted(Map.of()));
    run(install(api, made), Command.shell("echo kept >/opt/kept"));
    String snapshot = api.snapshot(made.id(), "temp-1").orElseThrow();
    E2bState copy =
        api.create(new NewE2bSandbox(snapshot, LIFE, Map.of(), new E2bNetwork.Blocked()));
    assertThat(run(install(api, copy), Command.of("cat", "/opt/kept")).stdout().text())
        .isEqualTo("kept\n");
    api.deleteSnapshot(snapshot);
    api.deleteSnapshot(snapshot);
    assertThat(full.templates()).containsExactly(E2bServer.BASE);
    api.kill(made.id());
    api.kill(copy.id());

    E2bApi without = api(plain);
    E2bState other = without.create(wanted(Map.of()));
    assertThat(without.snapshot(other.id(), "temp-2")).isEmpty();
    without.kill(other.id());
  }

  @Test
  void a_cut_stream_is_a_failure_of_the_platform_and_a_lost_sandbox_is_gone() {
    E2bApi api = api(full);
    E2bState made = api.create(wanted(Map.of()));
    E2bCommands commands = install(api, made);
    full.faults().cut("/process.Process/Start");
    assertThat(
            catchThrowableOfType(AssayException.class, () -> run(commands, Command.of("true")))
                .code())
        .isEqualTo(ErrorCode.SANDBOX_FAILED);
    assertThat(run(commands, Command.of("true")).succeeded()).isTrue();
    full.lose(made.id());
    assertThat(
            catchThrowableOfType(AssayException.class, () -> run(commands, Command.of("true")))
                .code())
        .isEqualTo(ErrorCode.SANDBOX_GONE);
    assertThat(
            catchThrowableOfType(
                    AssayException.class, () -> run(commands, Command.of("cat").withInput("x")))
                .code())
        .isEqualTo(ErrorCode.SANDBOX_GONE);
  }

  @Test
  void refusals_for_now_are_repeated_and_an_expired_key_names_the_setting() {
    E2bApi api = api(full);
    full.faults().refuse(2, "POST", "/sandboxes", 429, Map.of("Retry-After", "2"));
    api.kill(api.create(wanted(Map.of())).id());
    assertThat(waits).startsWith(Duration.ofSeconds(2), Duration.ofSeconds(2));
    full.faults().refuse(1, "POST", "/sandboxes", 500);
    assertThat(
            catchThrowableOfType(AssayException.class, () -> api.create(wanted(Map.of()))).code())
        .isEqualTo(ErrorCode.SANDBOX_UNAVAILABLE);
    full.faults().expireKey();
    AssayException failure =
        catchThrowableOfType(AssayException.class, () -> api.create(wanted(Map.of())));
    assertThat(failure.code()).isEqualTo(ErrorCode.SANDBOX_UNAVAILABLE);
    assertThat(failure.reason()).contains("assay.sandbox.e2b.key").doesNotContain(E2bServer.KEY);
    assertThat(full.living()).isZero();
  }

  @Test
  void neither_key_nor_token_is_shown() {
    E2bApi api = api(full);
    E2bState made = api.create(wanted(Map.of()));
    assertThat(made.toString()).contains(made.id()).doesNotContain("token-of-");
    assertThat(E2bSettings.of("e2b.app", Secret.of(E2bServer.KEY), "x").toString())
        .doesNotContain(E2bServer.KEY);
    api.kill(made.id());
  }
}
