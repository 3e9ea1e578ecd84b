package dev.assay.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeFilesTest {
  @TempDir private Path home;

  private Path write(String name) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "x");
  }

  @Test
  void a_stored_file_or_layer_that_went_is_missed() throws IOException {
    for (String name : new String[] {"blobs/ab/cd", "sandboxes/layers/l1", "sandboxes/bases/b"}) {
      Path file = write(name);
      HomeFiles files = new HomeFiles(home);
      files.look();
      assertThat(files.areThere()).isTrue();
      Files.delete(file);
      assertThat(files.areThere()).as(name).isFalse();
    }
  }

  @Test
  void what_is_new_unfinished_or_on_its_way_out_does_not_matter() throws IOException {
    Path[] passing = {
      write("blobs/ab/incoming-1"),
      write("sandboxes/layers/l.unfinished"),
      write("sandboxes/layers/l.unused"),
      write("conversations/uploads/a/notes.txt"),
    };
    HomeFiles files = new HomeFiles(home);
    files.look();
    for (Path each : passing) {
      Files.delete(each);
    }
    write("blobs/ab/new");
    assertThat(files.areThere()).isTrue();
  }
}
