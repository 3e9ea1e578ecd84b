package dev.assay.registry;

import dev.assay.skill.AssayException;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Archives of skills and of their evals, byte by byte as they were kept. Their names are digests
/// of the files in them, which say nothing about modes, nor about what other readers of an archive
/// find in it.
public final class KeptArchives implements BlobStore {
  private final JdbcClient jdbc;
  private final BlobStore blobs;

  public KeptArchives(JdbcClient jdbc, BlobStore blobs) {
    this.jdbc = jdbc;
    this.blobs = blobs;
  }

  /// Takes the place of one that is damaged.
  @Override
  public void keep(Digest digest, Content content) throws IOException {
    if (isDamaged(digest)) {
      blobs.remove(digest);
    }
    MessageDigest function = Digest.sha256();
    boolean[] written = {false};
    blobs.keep(
        digest,
        sink -> {
          function.reset();
          content.writeTo(new DigestOutputStream(sink, function));
          written[0] = true;
        });
    if (written[0]) {
      jdbc.sql(
              """
              insert into kept_archive (digest, sha256) values (?, ?)
              on conflict (digest) do update set sha256 = excluded.sha256
              """)
          .params(digest.toString(), Digest.finish(function).toString())
          .update();
    }
  }

  private boolean isDamaged(Digest digest) {
    try {
      Optional<Digest> found = sha256(digest);
      return found.isPresent() && !found.equals(known(digest).or(() -> found));
    } catch (AssayException | UncheckedIOException e) {
      return true; // as nobody can read it
    }
  }

  /// Finds an archive; a changed one counts as gone.
  @Override
  public Optional<InputStream> find(Digest digest) {
    return sha256(digest)
        .filter(found -> found.equals(known(digest).orElseGet(() -> admit(digest, found))))
        .flatMap(_ -> blobs.find(digest));
  }

  @Override
  public boolean contains(Digest digest) {
    return blobs.contains(digest);
  }

  @Override
  public void remove(Digest digest) {
    blobs.remove(digest);
    jdbc.sql("delete from kept_archive where digest = ?").param(digest.toString()).update();
  }

  private Optional<Digest> known(Digest digest) {
    return jdbc.sql("select sha256 from kept_archive where digest = ?")
        .param(digest.toString())
        .query(String.class)
        .optional()
        .map(Digest::parse);
  }

  private Digest admit(Digest digest, Digest found) {
    jdbc.sql("insert into kept_archive (digest, sha256) values (?, ?) on conflict do nothing")
        .params(digest.toString(), found.toString())
        .update();
    return known(digest).orElse(found);
  }

  private Optional<Digest> sha256(Digest digest) {
    Optional<InputStream> found = blobs.find(digest);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try (DigestInputStream bytes = new DigestInputStream(found.get(), Digest.sha256())) {
      bytes.transferTo(OutputStream.nullOutputStream());
      return Optional.of(Digest.finish(bytes.getMessageDigest()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
