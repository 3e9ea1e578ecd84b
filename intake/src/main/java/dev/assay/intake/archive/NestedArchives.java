package dev.assay.intake.archive;

import dev.assay.intake.tree.Magic;
import dev.assay.intake.tree.SkillTree;
import dev.assay.intake.tree.TreeFile;
import dev.assay.skill.Finding;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/// Reads the archives inside a skill, passes each inner file to a visitor, and refuses archive
/// bombs.
///
/// Nothing is written to disk.
public final class NestedArchives {
  private static final int HEAD = 512;
  private static final int MAX_NAME = 1024;
  private static final int MAX_UNREADABLE = 1000;

  private final ArchiveLimits limits;
  private final Visitor visitor;
  private final List<String> unreadable = new ArrayList<>();
  private long total;
  private int entries;

  /// Receives each file inside an archive.
  @FunctionalInterface
  public interface Visitor {
    /// @param path the path of the file, such as `assets/a.zip!/b.txt`
    void visit(String path, InputStream content) throws IOException;
  }

  public NestedArchives(ArchiveLimits limits, Visitor visitor) {
    this.limits = limits;
    this.visitor = visitor;
  }

  /// Reads the archives of a tree and returns the refusal, if there is one.
  public Optional<Finding> look(SkillTree tree) throws IOException {
    try {
      for (TreeFile file : tree.files()) {
        try (InputStream in = new BufferedInputStream(tree.open(file))) {
          open(file.path(), in, 1, file.size());
        }
      }
      return Optional.empty();
    } catch (ArchiveRefusal refusal) {
      return Optional.of(refusal.finding());
    }
  }

  /// Returns the archives that could not be read: of an unsupported kind, damaged or encrypted.
  public List<String> unreadable() {
    return unreadable;
  }

  private void open(String path, InputStream in, int level, long packed) throws IOException {
    in.mark(HEAD);
    byte[] head = in.readNBytes(HEAD);
    in.reset();
    Optional<Magic> magic = Magic.of(head);
    if (!Magic.isArchive(head)) {
      return;
    }
    if (level > limits.nesting()) {
      throw ArchiveRule.NESTED_TOO_DEEP.refuse(
          path, path + " is archive number " + level + " inside each other.");
    }
    Budget budget = new Budget(path, packed);
    try {
      switch (magic.orElseThrow()) {
        case ZIP ->
            entries(path, new ZipArchiveInputStream(in, "UTF-8", true, true), level, budget);
        case GZIP -> single(path, gunzip(in), level, budget);
        case BZIP2 -> single(path, new BZip2CompressorInputStream(in, true), level, budget);
        case TAR -> entries(path, new TarArchiveInputStream(in), level, budget);
        default -> unreadable(path);
      }
    } catch (IOException | IllegalArgumentException | ArithmeticException e) {
      unreadable(path);
    }
  }

  private void entries(
      String path, ArchiveInputStream<? extends ArchiveEntry> archive, int level, Budget budget)
      throws IOException {
    for (ArchiveEntry entry = archive.getNextEntry();
        entry != null;
        entry = archive.getNextEntry()) {
      budget.entry();
      if (entry.isDirectory()) {
        // a folder's entry can have content, which the next read would unpack without counting it
        budget.meter(archive).transferTo(OutputStream.nullOutputStream());
        continue;
      }
      String name = entry.getName();
      String inside = path + "!/" + name.substring(0, Math.min(name.length(), MAX_NAME));
      if (!archive.canReadEntryData(entry)) {
        unreadable(inside);
        continue;
      }
      inner(inside, budget.meter(archive), level, entry.getSize());
    }
  }

  private void unreadable(String path) {
    if (unreadable.size() < MAX_UNREADABLE) {
      unreadable.add(path);
    }
  }

  private static InputStream gunzip(InputStream in) throws IOException {
    return GzipCompressorInputStream.builder()
        .setInputStream(in)
        .setDecompressConcatenated(true)
        .get();
  }

  private void single(String path, InputStream content, int level, Budget budget)
      throws IOException {
    inner(path + "!", budget.meter(content), level, -1);
  }

  private void inner(String path, InputStream content, int level, long size) throws IOException {
    InputStream in = new BufferedInputStream(content, HEAD * 2);
    in.mark(HEAD);
    byte[] head = in.readNBytes(HEAD);
    in.reset();
    if (Magic.isArchive(head)) {
      open(path, in, level + 1, Math.max(size, HEAD));
    } else {
      visitor.visit(path, in);
    }
    in.transferTo(OutputStream.nullOutputStream());
  }

  /// The limits of one inner archive.
  private final class Budget {
    private final String path;
    private final long packed;
    private long size;

    Budget(String path, long packed) {
      this.path = path;
      this.packed = Math.max(1, packed);
    }

    void entry() {
      if (++entries > 20 * limits.files()) {
        throw ArchiveRule.NESTED_BOMB.refuse(path, path + " holds too many entries.");
      }
    }

    InputStream meter(InputStream in) {
      return new MeteredStream(in, this::spend);
    }

    private void spend(int bytes) {
      size += bytes;
      total += bytes;
      if (total > limits.totalBytes()
          || (size > limits.ratioFloor() && size / limits.ratio() > packed)) {
        throw ArchiveRule.NESTED_BOMB.refuse(
            path, path + " unpacks to far more than a skill may hold.");
      }
    }
  }
}
