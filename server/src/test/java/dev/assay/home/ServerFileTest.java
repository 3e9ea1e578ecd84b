package dev.assay.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerFileTest {
  private static final long NOBODY = 4_194_999;
  private static final long THIS = ProcessHandle.current().pid();

  @TempDir Path folder;

  @Test
  void comes_back_as_it_was_written() {
    ServerFile written = server(THIS);
    written.write(home());
    assertThat(ServerFile.find(home())).contains(written);
  }

  @Test
  void can_be_read_by_its_owner_only_and_does_not_print_its_token() throws IOException {
    ServerFile written = server(THIS);
    written.write(home());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home().serverFile())))
        .isEqualTo("rw-------");
    assertThat(written.toString()).doesNotContain("assay_local_x");
  }

  @Test
  void of_a_dead_server_does_not_count() {
    server(NOBODY).write(home());
    assertThat(ServerFile.find(home())).isEmpty();
  }

  @Test
  void of_a_dead_server_does_not_count_when_another_process_got_its_number() {
    server(THIS, Optional.of("another machine start 17"), Instant.now()).write(home());
    assertThat(ServerFile.find(home())).isEmpty();
  }

  @Test
  void counts_whatever_the_clock_was_set_to_meanwhile() {
    ServerFile written = server(THIS, ProcessStart.of(THIS), Instant.parse("2020-01-01T00:00:00Z"));
    written.write(home());
    assertThat(ServerFile.find(home())).contains(written);
  }

  @Test
  void goes_by_the_time_of_day_where_the_system_says_no_more() {
    server(THIS, Optional.empty(), Instant.parse("2020-01-01T00:00:00Z")).write(home());
    assertThat(ServerFile.find(home())).isEmpty();
    server(THIS, Optional.empty(), Instant.now()).write(home());
    assertThat(ServerFile.find(home())).isPresent();
  }

  @Test
  void knows_processes_apart_by_their_start() throws IOException {
    Process other = new ProcessBuilder("sleep", "60").start();
    try {
      assertThat(ProcessStart.of(other.pid())).isPresent().isNotEqualTo(ProcessStart.of(THIS));
      assertThat(ProcessStart.of(THIS)).isEqualTo(ProcessStart.of(THIS));
      assertThat(ProcessStart.of(NOBODY)).isEmpty();
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void is_gone_after_the_server() {
    server(THIS).write(home());
    ServerFile.remove(home());
    assertThat(ServerFile.find(home())).isEmpty();
    ServerFile.remove(home());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"pid\": 1}", "{\"url\": \":\", \"pid\": 1}"})
  void that_is_damaged_counts_as_none(String text) throws IOException {
    Files.writeString(home().serverFile(), text);
    assertThat(ServerFile.find(home())).isEmpty();
  }

  @Test
  void tells_a_second_server_where_the_first_is() {
    server(THIS).write(home());
    try (HomeLock held = HomeLock.take(home())) {
      assertThat(held).isNotNull();
      assertThatThrownBy(() -> HomeLock.take(home()))
          .isInstanceOfSatisfying(
              AssayException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.SERVER_ALREADY_RUNNING);
                assertThat(e.reason()).contains("http://127.0.0.1:9").contains(folder.toString());
              });
    }
    HomeLock.take(home()).close();
  }

  private Home home() {
    return new Home(folder);
  }

  private static ServerFile server(long pid) {
    return server(pid, ProcessStart.of(pid), Instant.now().truncatedTo(ChronoUnit.MILLIS));
  }

  private static ServerFile server(long pid, Optional<String> processStart, Instant startedAt) {
    return new ServerFile(
        URI.create("http://127.0.0.1:9"),
        pid,
        processStart,
        startedAt,
        "1",
        Secret.of("assay_local_x"),
        Optional.of("ab12"),
        Optional.of(StartedWith.of("b1", Map.of("PATH", "/bin"), Secret.of("k"))));
  }
}
