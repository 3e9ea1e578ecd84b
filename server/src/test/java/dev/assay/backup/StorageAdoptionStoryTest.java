package dev.assay.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.configuration.ServeOptions;
import dev.assay.database.DatabaseAddress;
import dev.assay.database.TableDump;
import dev.assay.home.Home;
import dev.assay.home.HomeLock;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.storage.Storage;
import dev.assay.storage.StorageIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The command `assay adopt`: a restored database takes over the storage, and the earlier database
/// loses it.
class StorageAdoptionStoryTest {
  @TempDir private Path folder;

  private ServeOptions options(DatabaseAddress address, Map<String, String> storage) {
    Map<String, String> environment = new HashMap<>(storage);
    environment.put("ASSAY_DATABASE_URL", address.url());
    environment.put("ASSAY_DATABASE_USER", address.user());
    environment.put("ASSAY_DATABASE_PASSWORD", address.password().reveal());
    return new ServeOptions(
        new Home(folder.resolve("home")),
        folder,
        Optional.empty(),
        Optional.empty(),
        Map.copyOf(environment));
  }

  private Map<String, String> shared() {
    return Map.of("ASSAY_STORAGE_FOLDER", folder.resolve("shared").toString());
  }

  private StorageIdentity identity(JdbcClient database) {
    return new StorageIdentity(
        database,
        Storage.folder(folder.resolve("shared"), Storage.Reach.SHARED, Instant.now()),
        Clock.systemUTC());
  }

  @Test
  void a_copy_takes_the_storage_over_once_and_the_original_is_refused_from_then_on()
      throws Exception {
    TestDatabase original = new TestDatabase();
    identity(original.jdbc()).require();
    TestDatabase copy = new TestDatabase();
    Path tables = Files.createDirectory(folder.resolve("tables"));
    TableDump.read(copy.address(), tables, TableDump.write(original.address(), tables, () -> {}));
    assertThatThrownBy(() -> identity(copy.jdbc()).require()).hasMessageContaining("assay adopt");

    StorageAdoption.Adopted adopted = StorageAdoption.adopt(options(copy.address(), shared()));
    assertThat(adopted.storage()).contains(folder.resolve("shared").toString());
    assertThat(adopted.before()).isPresent();
    identity(copy.jdbc()).require();
    assertThat(StorageAdoption.adopt(options(copy.address(), shared())).before()).isEmpty();
    assertThatThrownBy(() -> identity(original.jdbc()).require())
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID));
  }

  @Test
  void says_why_nothing_is_taken_over() {
    TestDatabase database = new TestDatabase();
    assertThatThrownBy(() -> StorageAdoption.adopt(options(database.address(), Map.of())))
        .hasMessageContainingAll("below its home", "assay.storage.folder");
    assertThatThrownBy(() -> StorageAdoption.adopt(options(TestDatabase.empty(), shared())))
        .hasMessageContainingAll("no installation", "Restore it first");
    try (HomeLock running = HomeLock.take(new Home(folder.resolve("home")))) {
      assertThat(running).isNotNull();
      assertThatThrownBy(() -> StorageAdoption.adopt(options(database.address(), shared())))
          .isInstanceOfSatisfying(
              AssayException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVER_ALREADY_RUNNING));
    }
  }

  @Test
  void a_storage_of_another_installation_is_not_taken() {
    identity(new TestDatabase().jdbc()).require();
    TestDatabase stranger = new TestDatabase();
    assertThatThrownBy(() -> StorageAdoption.adopt(options(stranger.address(), shared())))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID));
  }
}
