package dev.assay.publication;

import dev.assay.registry.SkillFolders;
import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Bundle;
import dev.assay.skill.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// The admitted trees of skills as archives for download: the bytes of the upload, with `SKILL.md`
/// at the root. Each is checked file by file once, and as a whole before every delivery, so that
/// the delivered content is the validated one.
public final class SkillArchives {
  private final BlobStore blobs;
  private final Map<Digest, Archive> checked = new ConcurrentHashMap<>();

  public SkillArchives(BlobStore blobs) {
    this.blobs = blobs;
  }

  /// @param digest the digest of the archive's bytes, not of the tree in it
  public record Archive(Digest digest, long size) {}

  /// @throws AssayException with `STORED_FILES_DAMAGED` if it differs from the uploaded tree
  public Archive of(Bundle bundle) {
    return checked.computeIfAbsent(bundle.digest(), digest -> check(bundle));
  }

  /// The archive, ready for delivery.
  ///
  /// @throws AssayException with `STORED_FILES_DAMAGED` if it differs from the uploaded tree
  public Delivery deliver(Bundle bundle) throws IOException {
    Archive known = of(bundle);
    try (InputStream in = open(bundle)) {
      if (!digest(in).equals(known)) { // damaged, or mended since
        checked.remove(bundle.digest());
        return new Delivery(bundle, of(bundle));
      }
    }
    return new Delivery(bundle, known);
  }

  /// An archive that has just been checked.
  public final class Delivery {
    private final Bundle bundle;
    private final Archive archive;

    private Delivery(Bundle bundle, Archive archive) {
      this.bundle = bundle;
      this.archive = archive;
    }

    public long size() {
      return archive.size();
    }

    public void writeTo(OutputStream sink) throws IOException {
      try (InputStream in = open(bundle)) {
        in.transferTo(sink);
      }
    }
  }

  private Archive check(Bundle bundle) {
    Map<String, Digest> expected = new HashMap<>();
    bundle.files().forEach(file -> expected.put(file.path(), file.digest()));
    try {
      try (ZipInputStream zip = new ZipInputStream(open(bundle))) {
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
          if (!digest(zip).digest().equals(expected.remove(entry.getName()))) {
            throw damaged(bundle);
          }
        }
      }
      if (!expected.isEmpty()) {
        throw damaged(bundle);
      }
      try (InputStream in = open(bundle)) {
        return digest(in);
      }
    } catch (IOException e) {
      throw damaged(bundle);
    }
  }

  private InputStream open(Bundle bundle) {
    return blobs.find(bundle.digest()).orElseThrow(() -> damaged(bundle));
  }

  private static Archive digest(InputStream in) throws IOException {
    DigestInputStream counted = new DigestInputStream(in, Digest.sha256());
    long size = counted.transferTo(OutputStream.nullOutputStream());
    return new Archive(Digest.finish(counted.getMessageDigest()), size);
  }

  private static AssayException damaged(Bundle bundle) {
    return SkillFolders.damaged(bundle, "the archive is changed or gone");
  }
}
