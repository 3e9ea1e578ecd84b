package dev.assay.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.Architecture;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.testkit.ElfHeader;
import dev.assay.testkit.JavaProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PostgresProgramsStoryTest {
  private static final PostgresArchive OWN = PostgresArchive.of(Architecture.own());

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Architecture.class)
  void come_along_for_each_processor_whatever_an_interrupted_unpacking_left(
      Architecture architecture) throws IOException {
    Path half = Files.createDirectories(folder.resolve(".unpacking77/bin"));
    Files.writeString(half.resolve("postgres"), "\177ELF and then the power went");
    PostgresArchive archive = PostgresArchive.of(architecture);
    Path programs = PostgresPrograms.ensure(archive, folder).folder();
    for (String name : List.of("postgres", "initdb", "pg_ctl")) {
      Path program = programs.resolve("bin").resolve(name);
      assertThat(program).isExecutable();
      ElfHeader header = ElfHeader.read(program);
      assertThat(header.machine()).isEqualTo(architecture.word());
      assertThat(header.bits()).isEqualTo(64);
    }
    String postgres =
        Files.readString(programs.resolve("bin/postgres"), StandardCharsets.ISO_8859_1);
    assertThat(postgres)
        .contains("PostgreSQL " + DatabaseFolder.MAJOR_VERSION + ".")
        .contains(archive.loader().toString());
    assertThat(programs.resolve("share/postgresql/postgres.bki")).isNotEmptyFile();
    assertThat(entries(folder)).containsExactlyInAnyOrder("lock", archive.folderName());
  }

  @Test
  void an_archive_that_is_not_the_expected_one_is_never_unpacked() {
    PostgresArchive wrong =
        new PostgresArchive(
            OWN.architecture(), OWN.resource(), Digest.of(new byte[0]), OWN.loader());
    assertThatThrownBy(() -> PostgresPrograms.ensure(wrong, folder))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("is damaged");
    assertThat(entries(folder)).containsExactly("lock");
  }

  @Test
  void what_is_not_there_or_cannot_run_here_is_said_without_unpacking_anything() {
    PostgresArchive none =
        new PostgresArchive(OWN.architecture(), "/no-such.txz", OWN.digest(), OWN.loader());
    assertThat(none.findObstacle().orElseThrow())
        .contains("no PostgreSQL for " + OWN.architecture().word());
    PostgresArchive strange =
        new PostgresArchive(
            OWN.architecture(), OWN.resource(), OWN.digest(), Path.of("/lib/no-such-loader"));
    assertThat(strange.findObstacle().orElseThrow()).contains("GNU C library");
    assertThat(OWN.findObstacle()).isEmpty();
  }

  @Test
  void those_of_earlier_versions_are_removed() throws IOException {
    Files.createDirectories(folder.resolve("PG-0123/bin"));
    Path own = Files.createDirectories(folder.resolve(OWN.folderName()));
    new PostgresPrograms(own).removeOthers();
    assertThat(entries(folder)).containsExactly(OWN.folderName());
  }

  @Test
  void two_processes_that_unpack_at_once_get_the_same_programs() throws Exception {
    List<Process> both = List.of(unpacking(List.of()), unpacking(List.of()));
    for (Process process : both) {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(said).isZero();
      assertThat(said).contains(OWN.folderName());
    }
    assertThat(entries(folder)).containsExactlyInAnyOrder("lock", OWN.folderName());
  }

  @Test
  void a_full_disk_is_named_and_nothing_half_remains() throws Exception {
    // A file system of 4 MiB that only this process sees.
    Process process =
        unpacking(
            List.of(
                "unshare",
                "--user",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                "mount -t tmpfs -o size=4m none \"$0\" && \"$@\"; code=$?; ls -A \"$0\"; exit $code",
                folder.toString()));
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(3);
    assertThat(said)
        .contains("HOME_UNUSABLE")
        .contains("No space left on device")
        .contains("Make room there (100 MiB), or choose another one with ASSAY_HOME.")
        .endsWith("\nlock\n");
  }

  private Process unpacking(List<String> before) throws IOException {
    List<String> words = new ArrayList<>(before);
    words.addAll(JavaProgram.words());
    words.addAll(List.of(Unpacking.class.getName(), folder.toString()));
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    return process;
  }

  /// A process that unpacks.
  static final class Unpacking {
    public static void main(String[] words) {
      try {
        System.out.println(PostgresPrograms.ensure(OWN, Path.of(words[0])));
      } catch (AssayException e) {
        System.out.println(e.code() + ": " + e.reason());
        System.exit(3);
      }
    }
  }

  private static List<String> entries(Path folder) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
