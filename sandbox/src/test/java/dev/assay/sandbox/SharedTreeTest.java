package dev.assay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedTreeTest {
  @TempDir Path temporary;
  private Path root;
  private Path secret;

  @BeforeEach
  void aFolderWithTraps() throws IOException, InterruptedException {
    root = Files.createDirectory(temporary.resolve("root"));
    secret = Files.writeString(temporary.resolve("secret"), "secret");
    Path outside = Files.createDirectory(temporary.resolve("outside"));
    Files.writeString(outside.resolve("inner"), "secret");
    Files.createDirectories(root.resolve("out/deep"));
    Files.writeString(root.resolve("out/deep/result.txt"), "42");
    Files.createSymbolicLink(root.resolve("link"), secret);
    Files.createSymbolicLink(root.resolve("folder-link"), outside);
    Files.createSymbolicLink(root.resolve("dangling"), Path.of("/nowhere"));
    Files.writeString(root.resolve("two\nlines"), "x");
    assertThat(new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).start().waitFor())
        .isZero();
  }

  private SharedTree tree() {
    return new SharedTree(root);
  }

  private static String text(SharedTree.Opened opened) throws IOException {
    try (InputStream stream = opened.stream()) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void plain_files_are_listed_and_read_and_nothing_else() throws IOException {
    SharedTree.Content content = tree().look(100);
    assertThat(content.files())
        .extracting(SharedTree.Leaf::path)
        .containsExactly("out/deep/result.txt");
    assertThat(content.bytes()).isEqualTo(3);
    assertThat(content.more()).as("the name with a line end").isEqualTo(1);
    assertThat(text(tree().find("out/deep/result.txt").orElseThrow())).isEqualTo("42");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "link", "folder-link/inner", "folder-link", "dangling", "pipe", "out", "../secret",
        "out/../../secret", "/etc/passwd", "", ".", "..", "out//deep/result.txt", "missing",
        "missing/file", "out/deep/result.txt/x", "a\0b", "./out/deep/result.txt"
      })
  void a_path_that_leads_elsewhere_or_to_no_file_is_nothing(String path) throws IOException {
    assertThat(tree().find(path)).isEmpty();
  }

  @Test
  void a_listing_has_a_bound_and_counts_the_rest() throws IOException {
    for (int i = 0; i < 20; i++) {
      Files.writeString(root.resolve("f" + i), "x");
    }
    SharedTree.Content content = tree().look(5);
    assertThat(content.files()).hasSize(5);
    assertThat(content.more()).isEqualTo(17);
  }

  @Test
  void deleting_takes_links_and_never_what_they_point_to() throws IOException {
    assertThat(tree().delete("link")).isTrue();
    assertThat(tree().delete("../secret")).isFalse();
    assertThat(tree().delete("nothing")).isFalse();
    assertThat(secret).hasContent("secret");
  }

  @Test
  void a_tree_deeper_than_it_is_walked_is_removed_too() throws IOException {
    Path deep = Files.createDirectories(root.resolve("d/".repeat(300)));
    Files.writeString(deep.resolve("last"), "x");
    assertThat(tree().look(100).files()).hasSize(1);
    tree().deleteAll();
    assertThat(root).doesNotExist();
  }

  @Test
  void everything_can_be_removed_whatever_was_made_inside() throws IOException {
    Path locked = Files.createDirectory(root.resolve("locked"));
    Files.writeString(locked.resolve("x"), "x");
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));
    tree().deleteAll();
    assertThat(root).doesNotExist();
    assertThat(secret).exists();
    assertThat(temporary.resolve("outside/inner")).exists();
    tree().deleteAll();
    assertThat(tree().look(1).files()).isEqualTo(List.of());
  }
}
