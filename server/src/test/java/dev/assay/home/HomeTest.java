package dev.assay.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {
  @TempDir Path folder;

  @Test
  void is_where_assay_home_says() {
    assertThat(Home.locate(Map.of("ASSAY_HOME", "/x/y", "HOME", "/h")).path())
        .isEqualTo(Path.of("/x/y"));
  }

  @Test
  void is_below_home_otherwise_whatever_the_password_file_says() {
    assertThat(Home.locate(Map.of("HOME", "/h")).path()).isEqualTo(Path.of("/h/.assay"));
    assertThat(Home.locate(Map.of("HOME", "/h", "ASSAY_HOME", " ")).path())
        .isEqualTo(Path.of("/h/.assay"));
  }

  @Test
  void is_made_private() throws IOException {
    Home home = new Home(folder.resolve("a/b"));
    home.prepare();
    assertThat(modes(home.path())).isEqualTo("rwx------");
  }

  @Test
  void is_closed_to_others_if_it_was_open() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    new Home(folder).prepare();
    assertThat(modes(folder)).isEqualTo("rwx------");
  }

  @Test
  void leaves_nothing_behind_from_looking() throws IOException {
    new Home(folder).prepare();
    try (var entries = Files.list(folder)) {
      assertThat(entries).isEmpty();
    }
  }

  @Test
  void refuses_a_file_in_its_place() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertUnusable(new Home(file), "is not a folder");
  }

  @Test
  void refuses_a_place_below_a_file() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertUnusable(new Home(file.resolve("home")), "cannot be used");
  }

  @Test
  void refuses_a_folder_of_somebody_else() {
    assumeThat(System.getProperty("user.name")).isEqualTo("root");
    run("chown", "1001", folder.toString());
    try {
      assertUnusable(new Home(folder), "but this process runs as root");
    } finally {
      run("chown", "0", folder.toString());
    }
  }

  @Test
  void refuses_a_read_only_folder() {
    Home home = new Home(Path.of("/proc/sys"));
    assertUnusable(home, "cannot be written by this process");
  }

  private static void assertUnusable(Home home, String reason) {
    assertThatThrownBy(home::prepare)
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.HOME_UNUSABLE);
              assertThat(e.reason())
                  .contains(home.path().toString())
                  .contains(reason)
                  .contains("ASSAY_HOME");
            });
  }

  private static String modes(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void run(String... command) {
    try {
      assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
