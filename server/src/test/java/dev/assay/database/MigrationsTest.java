package dev.assay.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The rule of migrations: one that was released never changes, and a new one has a greater number
/// than all of them. Numbers may be left out.
class MigrationsTest {
  private static final Path FOLDER = Path.of("src/main/resources/db/migration");

  private static Map<String, byte[]> migrations() throws IOException {
    Map<String, byte[]> all = new TreeMap<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.toList()) {
        all.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return all;
  }

  private static Map<String, String> released() throws IOException {
    Map<String, String> hashes = new HashMap<>();
    try (InputStream list =
        Objects.requireNonNull(
            MigrationsTest.class.getResourceAsStream("released-migrations.txt"))) {
      for (String line :
          new String(list.readAllBytes(), StandardCharsets.UTF_8).strip().lines().toList()) {
        List<String> words = List.of(line.split(" ", 2));
        hashes.put(words.getLast(), words.getFirst());
      }
    }
    return hashes;
  }

  private static int number(String file) {
    return Integer.parseInt(file.substring(1, 4));
  }

  @Test
  void a_released_migration_never_changes() throws Exception {
    Map<String, byte[]> all = migrations();
    for (Map.Entry<String, String> each : released().entrySet()) {
      byte[] content = all.get(each.getKey());
      assertThat(content).as(each.getKey()).isNotNull();
      assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)))
          .as(each.getKey())
          .isEqualTo(each.getValue());
    }
  }

  @Test
  void every_migration_has_a_number_of_its_own_and_new_ones_the_greatest() throws Exception {
    Map<String, String> released = released();
    int last = released.keySet().stream().mapToInt(MigrationsTest::number).max().orElse(0);
    assertThat(migrations().keySet())
        .allMatch(file -> file.matches("V\\d{3}__[a-z]+(_[a-z]+)*\\.sql"))
        .allMatch(file -> released.containsKey(file) || number(file) > last)
        .extracting(MigrationsTest::number)
        .doesNotHaveDuplicates();
  }
}
