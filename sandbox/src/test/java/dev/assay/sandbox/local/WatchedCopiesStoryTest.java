package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// One sandbox after the other uses the same copies of skills, and none can tell.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchedCopiesStoryTest {
  private TestEngine engine;

  @BeforeAll
  void start() throws IOException {
    engine = TestEngine.in("copies");
  }

  @AfterAll
  void stop() throws IOException {
    engine.close();
  }

  private Path skill(String text) throws IOException {
    Path skill = engine.home().resolve("scratch").resolve(UUID.randomUUID().toString());
    Files.createDirectories(skill.resolve("scripts"));
    Files.writeString(skill.resolve("SKILL.md"), text);
    Files.writeString(skill.resolve("scripts/run.sh"), "echo " + text);
    return skill;
  }

  private Sandbox with(Path... skills) {
    SandboxSpec spec = SandboxSpec.of(SandboxImage.of("host"), "copies");
    for (int number = 0; number < skills.length; number++) {
      spec = spec.withMount(new Mount(skills[number], "/skill" + number, Mount.Access.WATCHED));
    }
    return engine.sandboxes().create(spec);
  }

  private static List<String> lines(Sandbox sandbox, String line) {
    CommandResult result = sandbox.run(Command.of("bash", "-c", line));
    assertThat(result.succeeded()).as(result.toString()).isTrue();
    return result.stdout().text().lines().toList();
  }

  private static String file(Sandbox sandbox) {
    return lines(sandbox, "stat -c %i /skill0/SKILL.md").getFirst();
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> all = Files.list(engine.home().resolve("sandboxes/watched"))) {
      return all.filter(path -> path.getFileName().toString().startsWith("kept-")).toList();
    }
  }

  @Test
  void the_next_sandbox_takes_over_and_only_its_own_reading_is_recorded() throws IOException {
    Path skill = skill("one");
    Path other = skill("other");
    String first;
    try (Sandbox sandbox = with(skill, other)) {
      first = file(sandbox);
      lines(sandbox, "cat /skill0/SKILL.md /skill0/scripts/run.sh");
      assertThat(sandbox.access().opened()).contains("/skill0/scripts/run.sh");
    }
    try (Sandbox sandbox = with(skill, other);
        Sandbox beside = with(skill, other)) {
      assertThat(file(sandbox)).isEqualTo(first);
      assertThat(file(beside)).as("two at a time have two").isNotEqualTo(first);
      lines(sandbox, "cat /skill1/SKILL.md");
      assertThat(sandbox.access().opened()).contains("/skill1/SKILL.md");
      assertThat(sandbox.access().opened()).doesNotContain("/skill0/scripts/run.sh");
      assertThat(beside.access().opened()).doesNotContain("/skill1/SKILL.md");
    }
    try (Sandbox fewer = with(skill)) {
      assertThat(file(fewer)).as("all trees of one sandbox have one age").isNotEqualTo(first);
    }
  }

  @Test
  void nothing_inside_tells_what_was_read_before() throws IOException {
    Path skill = skill("read");
    Path other = skill("unread");
    try (Sandbox sandbox = with(skill, other)) {
      lines(sandbox, "cat /skill0/SKILL.md");
    }
    double ended = Instant.now().toEpochMilli() / 1000.0 - 0.02; // the kernel's clock ticks slowly
    try (Sandbox sandbox = with(skill, other)) {
      for (String times : lines(sandbox, "stat -c '%.9X %.9Y %.9Z' /skill[01]/SKILL.md")) {
        String[] each = times.split(" ");
        assertThat(each[0]).as("read").isEqualTo(each[1]);
        assertThat(Double.parseDouble(each[2])).as("changed").isGreaterThan(ended);
      }
    }
  }

  @Test
  void what_changed_since_is_copied_again() throws IOException {
    Path skill = skill("old");
    String first;
    try (Sandbox sandbox = with(skill)) {
      first = file(sandbox);
    }
    Files.writeString(skill.resolve("SKILL.md"), "new");
    try (Sandbox sandbox = with(skill)) {
      assertThat(lines(sandbox, "cat /skill0/SKILL.md")).containsExactly("new");
      assertThat(file(sandbox)).isNotEqualTo(first);
    }
    for (Path copy : kept()) {
      Path text = copy.resolve("0/SKILL.md");
      if (Files.readString(text).equals("new")) {
        var written = Files.getLastModifiedTime(text);
        Files.writeString(text, "bad");
        Files.setLastModifiedTime(text, written);
      }
    }
    try (Sandbox sandbox = with(skill)) {
      assertThat(lines(sandbox, "cat /skill0/SKILL.md"))
          .as("a copy that somebody changed is not used")
          .containsExactly("new");
    }
  }

  @Test
  void few_are_kept_and_none_that_is_large() throws IOException {
    for (int number = 0; number < 12; number++) {
      with(skill("number " + number)).destroy();
    }
    assertThat(kept()).hasSize(8);
    Path large = skill("large");
    Files.write(large.resolve("model.bin"), new byte[5 << 20]);
    with(large).destroy();
    for (Path copy : kept()) {
      assertThat(copy.resolve("0/model.bin")).doesNotExist();
    }
  }

  @Test
  void what_an_earlier_process_kept_is_removed_at_the_start() throws IOException {
    try (TestEngine first = TestEngine.in("earlier")) {
      Path left = first.home().resolve("sandboxes/watched/kept-left/0");
      Files.createDirectories(left);
      Files.writeString(left.resolve("SKILL.md"), "left");
      Files.createDirectories(first.home().resolve("sandboxes/watched/removed-left/0"));
      try (FileLeases leases = new FileLeases(first.home().resolve("leases"))) {
        SandboxEngines.local(LocalSettings.in(first.home().resolve("sandboxes")), leases).close();
      }
      assertThat(left).doesNotExist();
    }
  }
}
