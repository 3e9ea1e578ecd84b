package dev.assay.validation.lab;

import dev.assay.agent.CandidateSkill;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillFolders;
import dev.assay.skill.AssayException;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.eval.Eval;
import dev.assay.skill.task.TaskFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// Reads a skill for the writing of its tasks.
public final class CandidateReader {
  private static final int LONGEST_FILE = 1 << 20;
  private static final int MOST_FILES = 50;

  private final SkillFolders folders;

  public CandidateReader(SkillFolders folders) {
    this.folders = folders;
  }

  public CandidateSkill of(Skill skill) {
    Bundle bundle = skill.bundle();
    Path tree = folders.of(bundle);
    try {
      return new CandidateSkill(
          bundle.name(),
          bundle.manifest().description(),
          Files.readString(tree.resolve("SKILL.md")),
          bundle.files().stream().map(BundleFile::path).toList(),
          bundle.evals(),
          evalFiles(bundle, tree));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "The stored files of \"%s\" cannot be read: %s".formatted(skill.name(), e.getMessage()),
          e);
    }
  }

  private List<TaskFile> evalFiles(Bundle bundle, Path tree) throws IOException {
    Set<String> wanted = new TreeSet<>();
    for (Eval eval : bundle.evals().evals()) {
      wanted.addAll(eval.files());
    }
    List<TaskFile> files = new ArrayList<>();
    for (BundleFile file : bundle.files()) {
      if (wanted.contains(file.path()) && file.size() <= LONGEST_FILE) {
        files.add(new TaskFile(file.path(), Files.readAllBytes(tree.resolve(file.path()))));
      }
    }
    addEvals(bundle, wanted, files);
    return files;
  }

  private void addEvals(Bundle bundle, Set<String> wanted, List<TaskFile> files)
      throws IOException {
    try (ZipInputStream zip = folders.evals(bundle)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (wanted.contains(entry.getName()) && files.size() < MOST_FILES) {
          byte[] content = zip.readNBytes(LONGEST_FILE + 1);
          if (content.length <= LONGEST_FILE) {
            files.add(new TaskFile(entry.getName(), content));
          }
        }
      }
    }
  }
}
