package dev.assay.home;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// How commands and the private server they share keep out of each other's way: two ranges of one
/// file, locked by the system, which gives them back however a process ends.
///
/// Whoever starts or ends a private server holds the first range alone. Every command that uses it
/// shares the second one; the server takes that one alone before it ends by itself, so that it
/// never ends under a command.
public final class PrivateLock implements AutoCloseable {
  private static final long START = 0;
  private static final long USE = 1;

  private final Home home;
  private final FileChannel channel;

  private PrivateLock(Home home, FileChannel channel) {
    this.home = home;
    this.channel = channel;
  }

  /// A part of the file that is held until it is closed.
  public interface Held extends AutoCloseable {
    @Override
    void close();
  }

  public static PrivateLock open(Home home) {
    try {
      return new PrivateLock(
          home,
          FileChannel.open(
              home.privateLockFile(),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw unusable(home, e);
    }
  }

  /// Waits until nobody else starts or ends a private server.
  public Held start() {
    try {
      return held(channel.lock(START, 1, false));
    } catch (IOException e) {
      throw unusable(home, e);
    }
  }

  /// Uses the private server beside others; waits for one that is ending.
  public Held use() {
    try {
      return held(channel.lock(USE, 1, true));
    } catch (IOException e) {
      throw unusable(home, e);
    }
  }

  /// Keeps everybody from using it, unless somebody does.
  public Optional<Held> alone() {
    try {
      return Optional.ofNullable(channel.tryLock(USE, 1, false)).map(this::held);
    } catch (IOException e) {
      throw unusable(home, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw unusable(home, e);
    }
  }

  private Held held(FileLock lock) {
    return () -> {
      try {
        lock.release();
      } catch (IOException e) {
        throw unusable(home, e);
      }
    };
  }

  private static AssayException unusable(Home home, IOException e) {
    return new AssayException(
        ErrorCode.HOME_UNUSABLE,
        "Cannot lock " + home.privateLockFile() + " (" + e.getMessage() + ").",
        e);
  }
}
