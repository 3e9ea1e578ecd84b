package dev.assay.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseLogTest {
  @TempDir private Path path;

  @Test
  void a_long_log_is_put_aside_while_somebody_writes_to_its_end() throws IOException {
    DatabaseFolder folder = new DatabaseFolder(path);
    try (OutputStream writer =
        Files.newOutputStream(
            folder.logFile(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      writer.write("short\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      folder.rotateLog();
      assertThat(path.resolve("postgres.log.1")).doesNotExist();

      writer.write(new byte[8 * 1024 * 1024]);
      folder.rotateLog();
      assertThat(folder.logFile()).isEmptyFile();
      assertThat(path.resolve("postgres.log.1")).hasSize(8 * 1024 * 1024 + 6);

      writer.write("after\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      assertThat(folder.logFile()).hasContent("after");
    }
  }
}
