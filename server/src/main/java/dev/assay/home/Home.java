package dev.assay.home;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One installation's folder. Everything below it is private to the user who runs the server.
public record Home(Path path) {
  /// The space the database needs to start and to write its log. With less it would fail with a
  /// less clear error.
  public static final long NEEDED_MEBIBYTES = 192;

  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  public Home {
    path = path.toAbsolutePath().normalize();
  }

  /// Finds the home: `ASSAY_HOME`, else `.assay` in the user's home. `HOME` precedes the home in
  /// the password file, which is all that the JVM looks at.
  public static Home locate(Map<String, String> environment) {
    String named = environment.getOrDefault("ASSAY_HOME", "");
    if (!named.isBlank()) {
      return new Home(Path.of(named));
    }
    String home = environment.getOrDefault("HOME", "");
    return new Home(
        Path.of(home.isBlank() ? System.getProperty("user.home") : home).resolve(".assay"));
  }

  public Path configurationFile() {
    return path.resolve("assay.yml");
  }

  public Path databaseFolder() {
    return path.resolve("database");
  }

  public Path blobFolder() {
    return path.resolve("blobs");
  }

  /// Copies of an object store's files; they can be fetched again at any time.
  public Path cacheFolder() {
    return path.resolve("cache");
  }

  /// Admitted trees as sandboxes see them; they can be made again from the blobs at any time.
  public Path treeFolder() {
    return path.resolve("trees");
  }

  /// The platform's programs for sandboxes; they can be made again at any time.
  public Path toolFolder() {
    return path.resolve("tools");
  }

  /// Uploads while they are received.
  public Path incomingFolder() {
    return path.resolve("incoming");
  }

  /// The web server's working files; the folder is emptied at every start.
  public Path webFolder() {
    return path.resolve("web");
  }

  public Path quarantineFolder() {
    return path.resolve("quarantine");
  }

  /// Temporary files of the making of images.
  public Path workFolder() {
    return path.resolve("work");
  }

  public Path sandboxFolder() {
    return path.resolve("sandboxes");
  }

  /// Packages on their way into sandboxes.
  public Path packageFolder() {
    return path.resolve("packages");
  }

  /// The files of conversations.
  public Path conversationFolder() {
    return path.resolve("conversations");
  }

  public Path serverFile() {
    return path.resolve("server.json");
  }

  /// The end of the audit log at this installation's last check.
  public Path auditAnchorFile() {
    return path.resolve("audit-anchor");
  }

  /// The installed list of known attacks, with its signature.
  public Path indicatorFile() {
    return path.resolve("indicators.txt");
  }

  /// The public key that must have signed such lists.
  public Path indicatorKeyFile() {
    return path.resolve("indicators.pem");
  }

  /// The key with which this installation signs attestations.
  public Path signingKeyFile() {
    return path.resolve("signing-key.pem");
  }

  /// The public keys of all servers on the database, for commands on this machine.
  public Path knownKeysFile() {
    return path.resolve("known-keys.pem");
  }

  public Path initialPasswordFile() {
    return path.resolve("initial-admin-password");
  }

  public Path lockFile() {
    return path.resolve("lock");
  }

  /// The file of [PrivateLock].
  Path privateLockFile() {
    return path.resolve("private.lock");
  }

  /// The log of a private server, from its start on.
  public Path privateLogFile() {
    return path.resolve("private-server.log");
  }

  /// Creates the folder if it is missing and proves that it can be used: owned by this user,
  /// private, writable, with enough space.
  public void prepare() {
    try {
      if (Files.notExists(path)) {
        Files.createDirectories(path);
        PrivateFiles.restrictFolder(path);
      }
      if (!Files.isDirectory(path)) {
        throw unusable("is not a folder. Point ASSAY_HOME at a folder");
      }
      requireOursAndWritable();
      requireRoom();
    } catch (IOException e) {
      throw unusable(
          "cannot be used (%s). Point ASSAY_HOME at a folder you can write".formatted(reason(e)),
          e);
    }
  }

  /// The message without the name of a Java class.
  private static String reason(IOException e) {
    return e instanceof FileSystemException file && file.getReason() != null
        ? file.getFile() + ": " + file.getReason()
        : String.valueOf(e.getMessage());
  }

  private void requireOursAndWritable() throws IOException {
    String owner = Files.getOwner(path).getName();
    Path probe;
    try {
      probe = Files.createTempFile(path, "probe", null);
    } catch (IOException e) {
      throw unusable(
          "belongs to "
              + owner
              + " and cannot be written by this process ("
              + e.getMessage()
              + "). Make it writable, or choose another folder with ASSAY_HOME",
          e);
    }
    String us = Files.getOwner(probe).getName();
    Files.delete(probe);
    if (!us.equals(owner)) {
      throw unusable(
          "belongs to "
              + owner
              + " but this process runs as "
              + us
              + ". Run as "
              + owner
              + ", or choose another folder with ASSAY_HOME");
    }
    if (Files.getPosixFilePermissions(path).stream().anyMatch(OTHERS::contains)) {
      PrivateFiles.restrictFolder(path);
    }
  }

  private void requireRoom() throws IOException {
    long free = Files.getFileStore(path).getUsableSpace() / (1024 * 1024);
    if (free < NEEDED_MEBIBYTES) {
      throw unusable(
          "has %d MiB free; %d MiB are needed. Free some space, or choose another folder with ASSAY_HOME"
              .formatted(free, NEEDED_MEBIBYTES));
    }
  }

  private AssayException unusable(String what) {
    return unusable(what, null);
  }

  private AssayException unusable(String what, @Nullable Exception cause) {
    return new AssayException(
        ErrorCode.HOME_UNUSABLE, "The home folder " + path + " " + what + ".", cause);
  }
}
