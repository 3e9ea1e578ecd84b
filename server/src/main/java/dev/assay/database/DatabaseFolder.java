package dev.assay.database;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The embedded database's folder: programs, data, password and log.
record DatabaseFolder(Path path) {
  /// The major version of the PostgreSQL that comes with this Assay.
  static final String MAJOR_VERSION = "18";

  private static final int LOG_LINES = 12;
  private static final long LARGEST_LOG = 8 * 1024 * 1024;

  Path programs() {
    return path.resolve("programs");
  }

  Path data() {
    return path.resolve("data");
  }

  Path passwordFile() {
    return path.resolve("password");
  }

  Path logFile() {
    return path.resolve("postgres.log");
  }

  /// The mark of a setup under way, from its beginning until the first start of the database. If it
  /// is there at a start, the files beside it are leftovers of an interrupted setup.
  private Path settingUpMark() {
    return path.resolve("setting-up");
  }

  /// Prepares the folder for a start and returns the password.
  Secret prepare() {
    try {
      Files.createDirectories(path);
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
      Files.createDirectories(programs());
      if (Files.exists(settingUpMark()) && running().isEmpty()) {
        Trees.delete(data());
      }
      refuseAnotherVersion();
      Secret password = password();
      if (!isSetUp()) {
        Files.writeString(settingUpMark(), "");
      }
      return password;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.HOME_UNUSABLE, "The database folder " + path + " cannot be used: " + e, e);
    }
  }

  void markReady() {
    try {
      Files.deleteIfExists(settingUpMark());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The PostgreSQL that runs on this data now: left behind by a killed server, or started by this
  /// one. Its process id may belong to another process by now, so the process must also work in
  /// this folder.
  Optional<ProcessHandle> running() {
    return postmasterLine(0)
        .filter(pid -> pid.matches("\\d{1,18}"))
        .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
        .filter(ProcessHandle::isAlive)
        .filter(
            process -> process.info().command().filter(c -> c.endsWith("/postgres")).isPresent())
        .filter(this::worksHere);
  }

  private boolean worksHere(ProcessHandle process) {
    try {
      return Files.isSameFile(Path.of("/proc", Long.toString(process.pid()), "cwd"), data());
    } catch (IOException e) {
      return false;
    }
  }

  /// Says whether the PostgreSQL on this data accepts clients.
  boolean isReady() {
    return postmasterLine(7).filter(state -> state.equals("ready")).isPresent()
        && running().isPresent();
  }

  Optional<Integer> portOfRunning() {
    return running()
        .flatMap(process -> postmasterLine(3))
        .filter(port -> port.matches("\\d{1,5}"))
        .map(Integer::valueOf);
  }

  private Path olderLogFile() {
    return path.resolve("postgres.log.1");
  }

  /// Rotates a log that has become long, replacing the previous one. PostgreSQL goes on writing to
  /// the same file, which is then empty.
  void rotateLog() {
    try {
      if (Files.exists(logFile()) && Files.size(logFile()) > LARGEST_LOG) {
        Files.copy(logFile(), olderLogFile(), StandardCopyOption.REPLACE_EXISTING);
        Files.setPosixFilePermissions(olderLogFile(), PosixFilePermissions.fromString("rw-------"));
        Files.newByteChannel(
                logFile(), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
            .close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String endOfLog() {
    try (Stream<String> lines = Files.lines(logFile(), StandardCharsets.ISO_8859_1)) {
      List<String> all = lines.toList();
      return String.join("\n", all.subList(Math.max(0, all.size() - LOG_LINES), all.size()));
    } catch (IOException | UncheckedIOException e) {
      return "(no log)";
    }
  }

  /// Says whether there is a database, ready or interrupted, for which initdb need not run.
  boolean isSetUp() {
    return Files.exists(data().resolve("PG_VERSION"));
  }

  private Optional<String> postmasterLine(int index) {
    try {
      List<String> lines = Files.readAllLines(data().resolve("postmaster.pid"));
      return lines.size() > index ? Optional.of(lines.get(index).strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void refuseAnotherVersion() throws IOException {
    Path version = data().resolve("PG_VERSION");
    if (Files.notExists(version)) {
      return;
    }
    String found = Files.readString(version).strip();
    if (!found.equals(MAJOR_VERSION)) {
      throw new AssayException(
          ErrorCode.DATABASE_INCOMPATIBLE,
          data()
              + " was written by PostgreSQL "
              + found
              + "; this Assay brings PostgreSQL "
              + MAJOR_VERSION
              + ". Nothing was changed. Start the Assay that wrote it and move the data with"
              + " pg_dump, or run it on a PostgreSQL "
              + found
              + " of your own and set assay.database.url.");
    }
  }

  Optional<Secret> findPassword() {
    try {
      return Optional.of(Secret.of(Files.readString(passwordFile()).strip()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Secret password() throws IOException {
    if (Files.exists(passwordFile())) {
      return Secret.of(Files.readString(passwordFile()).strip());
    }
    if (isSetUp()) {
      throw new AssayException(
          ErrorCode.DATABASE_UNAVAILABLE,
          "The database in "
              + data()
              + " needs the password that was in "
              + passwordFile()
              + ", and that file is gone. Restore it from a backup.");
    }
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    String text = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    Path draft = Files.createTempFile(path, "password", null); // made with mode 0600
    Files.writeString(draft, text + "\n");
    Files.move(draft, passwordFile(), StandardCopyOption.ATOMIC_MOVE);
    return Secret.of(text);
  }
}
