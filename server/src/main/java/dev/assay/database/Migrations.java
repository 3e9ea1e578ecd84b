package dev.assay.database;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.jspecify.annotations.Nullable;

/// The migrations of all rooms, as they are applied to a database.
public final class Migrations {
  private Migrations() {}

  /// Makes the tables of an empty database.
  ///
  /// @param last the number of the last migration to apply
  /// @throws AssayException with `DATABASE_INCOMPATIBLE` if that fails
  public static void apply(DatabaseAddress address, String last) {
    try {
      Flyway.configure()
          .dataSource(address.url(), address.user(), address.password().reveal())
          .target(MigrationVersion.fromVersion(last))
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw incompatible(e.getMessage(), e);
    }
  }

  /// The reason and the remedy of a failed migration; empty if something else failed.
  public static Optional<AssayException> explain(Throwable failure) {
    return switch (failure) {
      case FlywayValidateException other ->
          Optional.of(
              new AssayException(
                  ErrorCode.DATABASE_INCOMPATIBLE,
                  "The tables of this database were made by a build of Assay with other tables: use"
                      + " that build, or start with an empty home (ASSAY_HOME) and, if"
                      + " assay.database.url is set, an empty database.",
                  other));
      case FlywayException migration ->
          Optional.of(incompatible(migration.getMessage(), migration));
      default -> Optional.empty();
    };
  }

  private static AssayException incompatible(@Nullable String reason, FlywayException cause) {
    return new AssayException(
        ErrorCode.DATABASE_INCOMPATIBLE,
        "The database's tables cannot be brought to this version: " + reason,
        cause);
  }
}
