package dev.assay.images;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// The lists of the contents of images, each under its digest, with the package files each was made
/// from. This package does not read the lists themselves.
public final class ImageContents {
  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;

  public ImageContents(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.clock = clock;
  }

  /// @param run the run that made the image
  /// @param files the digests of the package files it was made from
  public void keep(Digest digest, byte[] packed, UUID run, Collection<Digest> files) {
    jdbc.sql(
            """
            with list as (
              insert into image_contents (digest, packed, package_files, created_at)
              values (:digest, :packed, :files, :now)
              on conflict (digest) do update set created_at = excluded.created_at
              returning digest)
            insert into image_contents_run (digest, run_id) select digest, :run from list
            on conflict do nothing
            """)
        .param("digest", digest.toString())
        .param("packed", packed)
        .param("run", run)
        .param("files", files.stream().map(Digest::toString).distinct().toArray(String[]::new))
        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  /// @throws AssayException with `IMAGE_NOT_FOUND` if it is not kept
  public byte[] load(Digest digest) {
    return jdbc.sql("select packed from image_contents where digest = ?")
        .param(digest.toString())
        .query((row, number) -> row.getBytes("packed"))
        .optional()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.IMAGE_NOT_FOUND,
                    "The list of what is in the image (%s) is not kept any more. Validate the skill again."
                        .formatted(digest)));
  }

  /// Forgets lists that belong to no image and are not needed otherwise.
  ///
  /// @param age the age below which lists stay, because their run may not have recorded its need
  ///   yet
  /// @param needed the lists that stay
  /// @param runs the runs whose lists stay
  /// @return package files that no list names any more
  public List<Digest> forgetUnused(Duration age, Collection<Digest> needed, Collection<UUID> runs) {
    return transactions.execute(
        transaction -> {
          List<String> gone = new ArrayList<>();
          OffsetDateTime before = clock.instant().minus(age).atOffset(ZoneOffset.UTC);
          jdbc.sql(
                  """
                  delete from image_contents c
                  where c.created_at < :before
                    and not exists (select 1 from runtime_image i where i.contents = c.digest)
                    and c.digest <> all (:needed)
                    and not exists (select 1 from image_contents_run r
                      where r.digest = c.digest and r.run_id::text = any (:runs))
                  returning c.package_files
                  """)
              .param("before", before)
              .param("needed", needed.stream().map(Digest::toString).toArray(String[]::new))
              .param("runs", runs.stream().map(UUID::toString).toArray(String[]::new))
              .query((row, number) -> (String[]) row.getArray(1).getArray())
              .list()
              .forEach(files -> gone.addAll(List.of(files)));
          return gone.stream()
              .distinct()
              .filter(file -> !isNeeded(file))
              .map(Digest::parse)
              .toList();
        });
  }

  private boolean isNeeded(String file) {
    return jdbc.sql("select exists (select 1 from image_contents where ? = any(package_files))")
        .param(file)
        .query(Boolean.class)
        .single();
  }
}
