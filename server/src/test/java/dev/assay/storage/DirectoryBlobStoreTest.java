package dev.assay.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.testkit.BlobStoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryBlobStoreTest extends BlobStoreContract {
  private static final Digest DIGEST = Digest.of(new byte[] {1});

  @TempDir private Path temporary;

  @Override
  protected BlobStore store() {
    return new DirectoryBlobStore(temporary.resolve("blobs"));
  }

  @Test
  void leaves_no_torn_file_when_the_writer_fails() throws IOException {
    assertThatThrownBy(
            () ->
                store()
                    .keep(
                        DIGEST,
                        sink -> {
                          throw new IOException("torn");
                        }))
        .hasMessage("torn");
    try (Stream<Path> files = Files.walk(temporary)) {
      assertThat(files.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void says_which_folder_cannot_be_written() throws IOException {
    Files.writeString(temporary.resolve("blobs"), "a file in the way");
    assertThatThrownBy(() -> store().keep(DIGEST, sink -> sink.write(1)))
        .isInstanceOfSatisfying(
            AssayException.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.BLOB_STORE_FAILED);
              assertThat(failure.reason()).contains(temporary.resolve("blobs").toString());
            });
  }

  @Test
  void a_sweep_removes_only_temporary_files_older_than_a_day() throws IOException {
    DirectoryBlobStore store = new DirectoryBlobStore(temporary.resolve("blobs"));
    Instant now = Instant.parse("2026-01-03T00:00:00Z");
    store.sweep(now);
    store.keep(DIGEST, sink -> sink.write(1));
    Path folder = temporary.resolve("blobs").resolve(DIGEST.hex().substring(0, 2));
    Path stray = file(folder.resolve("incoming-1"), now.minus(Duration.ofHours(25)));
    Path fresh = file(folder.resolve("incoming-2"), now.minus(Duration.ofHours(23)));
    Files.setLastModifiedTime(
        folder.resolve(DIGEST.hex().substring(2)), FileTime.from(Instant.EPOCH));
    store.sweep(now);
    assertThat(stray).doesNotExist();
    assertThat(fresh).exists();
    assertThat(store.contains(DIGEST)).isTrue();
  }

  private static Path file(Path path, Instant modified) throws IOException {
    return Files.setLastModifiedTime(Files.writeString(path, "x"), FileTime.from(modified));
  }

  @Test
  void what_has_its_own_digest_takes_the_place_of_damage() throws IOException {
    byte[] content = {1};
    store().keepIntact(DIGEST, sink -> sink.write(content));
    assertThat(store().isIntact(DIGEST)).isTrue();
    Path file =
        temporary
            .resolve("blobs")
            .resolve(DIGEST.hex().substring(0, 2))
            .resolve(DIGEST.hex().substring(2));
    Files.write(file, new byte[] {2});
    assertThat(store().isIntact(DIGEST)).isFalse();
    store().keepIntact(DIGEST, sink -> sink.write(content));

    assertThat(file).hasBinaryContent(content);
  }
}
