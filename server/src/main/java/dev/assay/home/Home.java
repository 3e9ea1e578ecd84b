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
  /// What the database needs to start and to write its log; below this it would fail in a worse
  /// way.
  public static final long NEEDED_MEBIBYTES = 192;

  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  public Home {
    path = path.toAbsolutePath().normalize();
  }

  /// `ASSAY_HOME`, else `.assay` in the user's home. `HOME` goes before the password file's entry,
  /// which is all that the JVM looks at.
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

  /// Copies of what an object store holds; can be fetched anew at any time.
  public Path cacheFolder() {
    return path.resolve("cache");
  }

  /// Admitted trees as sandboxes see them; can be made anew from the blobs at any time.
  public Path treeFolder() {
    return path.resolve("trees");
  }

  /// Programs of ours that sandboxes see; made anew at any time.
  public Path toolFolder() {
    return path.resolve("tools");
  }

  /// Where uploads lie while they are received.
  public Path incomingFolder() {
    return path.resolve("incoming");
  }

  /// What the web server needs while it runs; emptied at every start.
  public Path webFolder() {
    return path.resolve("web");
  }

  public Path quarantineFolder() {
    return path.resolve("quarantine");
  }

  /// What is needed while an image is made; nothing in it has to be kept.
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

  /// Where the audit log ended when this installation last looked.
  public Path auditAnchorFile() {
    return path.resolve("audit-anchor");
  }

  /// The list of known attacks that was installed, with its signature.
  public Path indicatorFile() {
    return path.resolve("indicators.txt");
  }

  /// The public key that such lists have to be signed with.
  public Path indicatorKeyFile() {
    return path.resolve("indicators.pem");
  }

  /// What this installation signs attestations with.
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

  /// See [PrivateLock].
  Path privateLockFile() {
    return path.resolve("private.lock");
  }

  /// What a private server logs, from its start on.
  public Path privateLogFile() {
    return path.resolve("private-server.log");
  }

  /// Creates the folder if it is not there and proves that it can be used: ours, private, writable,
  /// with room to write.
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

  /// Without the name of a Java class.
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
