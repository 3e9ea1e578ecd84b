package dev.assay.images;

import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.StoredContent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The files of packages from which images can be made again.
public final class StoredPackages implements StoredContent {
  private final JdbcClient jdbc;
  private final BlobStore blobs;

  public StoredPackages(JdbcClient jdbc, BlobStore blobs) {
    this.jdbc = jdbc;
    this.blobs = blobs;
  }

  @Override
  public String kind() {
    return "package";
  }

  @Override
  public List<Item> list() {
    return jdbc.sql("select distinct unnest(package_files) as file from image_contents order by 1")
        .query((row, number) -> new Item(row.getString("file"), row.getString("file")))
        .list();
  }

  @Override
  public Optional<String> findDamage(String id) {
    Digest digest = Digest.parse(id);
    try {
      if (blobs.isIntact(digest)) {
        return Optional.empty();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Optional.of(
        "The stored file %s of a package is changed or gone. This is a fault of the platform. Restore it from a backup, or validate the skill that needs it again."
            .formatted(digest));
  }
}
