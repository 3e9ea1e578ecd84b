package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.Architecture;
import dev.assay.testkit.ProgramFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The shell side of two commands: their messages if something is missing.
class LauncherStoryTest {
  private static final Path TOP = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path folder;

  @Test
  void a_machine_without_a_jdk_25_is_told_what_to_install() throws IOException {
    String said = hidden("", TOP.resolve("assay").toString(), "doctor");
    assertThat(said)
        .contains("no JDK 25 found")
        .contains("openjdk-25-jdk-headless")
        .contains("temurin-25-jdk")
        .endsWith("exit 2");
  }

  @Test
  void a_jdk_of_another_version_is_named() throws IOException {
    Path old = jdk("17.0.1");
    String said = hidden(old.toString(), TOP.resolve("check").toString());
    assertThat(said).contains(old.toString()).contains("version \"17.0.1\"").endsWith("exit 2");
  }

  @Test
  void a_jdk_25_is_taken_from_java_home() throws IOException {
    Path right = jdk("25.0.3");
    String said =
        hidden(right.toString(), "sh", "-c", ". " + TOP + "/scripts/house.sh; find_jdk; echo $jdk");
    assertThat(said).contains(right.toString()).endsWith("exit 0");
  }

  @Test
  void an_ordinary_user_is_given_the_one_line_that_installs_what_is_missing() throws IOException {
    String said =
        hidden(
            "",
            "sh",
            "-c",
            ". " + TOP + "/scripts/house.sh; need sh=dash no-such-program=some-package || exit 2");
    assertThat(said)
        .contains("sudo apt-get install -y some-package")
        .doesNotContain("dash")
        .endsWith("exit 2");
  }

  @Test
  void an_unknown_processor_is_refused_before_anything_is_looked_for_or_built() throws IOException {
    script("uname", "echo Linux riscv64");
    for (String command : List.of("assay serve", "check")) {
      assertThat(hidden("", "sh", "-c", "PATH=" + folder + ":$PATH " + TOP + "/" + command))
          .contains("this machine is Linux riscv64")
          .contains("amd64 (x86_64) and arm64 (aarch64)")
          .doesNotContain("JDK", "installing", "building")
          .endsWith("exit 2");
    }
  }

  @Test
  void a_helper_that_is_asked_for_and_cannot_be_built_is_named_with_its_packages()
      throws IOException {
    // The own one is there and newer than its sources, so no compiler runs.
    String helper = "out/dev/assay/native/linux-" + Architecture.own().word();
    Files.createDirectories(folder.resolve(helper));
    script(helper + "/assay-helper", "exit 0");
    for (String name : List.of("sh", "dirname", "uname", "find", "mkdir", "rm", "cc")) {
      Files.createSymbolicLink(folder.resolve(name), Path.of("/usr/bin", name));
    }
    String build = "PATH=" + folder + " /bin/sh " + TOP + "/native/build.sh " + folder + "/out";
    assertThat(hidden("", "sh", "-c", build)).isEqualTo("exit 0");
    assertThat(hidden("", "sh", "-c", build + " all"))
        .contains("no compiler")
        .containsPattern("apt-get install gcc-(aarch64-linux-gnu libc6-dev-arm64|x86-64-linux-gnu)")
        .endsWith("exit 1");
  }

  private void script(String name, String text) throws IOException {
    ProgramFile.write(folder.resolve(name), "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /// Runs a command as an ordinary user on this machine with every JDK hidden.
  private String hidden(String javaHome, String... command) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "bwrap",
                "--unshare-user",
                "--uid",
                "1000",
                "--gid",
                "1000",
                "--ro-bind",
                "/",
                "/",
                "--dev",
                "/dev",
                "--tmpfs",
                "/usr/lib/jvm",
                "--bind",
                folder.toString(),
                folder.toString(),
                "--clearenv",
                "--setenv",
                "PATH",
                "/usr/bin:/bin",
                "--setenv",
                "HOME",
                "/nonexistent",
                "--setenv",
                "JAVA_HOME",
                javaHome));
    words.addAll(List.of(command));
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return said + "exit " + process.exitValue();
  }

  private Path jdk(String version) throws IOException {
    Path jdk = folder.resolve("jdk-" + version);
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    Path compiler = Files.createFile(jdk.resolve("bin/javac"));
    Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    return jdk;
  }
}
