package dev.assay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedFoldersTest {
  private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");
  private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(2));

  @TempDir private Path uploads;
  @TempDir private Path intermediate;
  private SharedFolders folders;

  @BeforeEach
  void open() {
    folders = new SharedFolders(uploads, intermediate);
  }

  private UUID used() throws IOException {
    UUID id = folders.borrow();
    place(id, "deep/er/a.txt");
    Files.writeString(SharedFolders.make(folders.intermediate(id)).resolve("b.txt"), "b");
    return id;
  }

  private void place(UUID id, String name) throws IOException {
    Path incoming = folders.incoming();
    try {
      Files.writeString(incoming, "a");
      folders.place(incoming, id, name);
    } finally {
      Files.deleteIfExists(incoming);
    }
  }

  private List<String> left() throws IOException {
    try (Stream<Path> one = Files.list(uploads);
        Stream<Path> other = Files.list(intermediate)) {
      return Stream.concat(one, other).map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static void age(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(LONG_AGO));
  }

  @Test
  void borrowed_folders_leave_nothing_when_they_are_given_back_also_twice() throws IOException {
    UUID id = used();
    assertThat(folders.size(id)).isEqualTo(2);
    folders.giveBack(id);
    folders.giveBack(id);
    assertThat(left()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../other/a", "a/../../b", "..", ".", "/etc/passwd"})
  void an_upload_stays_below_its_folder(String name) throws IOException {
    UUID id = folders.borrow();
    assertThatThrownBy(() -> place(id, name)).isInstanceOf(IllegalArgumentException.class);
    folders.giveBack(id);
    assertThat(left()).isEmpty();
  }

  @Test
  void what_a_killed_server_left_goes_and_what_is_in_use_stays() throws IOException {
    UUID lost = used();
    age(uploads.resolve(lost + ".task"));
    UUID busy = used();
    age(folders.incoming());
    Path arriving = folders.incoming();
    Files.setLastModifiedTime(arriving, FileTime.from(NOW));
    Files.setLastModifiedTime(uploads.resolve(busy + ".task"), FileTime.from(NOW));
    assertThat(folders.sweep(NOW.minus(Duration.ofDays(1)))).isEqualTo(2);
    assertThat(left())
        .containsExactlyInAnyOrder(
            busy.toString(), busy.toString(), busy + ".task", arriving.getFileName().toString());
  }

  @Test
  void files_of_others_and_of_conversations_are_never_swept() throws IOException {
    UUID conversation = UUID.randomUUID();
    place(conversation, "a.txt");
    age(folders.uploads(conversation));
    for (String name : List.of("incoming-orders.csv", "incoming-1.csv", "homework.task", ".task")) {
      age(Files.writeString(uploads.resolve(name), "mine"));
    }
    List<String> before = left();
    assertThat(folders.sweep(NOW)).isZero();
    assertThat(left()).isEqualTo(before);
  }
}
