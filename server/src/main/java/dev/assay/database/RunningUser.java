package dev.assay.database;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The user for PostgreSQL, which needs one with a name and refuses to run as root. This is checked
/// before the start, because PostgreSQL reports it only in its log and after a minute.
final class RunningUser {
  private static final List<String> AS_NOBODY = List.of("unshare", "-U");

  private RunningUser() {}

  /// The reason why the embedded database cannot run as this process's user, with advice.
  static Optional<String> findObstacle() {
    if (System.getProperty("user.name", "?").equals("?")) {
      return Optional.of(
          "This process runs as a user without an entry in /etc/passwd. Run as a user that has"
              + " one");
    }
    if (isRoot() && !userNamespacesWork()) {
      return Optional.of(
          "PostgreSQL does not run as root, and user namespaces, which would hide that, are not"
              + " permitted here. Run Assay as an ordinary user");
    }
    return Optional.empty();
  }

  /// The words before a program of PostgreSQL's.
  static List<String> prefix() {
    return isRoot() ? AS_NOBODY : List.of();
  }

  private static boolean isRoot() {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException e) {
      return System.getProperty("user.name", "").equals("root");
    }
  }

  private static boolean userNamespacesWork() {
    try {
      return new ProcessBuilder("unshare", "-U", "true")
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
