package dev.assay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Test classes run in parallel in one process. Classes that share a part must hold its lock.
/// Without the lock a failure would be rare and would often hit another class.
class LockedPartsTest {
  private static final List<Path> SOURCES =
      Stream.of("intake", "sandbox", "agent", "server")
          .map(module -> Path.of("..", module, "src", "test", "java"))
          .toList();

  @ParameterizedTest
  @CsvSource({
    "TestServer.shared(), @ResourceLock(TestServer.SHARED), 30",
    "Browser.open(, @ResourceLock(Browser.ONE_AT_A_TIME), 7",
    "System.setProperty(, @Isolated, 2",
    "AppenderBase, @Isolated, 1",
    "AssayServer.start(, TestServer.launch(, 0"
  })
  void whoever_uses_it_holds_its_lock(String use, String lock, int atLeast) throws IOException {
    List<Path> users = new ArrayList<>();
    for (Path folder : SOURCES) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.filter(file -> isTest(file) && text(file).contains(use)).forEach(users::add);
      }
    }
    assertThat(users).hasSizeGreaterThanOrEqualTo(atLeast);
    assertThat(users).allSatisfy(user -> assertThat(text(user)).contains(lock));
  }

  private static boolean isTest(Path file) {
    return file.toString().endsWith("Test.java") && !file.endsWith("LockedPartsTest.java");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
