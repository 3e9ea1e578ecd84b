package dev.assay.intake.tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The files below a folder on disk, sorted by path.
///
/// @param modesKnown whether the executable bits are meaningful; archives made on Windows have none
public record SkillTree(Path root, List<TreeFile> files, boolean modesKnown) {
  private static final String EVALS = "evals/";

  public SkillTree {
    files = files.stream().sorted(Comparator.comparing(TreeFile::path)).toList();
  }

  /// Returns the files that agents see: all but `evals/` and junk.
  public SkillTree admitted() {
    return only(file -> isAdmitted(file.path()));
  }

  /// Returns whether a path in the skill's folder is part of the admitted tree.
  public static boolean isAdmitted(String path) {
    return !path.startsWith(EVALS) && !Junk.is(path);
  }

  /// Returns the author's tests.
  public SkillTree evals() {
    return only(file -> file.path().startsWith(EVALS) && !Junk.is(file.path()));
  }

  public SkillTree withoutJunk() {
    return only(file -> !Junk.is(file.path()));
  }

  /// Returns the files below a folder, with paths relative to it.
  public SkillTree below(String folder) {
    String prefix = folder + "/";
    List<TreeFile> inside = new ArrayList<>();
    for (TreeFile file : files) {
      if (file.path().startsWith(prefix)) {
        inside.add(
            new TreeFile(file.path().substring(prefix.length()), file.size(), file.executable()));
      }
    }
    return new SkillTree(root.resolve(folder), inside, modesKnown);
  }

  public Optional<TreeFile> find(String path) {
    return files.stream().filter(file -> file.path().equals(path)).findFirst();
  }

  public boolean hasFolder(String path) {
    String prefix = path + "/";
    return files.stream().anyMatch(file -> file.path().startsWith(prefix));
  }

  /// Opens a file. A link is never followed, even if it replaced the file after it was listed.
  public InputStream open(TreeFile file) throws IOException {
    return Files.newInputStream(root.resolve(file.path()), LinkOption.NOFOLLOW_LINKS);
  }

  private SkillTree only(Predicate<TreeFile> wanted) {
    return new SkillTree(root, files.stream().filter(wanted).toList(), modesKnown);
  }
}
