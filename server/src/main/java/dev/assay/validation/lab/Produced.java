package dev.assay.validation.lab;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The files that a task made or changed, as far as a judge can see them.
final class Produced {
  private static final int MOST_LOOKED_AT = 2000;
  private static final int MOST_FILES = 20;
  private static final int LONGEST = 64 << 10;

  private Produced() {}

  /// @param answer the agent's last message; files named there or in the task come first
  static List<TaskFile> in(SandboxFiles files, Task task, String answer) {
    String named = task.prompt() + "\n" + answer + "\n" + String.join("\n", task.expectations());
    List<TaskFile> produced = new ArrayList<>();
    for (String path : paths(files, Layout.INTERMEDIATE, named)) {
      read(files, Layout.INTERMEDIATE + "/" + path, path).ifPresent(produced::add);
    }
    for (String path : paths(files, Layout.UPLOADS, named)) {
      read(files, Layout.UPLOADS + "/" + path, "uploads/" + path)
          .filter(file -> isNew(file, path, task))
          .ifPresent(produced::add);
    }
    return produced.stream().limit(MOST_FILES).toList();
  }

  /// Tests whether some files may have been cut or left out.
  static boolean mayLack(List<TaskFile> produced) {
    return produced.size() >= MOST_FILES
        || produced.stream().anyMatch(file -> file.content().length >= LONGEST);
  }

  private static List<String> paths(SandboxFiles files, String folder, String named) {
    try {
      return files.glob(folder, "**", MOST_LOOKED_AT).stream()
          .filter(entry -> entry.kind() == FileEntry.Kind.FILE)
          .map(FileEntry::path)
          .map(path -> path.startsWith(folder + "/") ? path.substring(folder.length() + 1) : path)
          .sorted(
              Comparator.<String, Boolean>comparing(path -> !named.contains(fileName(path)))
                  .thenComparing(path -> path))
          .limit(MOST_FILES)
          .toList();
    } catch (AssayException e) {
      if (gone(e)) {
        return List.of(); // the task removed or closed the folder
      }
      throw e;
    }
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// Reads a file. Of a long file only the beginning is kept.
  private static Optional<TaskFile> read(SandboxFiles files, String path, String name) {
    try (InputStream content = files.open(path, 0, LONGEST)) {
      return Optional.of(new TaskFile(name, content.readNBytes(LONGEST)));
    } catch (AssayException e) {
      if (gone(e)) {
        return Optional.empty();
      }
      throw e;
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // no honest program gives such a name
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isNew(TaskFile file, String path, Task task) {
    return task.files().stream()
        .noneMatch(
            input ->
                input.name().equals(path)
                    && Arrays.equals(
                        Arrays.copyOf(input.content(), Math.min(input.content().length, LONGEST)),
                        file.content()));
  }

  private static boolean gone(AssayException e) {
    return e.code() == ErrorCode.SANDBOX_FILE_NOT_FOUND
        || e.code() == ErrorCode.SANDBOX_FILE_REFUSED;
  }
}
