package dev.assay.home;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/// The right to run a server on a home. It ends with the process, however that ends.
public final class HomeLock implements AutoCloseable {
  private final FileChannel channel;

  private HomeLock(FileChannel channel) {
    this.channel = channel;
  }

  public static HomeLock take(Home home) {
    try {
      FileChannel channel =
          FileChannel.open(home.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(channel)) {
        return new HomeLock(channel);
      }
      channel.close();
      throw taken(home);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.HOME_UNUSABLE,
          "Cannot lock " + home.lockFile() + " (" + e.getMessage() + ").",
          e);
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static AssayException taken(Home home) {
    String where =
        ServerFile.find(home)
            .map(server -> " at " + server.url() + " (process " + server.pid() + ")")
            .orElse("");
    return new AssayException(
        ErrorCode.SERVER_ALREADY_RUNNING,
        "A server already runs on the home "
            + home.path()
            + where
            + ". Use it, stop it, or choose another home with ASSAY_HOME.",
        Map.of("home", home.path().toString()));
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new AssayException(ErrorCode.HOME_UNUSABLE, "Cannot release the home's lock.", e);
    }
  }
}
