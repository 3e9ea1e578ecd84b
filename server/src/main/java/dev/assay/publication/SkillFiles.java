package dev.assay.publication;

import dev.assay.registry.SkillFolders;
import dev.assay.skill.AssayException;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.Digest;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;

/// Single files of admitted trees for download. Each is checked before every delivery, at the cost
/// of the file's size and not of its skill's.
public final class SkillFiles {
  private final SkillFolders folders;

  public SkillFiles(SkillFolders folders) {
    this.folders = folders;
  }

  /// @throws AssayException with `STORED_FILES_DAMAGED` if it differs from the uploaded file
  public Delivery deliver(Bundle bundle, BundleFile file) {
    Path path = folders.of(bundle).resolve(file.path());
    try (DigestInputStream in = new DigestInputStream(open(path), Digest.sha256())) {
      in.transferTo(OutputStream.nullOutputStream());
      if (Digest.finish(in.getMessageDigest()).equals(file.digest())) {
        return new Delivery(path);
      }
    } catch (IOException e) {
      throw damaged(bundle, file, "cannot be read (" + e + ")");
    }
    throw damaged(bundle, file, "has other content");
  }

  /// A file that has just been checked.
  public record Delivery(Path path) {
    public void writeTo(OutputStream sink) throws IOException {
      try (InputStream in = open(path)) {
        in.transferTo(sink);
      }
    }
  }

  private static InputStream open(Path path) throws IOException {
    return Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static AssayException damaged(Bundle bundle, BundleFile file, String why) {
    return SkillFolders.damaged(bundle, "\"%s\" %s".formatted(Visible.line(file.path(), 200), why));
  }
}
