package dev.assay.intake.archive;

import dev.assay.intake.tree.Junk;
import dev.assay.intake.tree.SkillTree;
import dev.assay.intake.tree.TreeFile;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/// Reads a folder in place under the limits of an archive. Links are refused, not followed.
public final class FolderReader {
  private final ArchiveLimits limits;

  public FolderReader(ArchiveLimits limits) {
    this.limits = limits;
  }

  public Unpacked read(Path folder) throws IOException {
    try {
      Walk walk = new Walk(folder);
      Files.walkFileTree(folder, walk);
      if (walk.files.isEmpty()) {
        throw ArchiveRule.EMPTY.refuse("", "The folder holds no files.");
      }
      return new Unpacked.Files(new SkillTree(folder, walk.files, true));
    } catch (ArchiveRefusal refusal) {
      return new Unpacked.Refused(refusal.finding());
    }
  }

  private final class Walk extends SimpleFileVisitor<Path> {
    private final Path root;
    private final EntryNames names = new EntryNames(limits.depth());
    private final List<TreeFile> files = new ArrayList<>();
    private long total;

    Walk(Path root) {
      this.root = root;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      if (folder.equals(root)) {
        return FileVisitResult.CONTINUE;
      }
      if (Junk.isFolder(String.valueOf(folder.getFileName()))) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      names.folder(path(folder));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      String path = path(file);
      if (Junk.is(path)) {
        return FileVisitResult.CONTINUE;
      }
      names.file(path);
      if (attributes.isSymbolicLink()) {
        throw ArchiveRule.LINK.refuse(path, path + " is a link.");
      }
      if (!attributes.isRegularFile()) {
        throw ArchiveRule.DEVICE.refuse(path, path + " is a device, pipe or socket.");
      }
      total += attributes.size();
      bound(path, attributes.size());
      if (!Files.isReadable(file)) {
        throw ArchiveRule.UNREADABLE.refuse(path, path + " cannot be read.");
      }
      files.add(new TreeFile(path, attributes.size(), Files.isExecutable(file)));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      throw ArchiveRule.UNREADABLE.refuse(path(file), path(file) + " cannot be read.");
    }

    private void bound(String path, long size) {
      if (size > limits.fileBytes()) {
        throw ArchiveRule.FILE_TOO_LARGE.refuse(
            path, path + " has more than " + ArchiveLimits.words(limits.fileBytes()) + ".");
      }
      if (total > limits.totalBytes()) {
        throw ArchiveRule.TOTAL_TOO_LARGE.refuse(
            path,
            "The files have more than " + ArchiveLimits.words(limits.totalBytes()) + " together.");
      }
      if (files.size() >= limits.files()) {
        throw ArchiveRule.TOO_MANY_FILES.refuse(
            "", "The folder has more than " + limits.files() + " files.");
      }
    }

    private String path(Path file) {
      return root.relativize(file).toString();
    }
  }
}
