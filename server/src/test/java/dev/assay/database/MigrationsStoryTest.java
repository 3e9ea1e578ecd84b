package dev.assay.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.TestServer;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The tables: one migration for each room, and a server that starts only on tables it knows.
class MigrationsStoryTest {
  private static final Path FOLDER = Path.of("src/main/resources/db/migration");
  private static final Path ROOMS = Path.of("..");

  @Test
  void each_room_with_tables_has_one_migration_and_their_numbers_have_no_gaps() throws IOException {
    List<String> files;
    try (Stream<Path> all = Files.list(FOLDER)) {
      files = all.map(file -> file.getFileName().toString()).sorted().toList();
    }
    assertThat(files)
        .hasSizeGreaterThan(10)
        .allMatch(file -> file.matches("V\\d{3}__[a-z]+\\.sql"));
    for (int at = 0; at < files.size(); at++) {
      assertThat(files.get(at)).startsWith("V%03d__".formatted(at + 1));
      assertThat(room(files.get(at))).as(files.get(at)).isTrue();
    }
  }

  private static boolean room(String file) throws IOException {
    String name = file.substring("V001__".length(), file.length() - ".sql".length());
    try (Stream<Path> modules = Files.list(ROOMS)) {
      return modules.anyMatch(
          module -> Files.isDirectory(module.resolve("src/main/java/dev/assay").resolve(name)));
    }
  }

  private static Map<String, String> settings(TestDatabase database) {
    DatabaseAddress address = database.address();
    return Map.of(
        "ASSAY_DATABASE_URL",
        address.url(),
        "ASSAY_DATABASE_USER",
        address.user(),
        "ASSAY_DATABASE_PASSWORD",
        address.password().reveal());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update flyway_schema_history set checksum = checksum + 1 where version = '007'",
        "update flyway_schema_history set description = 'registry skills' where version = '002'",
        "delete from flyway_schema_history where version = '003'",
      })
  void tables_of_other_migrations_are_refused_with_what_to_do(String change) {
    TestDatabase database = TestDatabase.withAdmin();
    assertThat(database.jdbc().sql(change).update()).isOne();
    List<String> before = tables(database);

    assertThatThrownBy(() -> TestServer.start(settings(database)))
        .isInstanceOfSatisfying(
            AssayException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(ErrorCode.DATABASE_INCOMPATIBLE);
              assertThat(refused.reason())
                  .isEqualTo(
                      "The tables of this database were made by a build of Assay with other tables:"
                          + " use that build, or start with an empty home (ASSAY_HOME) and, if"
                          + " assay.database.url is set, an empty database.");
            });
    assertThat(tables(database)).isEqualTo(before);
  }

  private static List<String> tables(TestDatabase database) {
    return database
        .jdbc()
        .sql("select table_name || ' ' || table_type from information_schema.tables order by 1")
        .query(String.class)
        .list();
  }

  @Test
  void another_build_with_the_same_tables_starts() {
    TestDatabase database = TestDatabase.withAdmin();
    database.jdbc().sql("update flyway_schema_history set installed_by = 'another'").update();
    try (TestServer server = TestServer.start(settings(database))) {
      assertThat(server.url()).isNotNull();
    }
  }
}
