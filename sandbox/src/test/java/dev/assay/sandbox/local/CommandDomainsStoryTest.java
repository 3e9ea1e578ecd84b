package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// No command looks into or changes what another one started, and all usual work goes on.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandDomainsStoryTest {
  private TestEngine engine;
  private Sandbox sandbox;

  @BeforeAll
  void start() throws IOException {
    engine = TestEngine.in("domains");
    assumeTrue(
        KernelProbe.ask(engine.home().resolve("sandboxes")).get("domains").startsWith("ok"),
        "This kernel has no domains");
    sandbox = engine.sandboxes().create(SandboxSpec.of(SandboxImage.of("host"), "domains"));
  }

  @AfterAll
  void stop() throws IOException {
    if (sandbox != null) {
      sandbox.close();
    }
    engine.close();
  }

  private String shell(String line) {
    CommandResult result = sandbox.run(Command.shell(line).withTimeout(Duration.ofMinutes(1)));
    assertThat(result.succeeded())
        .describedAs("%s: %s %s %s", line, result.outcome(), result.stdout(), result.stderr())
        .isTrue();
    return result.stdout().text().strip();
  }

  /// What becomes of each way to look into a process or to write to its memory.
  private static String tryAll(String process) {
    return "perl -e '$p = \"/proc/\" . shift; print sysopen(F, \"$p/mem\", 2) ? \"open\\n\" : \"closed\\n\";"
        + " for (qw(environ maps auxv io)) {"
        + " print open(F, \"$p/$_\") && sysread(F, $b, 1) ? \"open\\n\" : \"closed\\n\" }"
        + " for (qw(exe cwd root fd/0 fd/1)) { print readlink(\"$p/$_\") ? \"open\\n\" : \"closed\\n\" }' "
        + process
        + " | sort -u";
  }

  @Test
  void the_memory_of_what_another_command_started_can_be_neither_read_nor_written() {
    String other = shell("sleep 4761 >/dev/null 2>&1 & echo $!");
    assertThat(shell(tryAll(other))).isEqualTo("closed");
    assertThat(shell("tr '\\0' ' ' < /proc/" + other + "/cmdline")).isEqualTo("sleep 4761");
    assertThat(shell("kill " + other + " && echo ended")).isEqualTo("ended");
  }

  @Test
  void neither_can_that_of_our_own_processes() {
    assertThat(shell(tryAll("1"))).isEqualTo("closed");
    assertThat(shell(tryAll("$PPID"))).isEqualTo("closed");
  }

  @Test
  void files_are_not_read_from_the_memory_of_a_command_either() {
    String other = shell("SECRET=xyzzy sleep 4762 >/dev/null 2>&1 & echo $!");
    assertThat(catchThrowable(() -> sandbox.files().read("/proc/" + other + "/environ", 1000)))
        .isNotNull();
    shell("kill " + other);
  }

  @Test
  void a_command_sees_and_ends_what_it_started_itself() {
    assertThat(shell("sleep 4763 >/dev/null 2>&1 & " + tryAll("$!") + "; kill $!; wait $! || :"))
        .isEqualTo("open");
    assertThat(
            shell(
                "(setsid sleep 4764 & echo $! > left); exec 3<>/proc/$(cat left)/mem && echo yes; kill $(cat left)"))
        .isEqualTo("yes");
  }

  @Test
  void files_and_folders_are_moved_and_linked_between_folders() {
    assertThat(
            shell(
                "mkdir -p a/deep b && echo one > a/deep/file && perl -e '"
                    + "rename(\"a/deep/file\", \"b/file\") && link(\"b/file\", \"a/again\")"
                    + " && rename(\"a/deep\", \"b/deep\") && rename(\"b\", \"a/inside\") or die $!'"
                    + " && mv a /tmp/moved && cat /tmp/moved/inside/file /tmp/moved/again"))
        .isEqualTo("one\none");
    assertThat(
            shell(
                "python3 -c 'import os; f = os.open(\"/workspace\", os.O_TMPFILE | os.O_RDWR);"
                    + " os.write(f, b\"kept\"); os.link(\"/proc/self/fd/%d\" % f, \"/workspace/kept\", src_dir_fd=f)'; cat kept"))
        .isEqualTo("kept");
  }

  @Test
  void compilers_version_control_and_interpreters_work_as_ever() {
    assertThat(
            shell(
                "mkdir c && cd c && echo 'int main(void) { return 0; }' > a.c && cc a.c && ./a.out"
                    + " && git init -q . && git add a.c && git -c user.name=a -c user.email=a@b commit -qm one"
                    + " && git gc -q && git clone -q . ../d && git mv a.c b.c && git -C ../d log --oneline | wc -l"))
        .isEqualTo("1");
    assertThat(
            shell(
                "python3 -c 'import multiprocessing as m, tempfile, shutil;"
                    + " print(m.get_context(\"fork\").Pool(2).map(abs, [-1, -2]))'"))
        .isEqualTo("[1, 2]");
    assertThat(
            shell(
                "if command -v node >/dev/null; then node -e 'const c = require(\"child_process\");"
                    + " const p = c.spawn(\"sleep\", [\"4765\"]); p.on(\"exit\", (a, s) => console.log(s)); p.kill()';"
                    + " else echo SIGTERM; fi"))
        .isEqualTo("SIGTERM");
  }
}
