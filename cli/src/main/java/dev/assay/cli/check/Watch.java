package dev.assay.cli.check;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Waits until a file below some folders changes, and then until there is no change for a moment.
/// Editors write a file in several steps.
public final class Watch implements AutoCloseable {
  private static final Duration SETTLED = Duration.ofMillis(150);

  private final List<Path> paths;
  private final WatchService service;

  public Watch(List<Path> paths) throws IOException {
    this.paths = paths;
    this.service = FileSystems.getDefault().newWatchService();
    register();
  }

  /// @return false if no further change can be seen
  public boolean await() throws IOException, InterruptedException {
    try {
      WatchKey key = service.take();
      while (key != null) {
        key.pollEvents();
        key.reset();
        key = service.poll(SETTLED.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (ClosedWatchServiceException e) {
      return false;
    }
    register(); // folders made since
    return true;
  }

  @Override
  public void close() throws IOException {
    service.close();
  }

  private void register() throws IOException {
    for (Path path : paths) {
      Path folder = Files.isDirectory(path) ? path : path.toAbsolutePath().getParent();
      if (folder == null) {
        continue;
      }
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes)
                throws IOException {
              if (SkillFinder.isSkipped(String.valueOf(each.getFileName()))
                  && !each.equals(folder)) {
                return FileVisitResult.SKIP_SUBTREE;
              }
              each.register(
                  service,
                  StandardWatchEventKinds.ENTRY_CREATE,
                  StandardWatchEventKinds.ENTRY_MODIFY,
                  StandardWatchEventKinds.ENTRY_DELETE);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
              return FileVisitResult.CONTINUE; // deleted meanwhile
            }
          });
    }
  }
}
