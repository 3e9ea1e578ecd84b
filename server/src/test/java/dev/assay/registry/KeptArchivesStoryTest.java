package dev.assay.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestDatabase;
import dev.assay.skill.Digest;
import dev.assay.storage.DirectoryBlobStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptArchivesStoryTest {
  private static final Digest NAME = Digest.of(new byte[] {7});

  @TempDir private Path folder;

  private final TestDatabase database = new TestDatabase();

  private KeptArchives archives() {
    return new KeptArchives(database.jdbc(), new DirectoryBlobStore(folder));
  }

  private Path file() {
    return folder.resolve(NAME.hex().substring(0, 2)).resolve(NAME.hex().substring(2));
  }

  private void keep(String content) throws IOException {
    archives().keep(NAME, sink -> sink.write(content.getBytes(StandardCharsets.UTF_8)));
  }

  private String found() throws IOException {
    try (InputStream in = archives().find(NAME).orElseThrow()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void assertDamaged() {
    assertThat(archives().find(NAME)).isEmpty();
  }

  @Test
  void of_an_archive_every_byte_is_the_one_that_was_kept() throws IOException {
    keep("archive");
    assertThat(found()).isEqualTo("archive");

    Files.writeString(file(), "archivE");
    assertDamaged();
    Files.writeString(file(), "archive");
    assertThat(found()).isEqualTo("archive");
    Files.writeString(file(), " and another one", StandardOpenOption.APPEND);
    assertDamaged();
  }

  @Test
  void the_same_content_again_takes_the_place_of_damage() throws IOException {
    keep("archive");
    Files.writeString(file(), "archivE");
    keep("archive");

    assertThat(found()).isEqualTo("archive");
  }

  @Test
  void one_that_was_kept_by_an_older_version_is_written_down_when_it_is_first_used()
      throws IOException {
    new DirectoryBlobStore(folder).keep(NAME, sink -> sink.write(1));
    assertThat(found()).hasSize(1);

    Files.writeString(file(), "2");
    assertDamaged();
    archives().remove(NAME);
    keep("new");
    assertThat(found()).isEqualTo("new");
  }
}
