package dev.assay.intake.tree;

import dev.assay.skill.BundleFile;
import dev.assay.skill.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The digest of a tree: SHA-256 over one line per file with its executable bit, size, digest and
/// path. Time stamps, owners, the archive's order and its compression do not change it.
public record TreeDigest(Digest digest, List<BundleFile> files) {
  private static final String HEADER = "assay tree 1\n";

  public static TreeDigest of(SkillTree tree) throws IOException {
    List<BundleFile> files = new ArrayList<>();
    byte[] buffer = new byte[16 * 1024];
    MessageDigest content = Digest.sha256();
    for (TreeFile file : tree.files()) {
      long size = 0;
      try (InputStream in = tree.open(file)) {
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          content.update(buffer, 0, n);
          size += n;
        }
      }
      files.add(new BundleFile(file.path(), size, file.executable(), Digest.finish(content)));
    }
    files.sort(Comparator.comparing(BundleFile::path));
    return new TreeDigest(digest(files), files);
  }

  private static Digest digest(List<BundleFile> files) {
    MessageDigest sum = Digest.sha256();
    sum.update(HEADER.getBytes(StandardCharsets.UTF_8));
    for (BundleFile file : files) {
      String line =
          (file.executable() ? "x " : "- ")
              + file.size()
              + " "
              + file.digest().hex()
              + " "
              + file.path()
              + "\n";
      sum.update(line.getBytes(StandardCharsets.UTF_8));
    }
    return Digest.finish(sum);
  }
}
