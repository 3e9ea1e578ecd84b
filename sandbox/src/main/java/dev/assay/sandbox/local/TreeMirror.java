package dev.assay.sandbox.local;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Copies of trees for one sandbox each.
public final class TreeMirror {
  static final long LONGEST_COPY = 4 << 20;

  private TreeMirror() {}

  /// A tree of a sandbox's own: hard links where possible, so it costs little, else copies.
  public static void make(Path source, Path target) {
    try {
      Files.createDirectories(Objects.requireNonNull(target.getParent()));
      Files.walkFileTree(
          source,
          Set.of(),
          Integer.MAX_VALUE,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes facts)
                throws IOException {
              Path twin = target.resolve(source.relativize(folder).toString());
              Files.createDirectories(twin);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes facts)
                throws IOException {
              Path twin = target.resolve(source.relativize(file).toString());
              if (facts.isRegularFile()) {
                twin(file, twin, facts.size());
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException error)
                throws IOException {
              Path twin = target.resolve(source.relativize(folder).toString());
              Files.setLastModifiedTime(twin, Files.getLastModifiedTime(folder));
              return super.postVisitDirectory(folder, error);
            }
          });
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The sandbox storage cannot hold a copy of %s: %s".formatted(source, e),
          e);
    }
  }

  /// A link would share its number of links and its times with every other sandbox, which shows
  /// inside which trees are used a lot and which are new. Only what is long is linked.
  private static void twin(Path file, Path twin, long size) throws IOException {
    if (size <= LONGEST_COPY) {
      Files.copy(file, twin, StandardCopyOption.COPY_ATTRIBUTES);
      return;
    }
    try {
      Files.createLink(twin, file);
    } catch (IOException | UnsupportedOperationException e) {
      Files.copy(file, twin, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /// Nothing happens if it is not there.
  public static void remove(Path tree) {
    if (!Files.exists(tree)) {
      return;
    }
    try (Stream<Path> all = Files.walk(tree)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "%s cannot be removed yet: %s".formatted(tree, e), e);
    }
  }
}
