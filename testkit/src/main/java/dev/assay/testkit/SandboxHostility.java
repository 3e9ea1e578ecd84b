package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.AccessEvidence.Use;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Mount.Access;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that hostile content inside can neither make its owner store too much nor control what its
/// owner learns.
interface SandboxHostility extends SandboxFixture {
  private static AssayException refusal(Runnable action) {
    return catchThrowableOfType(AssayException.class, action::run);
  }

  @Test
  default void a_download_larger_than_allowed_is_refused_and_nothing_of_it_is_left()
      throws IOException {
    try (Sandbox sandbox = sandbox()) {
      SandboxFiles files = sandbox.files();
      shell(sandbox, "mkdir big; echo small > big/a; truncate -s 5G big/z");
      Path there = scratch().resolve("big-" + sandbox.id());
      AssayException tooLong = refusal(() -> files.download("big", there));
      assertThat(tooLong.code()).isEqualTo(ErrorCode.SANDBOX_FILE_REFUSED);
      assertThat(tooLong.reason()).contains("big").contains("longer than 1073741824 bytes");
      assertThat(there).doesNotExist();

      shell(sandbox, "rm big/z; head -c 2000 /dev/zero > big/z");
      assertThat(refusal(() -> files.download("big", there, 1000)).code())
          .isEqualTo(ErrorCode.SANDBOX_FILE_REFUSED);
      assertThat(there).doesNotExist();
      assertThat(files.download("big", there)).isEmpty();
      assertThat(there.resolve("z")).hasSize(2000);
    }
  }

  @Test
  default void more_entries_than_allowed_are_refused() {
    try (Sandbox sandbox = sandbox()) {
      SandboxFiles files = sandbox.files();
      manyLinks(sandbox, "many", 100_001, "x");
      Path there = scratch().resolve("many-" + sandbox.id());
      assertThat(refusal(() -> files.download("many", there)).reason())
          .contains("more than 100000 entries");
      assertThat(there).doesNotExist();
      assertThat(refusal(() -> files.list("many")).reason()).contains("more than 100000 entries");
      assertThat(shell(sandbox, "echo fine")).isEqualTo("fine");
    }
  }

  /// Makes symbolic links. Most of them are further names of the same few, which are made ten times
  /// faster.
  private void manyLinks(Sandbox sandbox, String folder, int number, String target) {
    shell(
        sandbox,
        "mkdir %1$s; cd %1$s; perl -e 'for $n (0 .. %2$d) { $first = $n - $n %% 50000;"
                .formatted(folder, number - 1)
            + " ($n == $first ? symlink \"%s\", $n : link $first, $n) or die $! }'"
                .formatted(target));
  }

  @Test
  default void a_listing_that_would_fill_memory_is_refused() {
    try (Sandbox sandbox = sandbox()) {
      manyLinks(sandbox, "links", 10_000, "y".repeat(4000));
      assertThat(refusal(() -> sandbox.files().list("links")).code())
          .isEqualTo(ErrorCode.SANDBOX_FILE_REFUSED);
      assertThat(refusal(() -> sandbox.files().glob("links", "*", Integer.MAX_VALUE)).code())
          .isEqualTo(ErrorCode.SANDBOX_FILE_REFUSED);
      assertThat(shell(sandbox, "echo fine")).isEqualTo("fine");
    }
  }

  @Test
  default void a_search_skips_what_is_not_text_and_is_bounded() {
    try (Sandbox sandbox = sandbox()) {
      shell(
          sandbox,
          "mkdir d; echo needle > d/text; truncate -s 8G d/hole;"
              + " head -c 3000000 /dev/zero | tr '\\0' n > d/line; echo needle >> d/line");
      assertThat(sandbox.files().grep("d", "needle", 10))
          .extracting(SandboxFiles.Match::path)
          .containsExactly("/workspace/d/text");
      shell(sandbox, "yes needle-$(printf %01990d 0) | head -c 60000000 > d/text");
      assertThat(refusal(() -> sandbox.files().grep("d", "needle", Integer.MAX_VALUE)).code())
          .isEqualTo(ErrorCode.SANDBOX_FILE_REFUSED);
    }
  }

  @Test
  default void a_tree_too_deep_for_the_host_is_refused_not_a_failure() throws IOException {
    try (Sandbox sandbox = sandbox()) {
      shell(
          sandbox,
          "perl -e '$n = \"n\" x 200; mkdir \"deep\"; chdir \"deep\";"
              + " for (1 .. 30) { mkdir $n; chdir $n or die } open F, \">f\"'");
      Path there = scratch().resolve("deep-" + sandbox.id());
      assertThat(refusal(() -> sandbox.files().download("deep", there)).code())
          .isEqualTo(ErrorCode.SANDBOX_FILE_REFUSED);
      assertThat(there).doesNotExist();
      shell(sandbox, "perl -e 'mkdir \"odd\"; open F, \">odd/\\xff\"; open F, \">odd/good\"'");
      assertThat(sandbox.files().download("odd", there)).hasSize(1);
      assertThat(there.resolve("good")).exists();
    }
  }

  @Test
  default void twenty_thousand_arguments_all_arrive_and_too_many_are_refused() {
    try (Sandbox sandbox = sandbox()) {
      List<String> words = new java.util.ArrayList<>(List.of("sh", "-c", "echo $#", "sh"));
      words.addAll(Collections.nCopies(20_000, "x"));
      assertThat(sandbox.run(Command.of(words)).stdout().text()).isEqualTo("20000\n");
      words.addAll(Collections.nCopies(2000, "y".repeat(2000)));
      assertThat(sandbox.run(Command.of(words)).outcome())
          .isInstanceOfSatisfying(
              Outcome.NotFound.class, seen -> assertThat(seen.reason()).contains("too long"));
      words.addAll(Collections.nCopies(20_000, "y".repeat(2000)));
      AssayException refused = refusal(() -> sandbox.run(Command.of(words)));
      assertThat(refused.code()).isEqualTo(ErrorCode.SANDBOX_COMMAND_REFUSED);
      assertThat(shell(sandbox, "echo fine")).isEqualTo("fine");
    }
  }

  @Test
  default void folders_shared_for_writing_count_towards_the_disk_limit() throws IOException {
    Path shared = Files.createTempDirectory(scratch(), "shared");
    Files.write(shared.resolve("before"), new byte[30 << 20]);
    SandboxSpec spec =
        spec()
            .withLimit(Limit.DISK, 20 << 20)
            .withMount(new Mount(shared, "/shared", Access.READ_WRITE));
    try (Sandbox sandbox = grantedSandbox(spec)) {
      shell(sandbox, "head -c 5000000 /dev/urandom > /shared/little; sleep 0.6");
      CommandResult result =
          sandbox.run(
              Command.shell(
                      "i=0; while :; do head -c 3000000 /dev/urandom > /shared/f$i; i=$((i+1)); sleep 0.05; done")
                  .withTimeout(Duration.ofSeconds(30)));
      assertThat(result.outcome()).isEqualTo(new Outcome.LimitExceeded(Limit.DISK));
    }
  }

  @Test
  default void the_evidence_of_a_sandbox_that_ran_out_of_time_can_be_read() throws IOException {
    requires(Feature.NETWORK_RECORDING, Feature.METRICS);
    Path skill = Files.createTempDirectory(scratch(), "skill");
    Files.writeString(skill.resolve("SKILL.md"), "text");
    SandboxSpec spec =
        spec()
            .withMount(new Mount(skill, "/workspace/skill", Access.WATCHED))
            .withLimits(Limits.none().withWall(Duration.ofSeconds(2)));
    try (Sandbox sandbox = grantedSandbox(spec)) {
      Outcome outcome =
          sandbox
              .run(
                  Command.of(
                      "bash",
                      "-c",
                      "cat skill/SKILL.md; : > /dev/tcp/203.0.113.9/81; exec sleep 60"))
              .outcome();
      assertThat(outcome).isEqualTo(new Outcome.LimitExceeded(Limit.WALL));
      await()
          .until(
              () ->
                  catchThrowableOfType(SandboxFailure.class, () -> sandbox.run(Command.of("true")))
                      != null);
      assertThat(sandbox.network().attempted()).contains("203.0.113.9:81");
      assertThat(sandbox.access().opened()).containsExactly("/workspace/skill/SKILL.md");
      assertThat(sandbox.metrics().cpu()).isPositive();
    }
  }

  @Test
  default void an_executed_file_is_told_apart_and_a_listed_folder_is_never_opened()
      throws IOException {
    Path skill = Files.createTempDirectory(scratch(), "skill");
    Files.createDirectories(skill.resolve("scripts"));
    Files.writeString(skill.resolve("scripts/run.sh"), "#!/bin/sh\necho ran\n");
    Files.writeString(skill.resolve("scripts/other.sh"), "echo other\n");
    assertThat(skill.resolve("scripts/run.sh").toFile().setExecutable(true, false)).isTrue();
    SandboxSpec spec = spec().withMount(new Mount(skill, "/skill", Access.WATCHED));
    try (Sandbox sandbox = grantedSandbox(spec)) {
      shell(
          sandbox,
          "cd /skill; ls -lR . > /dev/null; find . > /dev/null; stat scripts/run.sh > /dev/null;"
              + " perl -e 'opendir D, \"scripts\"; readdir D; open F, \"<\", \"scripts\"; -r \"scripts/run.sh\"'");
      assertThat(sandbox.access().events())
          .isNotEmpty()
          .allSatisfy(event -> assertThat(event.use()).isEqualTo(Use.LISTED));
      shell(sandbox, "cd /skill; sh scripts/other.sh; scripts/run.sh");
      List<String> executed =
          sandbox.access().events().stream()
              .filter(event -> event.use() == Use.EXECUTED)
              .map(event -> event.path())
              .toList();
      if (engine().capabilities().has(Feature.EXECUTION_RECORDING)) {
        assertThat(executed).containsExactly("/skill/scripts/run.sh");
      } else {
        assertThat(executed).isEmpty();
      }
      assertThat(sandbox.access().opened())
          .containsExactly("/skill/scripts/other.sh", "/skill/scripts/run.sh");
    }
  }

  @Test
  default void what_is_asked_of_the_proxy_is_recorded_whatever_becomes_of_it() {
    requires(Feature.NETWORK_RECORDING);
    SandboxSpec spec = spec().withNetwork(Network.allowing("*.invalid"));
    try (Sandbox sandbox = grantedSandbox(spec)) {
      sandbox.run(
          Command.of(
              "bash",
              "-c",
              "ask() { exec 3<>/dev/tcp/127.0.0.1/3128; printf \"$1 HTTP/1.1\\r\\n\\r\\n\" >&3; cat <&3; };"
                  + " ask 'CONNECT secret.invalid:443'; ask 'CONNECT under_score.example:443';"
                  + " ask 'GET http://[/x'; ask 'CONNECT other.example:443'"));
      assertThat(sandbox.network().attempted())
          .contains("secret.invalid:443", "other.example:443")
          .anyMatch(place -> place.contains("under_score.example"))
          .anyMatch(place -> place.contains("[/x"));
    }
  }

  @Test
  default void clients_that_would_try_again_for_minutes_give_up_at_once_when_offline() {
    try (Sandbox sandbox = sandbox()) {
      assertThat(shell(sandbox, "echo $npm_config_fetch_retries $PIP_RETRIES")).isEqualTo("0 0");
    }
  }

  @Test
  default void a_port_that_nobody_answers_at_does_not_hold_up_the_sandbox() {
    requires(Feature.PORT_DIAL);
    try (Sandbox sandbox = sandbox()) {
      shell(
          sandbox,
          "perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0); bind(S, sockaddr_in(4002, INADDR_LOOPBACK));"
              + " listen(S, 0); for (1 .. 3) { socket($c[$_], PF_INET, SOCK_STREAM, 0);"
              + " fcntl($c[$_], 4, 2048); connect($c[$_], sockaddr_in(4002, INADDR_LOOPBACK)) }"
              + " if (!fork) { close STDOUT; close STDERR; sleep 4744 }'");
      assertThat(refusal(() -> sandbox.dial(4002))).isNotNull();
      assertThat(shell(sandbox, "echo fine")).isEqualTo("fine");
    }
  }
}
