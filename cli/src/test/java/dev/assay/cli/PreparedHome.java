package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.database.DatabaseAddress;
import dev.assay.database.EmbeddedDatabase;
import dev.assay.home.Home;
import dev.assay.testkit.JavaProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.flywaydb.core.Flyway;

/// Homes with an empty, migrated database. Making one takes a server most of its first start, which
/// only [ServeStoryTest] tests. All other tests copy the prepared one.
final class PreparedHome {
  private static final Path MADE = make();

  private PreparedHome() {}

  static Home copy() {
    return fill(AssayProcess.newHome());
  }

  /// Puts the database into an unused home.
  static Home fill(Home home) {
    home.prepare();
    Path database = home.databaseFolder();
    try {
      Files.createDirectory(database);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    run("cp", "-al", MADE.resolve("programs").toString(), database.toString());
    run("cp", "-a", MADE.resolve("data").toString(), database.toString());
    run("cp", "-a", MADE.resolve("password").toString(), database.toString());
    return home;
  }

  /// Makes the home once for all test processes of a build.
  private static Path make() {
    Path folder = JavaProgram.folder().resolve("prepared");
    try (FileChannel file =
            FileChannel.open(
                folder.resolveSibling("prepared.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      if (Files.notExists(folder)) {
        Path made = folder.resolveSibling("prepared-made");
        run("rm", "-rf", made.toString());
        migrate(made);
        Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }

  private static void migrate(Path folder) {
    try (EmbeddedDatabase database = EmbeddedDatabase.start(folder)) {
      DatabaseAddress address = database.address();
      Flyway.configure()
          .dataSource(address.url(), address.user(), address.password().reveal())
          .load()
          .migrate();
    }
  }

  private static void run(String... words) {
    try {
      Process process = new ProcessBuilder(words).inheritIO().start();
      assertThat(process.waitFor()).as(List.of(words).toString()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
