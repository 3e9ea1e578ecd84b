package dev.assay.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class EmbeddedDatabaseStoryTest {
  // Not a temporary folder of the test engine: those are deleted while PostgreSQL still stops.
  private final Path folder = Path.of("target", "databases", UUID.randomUUID().toString());

  @Test
  void keeps_what_was_committed_and_lets_only_the_owner_in() throws IOException {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      JdbcClient jdbc = jdbc(database.address());
      jdbc.sql("create table kept (text text)").update();
      jdbc.sql("insert into kept values ('yes')").update();

      for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
        assertThat(jdbc.sql("show " + setting).query(String.class).single()).isEqualTo("on");
      }
      assertThat(jdbc.sql("show listen_addresses").query(String.class).single())
          .isEqualTo("127.0.0.1");
      assertThat(
              jdbc.sql("select distinct auth_method from pg_hba_file_rules")
                  .query(String.class)
                  .list())
          .containsExactly("scram-sha-256");
      assertThat(
              jdbc.sql("select rolpassword from pg_authid where rolcanlogin")
                  .query(String.class)
                  .single())
          .startsWith("SCRAM-SHA-256$1:");
      assertThat(EmbeddedDatabase.findRunning(folder)).contains(database.address());
      assertThat(modes(folder)).isEqualTo("rwx------");
      assertThat(modes(folder.resolve("password"))).isEqualTo("rw-------");
      assertThatThrownBy(() -> select(database.address().url(), Secret.of("guess")))
          .rootCause()
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password authentication failed");
    }
    try (EmbeddedDatabase again = EmbeddedDatabase.start(folder)) {
      assertThat(kept(again)).isEqualTo("yes");
    }
    assertThat(new DatabaseFolder(folder).running()).isEmpty();
    assertThat(EmbeddedDatabase.findRunning(folder)).isEmpty();
  }

  @Test
  void comes_back_on_the_same_port_when_it_was_killed() {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      jdbc(database.address()).sql("create table kept as select 'yes'::text as text").update();
      ProcessHandle postgres = new DatabaseFolder(folder).running().orElseThrow();
      postgres.destroyForcibly();
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .untilAsserted(() -> assertThat(kept(database)).isEqualTo("yes"));
      assertThat(new DatabaseFolder(folder).running().orElseThrow().pid())
          .isNotEqualTo(postgres.pid());
    }
    assertThat(new DatabaseFolder(folder).running()).isEmpty();
  }

  @Test
  void begins_anew_after_a_set_up_that_was_interrupted() throws IOException {
    Files.createDirectories(folder.resolve("data/base"));
    Files.writeString(folder.resolve("data/PG_VERSION"), "18\n");
    Files.createFile(folder.resolve("setting-up"));
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      select(database.address().url(), database.address().password());
    }
  }

  @Test
  void two_homes_start_for_the_first_time_at_once() throws Exception {
    Path other = folder.resolveSibling(UUID.randomUUID().toString());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<EmbeddedDatabase> one = threads.submit(() -> EmbeddedDatabase.start(folder));
      Future<EmbeddedDatabase> two = threads.submit(() -> EmbeddedDatabase.start(other));
      try (EmbeddedDatabase first = one.get();
          EmbeddedDatabase second = two.get()) {
        jdbc(first.address()).sql("create table kept as select 'one'::text as text").update();
        jdbc(second.address()).sql("create table kept as select 'two'::text as text").update();
        assertThat(kept(first)).isEqualTo("one");
        assertThat(kept(second)).isEqualTo("two");
      }
    }
  }

  @Test
  void adopts_the_postgres_of_a_killed_server_but_not_another_ones() throws IOException {
    Path other = folder.resolveSibling(UUID.randomUUID().toString());
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder);
        EmbeddedDatabase adopted = EmbeddedDatabase.start(folder)) {
      assertThat(adopted.address()).isEqualTo(database.address());
      Files.createDirectories(other.resolve("data"));
      Files.copy(folder.resolve("data/postmaster.pid"), other.resolve("data/postmaster.pid"));
      assertThat(new DatabaseFolder(folder).running()).isPresent();
      assertThat(new DatabaseFolder(other).running()).isEmpty();
    }
  }

  @Test
  void tells_its_programs_nothing_of_our_own_variables() {
    ProcessBuilder command = new PostgresPrograms(folder).command("initdb", List.of());
    assertThat(command.environment().keySet()).isSubsetOf("HOME", "PATH", "TZ", "LC_ALL");
  }

  @Test
  void refuses_data_of_another_major_version_and_leaves_it_alone() throws IOException {
    Path version = used().resolve("PG_VERSION");
    Files.writeString(version, "14\n");
    assertRefused(ErrorCode.DATABASE_INCOMPATIBLE, "PostgreSQL 14", "assay.database.url");
    assertThat(version).hasContent("14");
  }

  @Test
  void refuses_data_whose_password_is_gone() throws IOException {
    Files.writeString(used().resolve("PG_VERSION"), "18\n");
    assertRefused(ErrorCode.DATABASE_UNAVAILABLE, folder.resolve("password").toString(), "backup");
    assertThat(folder.resolve("data/PG_VERSION")).as("data is never wiped").exists();
  }

  private Path used() throws IOException {
    return Files.createDirectories(folder.resolve("data"));
  }

  private void assertRefused(ErrorCode code, String... words) {
    assertThatThrownBy(() -> EmbeddedDatabase.start(folder))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.reason()).contains(words);
            });
  }

  private static String kept(EmbeddedDatabase database) {
    return jdbc(database.address()).sql("select text from kept").query(String.class).single();
  }

  private static void select(String url, Secret password) {
    jdbc(new DatabaseAddress(url, "postgres", password)).sql("select 1").query().singleValue();
  }

  private static JdbcClient jdbc(DatabaseAddress address) {
    return JdbcClient.create(
        new DriverManagerDataSource(address.url(), address.user(), address.password().reveal()));
  }

  private static String modes(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
