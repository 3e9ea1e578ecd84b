package dev.assay.home;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Coordinates commands with the private server they share: two ranges of one file, locked by the
/// operating system, which releases them however a process ends.
///
/// A process that starts or ends a private server locks the first range exclusively. Every command
/// that uses the server shares the second range. The server locks the second range exclusively
/// before it ends by itself, so that it never ends under a command.
public final class PrivateLock implements AutoCloseable {
  private static final long START = 0;
  private static final long USE = 1;

  private final Home home;
  private final FileChannel channel;

  private PrivateLock(Home home, FileChannel channel) {
    this.home = home;
    this.channel = channel;
  }

  /// A locked part of the file; closing it releases the lock.
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

  /// Waits until no other process starts or ends a private server.
  public Held start() {
    try {
      return held(channel.lock(START, 1, false));
    } catch (IOException e) {
      throw unusable(home, e);
    }
  }

  /// Shares the private server with other commands; waits for one that is ending.
  public Held use() {
    try {
      return held(channel.lock(USE, 1, true));
    } catch (IOException e) {
      throw unusable(home, e);
    }
  }

  /// Locks out all users of the server; empty if a command uses it.
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
