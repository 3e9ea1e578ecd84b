package dev.assay.database;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Optional;

/// PostgreSQL wants a user with a name, and does not run as root. Told here, before it is started,
/// because it says so only in its log and after a minute.
public final class RunningUser {
  private RunningUser() {}

  /// Why the embedded database cannot run as this process's user, with the remedy.
  public static Optional<String> findObstacle() {
    String name = System.getProperty("user.name", "?");
    if (name.equals("?")) {
      return Optional.of(
          "This process runs as a user without an entry in /etc/passwd. Run as a user that has one,"
              + " or set assay.database.url to a PostgreSQL of your own.");
    }
    if (name.equals("root") && !userNamespacesWork()) {
      return Optional.of(
          "PostgreSQL does not run as root, and user namespaces, which would hide that, are not"
              + " permitted here. Run Assay as an ordinary user, or set assay.database.url to a"
              + " PostgreSQL of your own.");
    }
    return Optional.empty();
  }

  static void requireOneThatPostgresAccepts() {
    findObstacle()
        .ifPresent(
            obstacle -> {
              throw new AssayException(
                  ErrorCode.DATABASE_UNAVAILABLE,
                  "The embedded database cannot start. " + obstacle);
            });
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
