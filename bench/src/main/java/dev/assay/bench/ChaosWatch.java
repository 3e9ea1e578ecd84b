package dev.assay.bench;

import dev.assay.database.DatabaseAddress;
import dev.assay.home.Home;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

/// Waits for a moment of a phase, visible in the journal, the audit log and the homes.
final class ChaosWatch implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration BLINK = Duration.ofMillis(2);
  private static final String RUNNING =
      "select count(*) from workflow_run where state = 'running' and kind = ?";
  private static final String ENDED =
      "select count(*) from workflow_run where state not in ('running', 'waiting') and kind = ?";
  private static final String STEPS =
      "select count(*) from workflow_step s join workflow_run r on r.id = s.run where r.state = 'running' and r.kind = ?";
  private static final String AUDITED = "select count(*) from audit_entry where action = ?";

  private final Connection database;
  private final List<Home> homes;

  ChaosWatch(DatabaseAddress address, List<Home> homes) throws SQLException {
    this.database =
        DriverManager.getConnection(address.url(), address.user(), address.password().reveal());
    this.homes = List.copyOf(homes);
  }

  /// An observation.
  ///
  /// @param server the server that is at work
  /// @param seen true if the moment came
  record Sight(int server, boolean seen) {}

  /// A moment to wait for; made before the phase begins, so that no event is missed.
  final class Moment {
    private final ChaosAim aim;
    private final int begun;
    private final int steps;
    private final Duration early;
    private final long before;

    Moment(ChaosAim aim, int begun, Random random) throws SQLException {
      this.aim = aim;
      this.begun = begun;
      this.steps = 1 + random.nextInt(8);
      this.early = random.nextBoolean() ? Duration.ofMillis(random.nextInt(40)) : Duration.ZERO;
      this.before = over();
    }

    /// The number of completed runs of the phase.
    private long over() throws SQLException {
      return switch (aim) {
        case LAYER_PUSH -> count(ENDED, "validation");
        case FULL_TEST -> count(ENDED, "full-test");
        case ROLLBACK -> count(AUDITED, "image_rolled_back");
        case DELETION -> count(AUDITED, "skill_deleted");
      };
    }

    /// Waits for the moment; ends also when the phase is over, or takes too long.
    Sight await() throws SQLException, IOException, InterruptedException {
      if (aim == ChaosAim.ROLLBACK && !early.isZero()) {
        Thread.sleep(early); // it is written in one transaction, so its beginning is invisible
        return new Sight(begun, over() == before);
      }
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (System.nanoTime() < end) {
        OptionalInt server = now();
        if (server.isPresent()) {
          return new Sight(server.getAsInt(), true);
        }
        if (over() > before) {
          return new Sight(begun, aim == ChaosAim.ROLLBACK);
        }
        Thread.sleep(BLINK);
      }
      return new Sight(begun, false);
    }

    private OptionalInt now() throws SQLException, IOException {
      return switch (aim) {
        case LAYER_PUSH -> having("work", "layer-*.tar");
        case FULL_TEST ->
            count(STEPS, "full-test") >= steps
                ? having("sandboxes/live", "*")
                : OptionalInt.empty();
        case DELETION ->
            count(RUNNING, "removal") > 0 ? having("sandboxes/live", "*") : OptionalInt.empty();
        case ROLLBACK -> OptionalInt.empty();
      };
    }
  }

  private OptionalInt having(String folder, String files) throws IOException {
    for (int server = 0; server < homes.size(); server++) {
      Path path = homes.get(server).path().resolve(folder);
      if (Files.isDirectory(path)) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(path, files)) {
          if (found.iterator().hasNext()) {
            return OptionalInt.of(server);
          }
        }
      }
    }
    return OptionalInt.empty();
  }

  private long count(String sql, String parameter) throws SQLException {
    try (PreparedStatement query = database.prepareStatement(sql)) {
      query.setString(1, parameter);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }
}
