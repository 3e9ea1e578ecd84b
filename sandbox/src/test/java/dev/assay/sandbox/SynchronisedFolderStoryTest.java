package dev.assay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.testkit.engine.BubblewrapEngine;
import dev.assay.testkit.engine.MemoryLeases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Both sides of a synchronised folder, with a sandbox that sees no folder of this machine.
class SynchronisedFolderStoryTest {
  private static final long MOST = 1 << 20;

  @TempDir private Path folder;
  private BubblewrapEngine engine;
  private Sandbox sandbox;
  private Path host;
  private SynchronisedFolder shared;

  @BeforeEach
  void start() throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/bwrap")), "SKIPPED: no bubblewrap");
    engine =
        new BubblewrapEngine(Files.createDirectory(folder.resolve("storage")), new MemoryLeases());
    sandbox = engine.create(SandboxSpec.of(SandboxImage.of(BubblewrapEngine.NAME, "usr"), "test"));
    host = Files.createDirectory(folder.resolve("host"));
    shared = new SynchronisedFolder(host, "/workspace/shared");
  }

  @AfterEach
  void stop() {
    if (engine != null) {
      engine.close();
    }
  }

  private String inside(String line) {
    return sandbox
        .run(Command.shell("cd /workspace/shared && " + line))
        .stdout()
        .text()
        .stripTrailing();
  }

  private void put(String name, String text) throws IOException {
    Files.writeString(host.resolve(name), text);
    // another time than whatever was there before
    Files.setLastModifiedTime(
        host.resolve(name), FileTime.from(Instant.ofEpochSecond(1_000_000_000 + text.length())));
  }

  @Test
  void what_is_made_changed_and_removed_inside_is_done_here_too() throws IOException {
    put("kept", "same");
    put("changed", "before");
    put("removed", "x");
    FileTime then = Files.getLastModifiedTime(host.resolve("kept"));
    shared.push(sandbox);
    inside("echo after > changed; rm removed; mkdir -p deep/er; echo new > deep/er/made");
    shared.pull(sandbox, MOST);
    assertThat(host.resolve("changed")).hasContent("after\n");
    assertThat(host.resolve("removed")).doesNotExist();
    assertThat(host.resolve("deep/er/made")).hasContent("new\n");
    assertThat(Files.getLastModifiedTime(host.resolve("kept"))).isEqualTo(then);
    assertThat(host.resolveSibling("host.incoming")).doesNotExist();
  }

  @Test
  void what_is_changed_here_goes_in_before_the_next_turn_and_only_that() throws IOException {
    put("old", "1");
    put("gone", "1");
    shared.push(sandbox);
    inside("echo mark > .mark; echo 2 > old");
    shared.pull(sandbox, MOST);
    put("added", "three");
    Files.delete(host.resolve("gone"));
    shared.push(sandbox);
    assertThat(inside("cat added old; ls")).isEqualTo("three2\nadded\nold");
  }

  @Test
  void what_is_as_it_was_is_not_fetched_again() throws IOException {
    put("old", "1");
    shared.push(sandbox);
    shared.pull(sandbox, MOST);
    shared.push(sandbox);
    shared.pull(sandbox, 0); // fetching even one byte would be too much
    inside("printf 2 > old");
    shared.pull(sandbox, MOST);
    assertThat(host.resolve("old")).hasContent("2");
    put("old", "three");
    shared.push(sandbox);
    shared.pull(sandbox, MOST);
    assertThat(host.resolve("old")).hasContent("three");
    inside("mv old new");
    shared.pull(sandbox, MOST);
    assertThat(host.resolve("old")).doesNotExist();
    assertThat(host.resolve("new")).hasContent("three");
  }

  @Test
  void what_somebody_changed_here_during_a_turn_stays_as_it_is_here() throws IOException {
    put("file", "first");
    put("doomed", "x");
    shared.push(sandbox);
    put("file", "from the user");
    put("upload", "new");
    put("doomed", "rescued");
    inside("echo from the agent > file; rm doomed");
    shared.pull(sandbox, MOST);
    assertThat(host.resolve("file")).hasContent("from the user");
    assertThat(host.resolve("upload")).hasContent("new");
    assertThat(host.resolve("doomed")).hasContent("rescued");
    shared.push(sandbox);
    assertThat(inside("cat file; echo; cat upload; echo; cat doomed"))
        .isEqualTo("from the user\nnew\nrescued");
  }

  @Test
  void links_stay_behind_and_too_much_is_refused_and_nothing_is_kept_of_it() throws IOException {
    shared.push(sandbox);
    inside("ln -s /etc/passwd link; echo fine > file");
    shared.pull(sandbox, MOST);
    assertThat(host.resolve("file")).hasContent("fine\n");
    assertThat(host.resolve("link").toFile()).doesNotExist();
    inside("head -c 2000000 /dev/zero > big");
    AssayException refusal =
        catchThrowableOfType(AssayException.class, () -> shared.pull(sandbox, MOST));
    assertThat(refusal.code()).isEqualTo(ErrorCode.SANDBOX_FILE_REFUSED);
    assertThat(host.resolve("big")).doesNotExist();
    assertThat(host.resolveSibling("host.incoming")).doesNotExist();
  }
}
