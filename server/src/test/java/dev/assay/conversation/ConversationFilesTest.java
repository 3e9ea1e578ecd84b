package dev.assay.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.conversation.ConversationFiles.Place;
import dev.assay.sandbox.SharedFiles;
import dev.assay.sandbox.SharedFolders;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversationFilesTest {
  @TempDir Path folder;
  private final UUID conversation = UUID.randomUUID();
  private ConversationFiles files;
  private Path uploads;
  private Path root;

  @BeforeEach
  void open() throws IOException {
    uploads = Files.createDirectory(folder.resolve("uploads"));
    root = Files.createDirectories(folder.resolve("root"));
    Files.createDirectories(root.resolve("team/data"));
    Files.writeString(root.resolve("team/file"), "x");
    Files.createDirectory(folder.resolve("outside"));
    Files.createSymbolicLink(root.resolve("out"), folder.resolve("outside"));
    Files.createSymbolicLink(root.resolve("in"), root.resolve("team"));
    files = files(Optional.of(root));
  }

  private ConversationFiles files(Optional<Path> uploadRoot) {
    return new ConversationFiles(
        new ConversationPolicy.Storage(
            new SharedFolders(uploads, folder.resolve("intermediate")), uploadRoot, 1_000, 1_500),
        SharedFiles.ofOneServer());
  }

  private StoredFile upload(String name, int size) {
    return files.upload(conversation, name, new ByteArrayInputStream(new byte[size]));
  }

  private static ErrorCode code(Runnable work) {
    try {
      work.run();
      throw new AssertionError("nothing was refused");
    } catch (AssayException e) {
      return e.code();
    }
  }

  @Test
  void what_is_refused_leaves_nothing_behind() throws IOException {
    upload("one", 900);
    assertThat(code(() -> upload("two", 1_001))).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
    assertThat(code(() -> upload("two", 601))).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
    InputStream broken = InputStream.nullInputStream();
    broken.close(); // as if the caller went away
    assertThat(code(() -> files.upload(conversation, "three", broken)))
        .isEqualTo(ErrorCode.BLOB_STORE_FAILED);
    assertThat(files.list(conversation, Place.UPLOADS).files())
        .extracting(StoredFile::name)
        .containsExactly("one");
    try (var left = Files.list(uploads)) {
      assertThat(left).containsExactly(uploads.resolve(conversation.toString()));
    }
    files.delete(conversation, "one");
    assertThat(code(() -> upload("four", 1_001))).isEqualTo(ErrorCode.FILE_TOO_LARGE);
    assertThat(upload("five", 1_000).size()).isEqualTo(1_000);
  }

  @Test
  void uploads_at_the_same_time_keep_within_the_quota() {
    List<Boolean> taken =
        IntStream.range(0, 20)
            .parallel()
            .mapToObj(
                number -> {
                  try {
                    upload("file-" + number, 400);
                    return true;
                  } catch (AssayException e) {
                    return false;
                  }
                })
            .toList();
    assertThat(taken).filteredOn(Boolean::booleanValue).hasSize(3);
    assertThat(files.used(conversation)).isEqualTo(1_200);
  }

  @Test
  void a_trap_made_inside_is_replaced_and_never_followed() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "secret");
    Path inside = files.folder(conversation, Place.UPLOADS);
    Files.createSymbolicLink(inside.resolve("data.csv"), secret);
    assertThat(code(() -> files.open(conversation, Place.UPLOADS, "data.csv")))
        .isEqualTo(ErrorCode.NOT_FOUND);
    files.upload(
        conversation, "data.csv", new ByteArrayInputStream("new".getBytes(StandardCharsets.UTF_8)));
    assertThat(secret).hasContent("secret");
    assertThat(inside.resolve("data.csv")).isRegularFile().hasContent("new");
  }

  @ParameterizedTest
  @ValueSource(strings = {"team", "team/data", "in", "team/../team"})
  void a_folder_below_the_root_can_be_named(String given) throws IOException {
    assertThat(files.named(given)).isDirectory().startsWith(root.toRealPath());
    assertThat(files.named(root.resolve(given).toString())).isEqualTo(files.named(given));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "../outside",
        "out",
        "/etc",
        "/",
        "missing",
        "team/file",
        "a\0b",
        "team/../.."
      })
  void a_folder_elsewhere_is_refused_without_naming_the_root(String given) {
    assertThatThrownBy(() -> files.named(given))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("not a folder below the configured root")
        .hasMessageNotContaining(root.toString());
  }

  @Test
  void without_a_root_no_folder_can_be_named() {
    assertThatThrownBy(() -> files(Optional.empty()).named(root.toString()))
        .hasMessageContaining("assay.conversation.upload-root");
  }
}
