package dev.assay.validation.harm;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.ExtraPackages;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.FileEntry.Kind;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// The files that a process in a sandbox can change and that a later program could run or obey.
/// Files of skills and of admitted packages are left out.
///
/// @param files the files by path, including folders, links and special files
/// @param closed the folders whose content is unknown, because a part of them is unreadable or
///   because they hold too many files
/// @param writable the system's folders in which a process in the sandbox can make files
/// @param moment the sandbox's time of the first look; for folders too large for two looks, only
///   files changed since then are listed
public record Surroundings(
    Map<String, FileEntry> files, Set<String> closed, Set<String> writable, Instant moment) {
  /// The maximum number of files in one answer.
  private static final int MOST_AT_ONCE = 100_000;

  private static final int MOST = 400_000;

  /// Folders that hold no ordinary files, or that other parts check.
  private static final Set<String> ELSEWHERE =
      Set.of(
          "/proc",
          "/sys",
          "/dev",
          "/lost+found",
          Layout.SKILLS,
          ExtraPackages.TOOLS,
          RuntimeEnvironment.SHARED.folder(),
          RuntimeEnvironment.OWN);

  /// The system's own folders. On most engines processes in the sandbox cannot change most of them.
  private static final Set<String> SYSTEM =
      Set.of(
          "/usr", "/etc", "/var", "/boot", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32");

  /// The system's folders that are too large for two looks.
  private static final Set<String> LARGE =
      Set.of(
          "/usr/lib",
          "/usr/lib32",
          "/usr/lib64",
          "/usr/libx32",
          "/usr/libexec",
          "/usr/share",
          "/usr/include",
          "/usr/src",
          "/var/lib");

  private static final String WRITABLE =
      "for d in /* /*/*; do [ -d \"$d\" ] && [ ! -L \"$d\" ] && [ -w \"$d\" ] && echo \"$d\"; done; true";

  public Surroundings {
    files = Map.copyOf(files);
    closed = Set.copyOf(closed);
    writable = Set.copyOf(writable);
  }

  /// Looks at a sandbox before any foreign code runs in it.
  public static Surroundings of(Sandbox sandbox) {
    Set<String> writable =
        sandbox
            .run(Command.shell(WRITABLE).in("/"))
            .stdout()
            .text()
            .lines()
            .collect(Collectors.toUnmodifiableSet());
    boolean large = LARGE.stream().anyMatch(writable::contains);
    Instant moment = large ? now(sandbox.files()) : Instant.EPOCH;
    return new Look(sandbox.files(), Optional.empty(), writable, moment).look();
  }

  /// Returns the time of the sandbox's clock, which no process there can set.
  private static Instant now(SandboxFiles sandbox) {
    String path = "/tmp/now";
    sandbox.write(path, new byte[0]);
    Instant now = sandbox.stat(path).orElseThrow().changed();
    sandbox.delete(path);
    return now;
  }

  /// Looks at the same files again.
  public Surroundings again(SandboxFiles sandbox) {
    return new Look(sandbox, Optional.of(this), writable, moment).look();
  }

  /// Tests whether a path is in a folder whose earlier content is unknown.
  boolean mayHaveBeen(String path) {
    return LARGE.stream().anyMatch(folder -> path.startsWith(folder + "/"));
  }

  /// Tests whether a path is in a folder whose current content is unknown.
  boolean hides(String path) {
    return closed.stream().anyMatch(folder -> path.startsWith(folder + "/"));
  }

  private static final class Look {
    private final SandboxFiles sandbox;
    private final Optional<Surroundings> before;
    private final Set<String> writable;
    private final Instant moment;
    private final Map<String, FileEntry> seen = new TreeMap<>();
    private final Set<String> closed = new TreeSet<>();

    Look(
        SandboxFiles sandbox, Optional<Surroundings> before, Set<String> writable, Instant moment) {
      this.sandbox = sandbox;
      this.before = before;
      this.writable = writable;
      this.moment = moment;
    }

    Surroundings look() {
      for (String top : folders("")) {
        if (!SYSTEM.contains(top) || isNew(top)) {
          walk(top);
        } else if (writable.contains(top)) {
          folders(top).forEach(this::lookIntoSystem);
        }
      }
      return new Surroundings(seen, closed, writable, moment);
    }

    private void lookIntoSystem(String folder) {
      if (isNew(folder) || (writable.contains(folder) && !LARGE.contains(folder))) {
        walk(folder);
      } else if (before.isPresent() && writable.contains(folder)) {
        boolean all =
            attempt(
                folder,
                () -> {
                  sandbox
                      .changedSince(folder, moment)
                      .forEach(each -> seen.put(folder + "/" + each.path(), each));
                  return true;
                });
        if (!all) {
          closed.add(folder);
        }
      }
    }

    private boolean isNew(String folder) {
      return before.isPresent() && !before.get().files().containsKey(folder);
    }

    private void walk(String folder) {
      boolean whole =
          ELSEWHERE.stream().noneMatch(each -> each.startsWith(folder + "/"))
              && attempt(
                  folder,
                  () -> {
                    List<FileEntry> all = sandbox.glob(folder, "**", MOST_AT_ONCE);
                    all.forEach(each -> seen.put(folder + "/" + each.path(), each));
                    return all.size() < MOST_AT_ONCE;
                  });
      if (!whole && seen.size() <= MOST) {
        folders(folder).forEach(this::walk);
      } else if (!whole) {
        closed.add(folder);
      }
    }

    /// Notes the entries of a folder and returns its sub-folders.
    private List<String> folders(String folder) {
      List<String> folders = new ArrayList<>();
      boolean seenAll =
          attempt(
              folder,
              () -> {
                for (FileEntry each : sandbox.list(folder.isEmpty() ? "/" : folder)) {
                  String path = folder + "/" + each.path();
                  seen.put(path, each);
                  if (each.kind() == Kind.FOLDER && !ELSEWHERE.contains(path)) {
                    folders.add(path);
                  }
                }
                return true;
              });
      if (!seenAll) {
        closed.add(folder);
      }
      return folders;
    }

    /// Tests whether a folder could be read. A missing folder counts as empty.
    private static boolean attempt(String folder, BooleanSupplier look) {
      try {
        return look.getAsBoolean();
      } catch (AssayException e) {
        if (e.code() == ErrorCode.SANDBOX_FILE_NOT_FOUND && !folder.isEmpty()) {
          return true;
        }
        if (e.code() == ErrorCode.SANDBOX_FILE_REFUSED) {
          return false;
        }
        throw e;
      }
    }
  }
}
