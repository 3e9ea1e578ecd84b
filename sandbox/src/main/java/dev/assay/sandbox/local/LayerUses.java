package dev.assay.sandbox.local;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Who uses which layers, as files: a server and commands without one may share a storage. To begin
/// a use and to decide what nobody uses exclude each other, also between processes.
final class LayerUses {
  private static final Map<Path, ReentrantLock> LOCKS = new ConcurrentHashMap<>();

  private final Path folder;
  private final ReentrantLock lock;

  LayerUses(Path folder) {
    this.folder = folder;
    this.lock = LOCKS.computeIfAbsent(folder.toAbsolutePath(), _ -> new ReentrantLock());
  }

  void begin(String user, List<String> layers) {
    if (!layers.isEmpty()) {
      try {
        Files.writeString(folder.resolve(user), String.join("\n", layers));
      } catch (IOException e) {
        throw unusable(e);
      }
    }
  }

  void end(String user) {
    try {
      Files.deleteIfExists(folder.resolve(user));
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  Set<String> all() {
    Set<String> used = new HashSet<>();
    try (Stream<Path> users = Files.list(folder)) {
      for (Path user : users.toList()) {
        used.addAll(layersOf(user));
      }
      return used;
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private static List<String> layersOf(Path user) throws IOException {
    try {
      return Files.readAllLines(user);
    } catch (NoSuchFileException e) {
      return List.of(); // ended meanwhile
    }
  }

  <T> T alone(Supplier<T> action) {
    lock.lock();
    try (FileChannel file =
            FileChannel.open(
                folder.resolveSibling("uses.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      return action.get();
    } catch (IOException e) {
      throw unusable(e);
    } finally {
      lock.unlock();
    }
  }

  private SandboxFailure unusable(IOException cause) {
    return new SandboxFailure(
        ErrorCode.SANDBOX_FAILED,
        "Uses of layers cannot be kept in " + folder + ": " + cause,
        cause);
  }
}
