package dev.assay.registry;

import dev.assay.skill.AssayException;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.ErrorCode;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The limit of one account's undecided skills. The owner of the home has no limit, because the
/// disk is theirs anyway.
///
/// @param versions the greatest number of versions
/// @param bytes the greatest size of all their files together, unpacked
public record UndecidedQuota(int versions, long bytes) {
  private static final String OWNER_OF_THE_HOME = "local";
  private static final long MEGABYTE = 1_000_000;

  /// No limit, for tests and for callers without a reason to limit anything.
  public static final UndecidedQuota NONE = new UndecidedQuota(Integer.MAX_VALUE, Long.MAX_VALUE);

  private record Waiting(int versions, long bytes) {}

  /// Locks the uploads of that account until the end of the transaction.
  ///
  /// @throws AssayException with `QUOTA_EXCEEDED` if this skill exceeds the limit
  void require(Bundle next, Actor uploader, Skills skills, JdbcClient jdbc) {
    if (uploader.owner().equals(OWNER_OF_THE_HOME)) {
      return;
    }
    skills.lockName("owner " + uploader.owner());
    Waiting others =
        jdbc.sql(
                """
                select count(*) as versions,
                  coalesce(sum((select sum((file ->> 'size')::bigint)
                                from jsonb_array_elements(bundle -> 'files') as file)), 0) as bytes
                from skill where owner = :owner and status in ('pending', 'validating')
                  and not (name = :name and digest = :digest)
                """)
            .param("owner", uploader.owner())
            .param("name", next.name().text())
            .param("digest", next.digest().toString())
            .query((row, number) -> new Waiting(row.getInt("versions"), row.getLong("bytes")))
            .single();
    long all = others.bytes + next.files().stream().mapToLong(BundleFile::size).sum();
    if (others.versions >= versions || all > bytes) {
      throw new AssayException(
          ErrorCode.QUOTA_EXCEEDED,
          "%d versions with %s MB wait for a decision on what you uploaded; with this one it would be more than the %d versions or %s MB that one account may have. Nothing of it was kept. Have some approved or rejected, or delete some (assay skills delete), and upload it again; an admin can set assay.intake.undecided-versions and assay.intake.undecided-size."
              .formatted(others.versions, megabytes(others.bytes), versions, megabytes(bytes)),
          Map.of(
              "undecided_versions",
              others.versions,
              "undecided_bytes",
              others.bytes,
              "most_versions",
              versions,
              "most_bytes",
              bytes));
    }
  }

  private static String megabytes(long bytes) {
    return Long.toString((bytes + MEGABYTE / 2) / MEGABYTE);
  }
}
