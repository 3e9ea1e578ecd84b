package dev.assay.bench;

import dev.assay.cli.connection.Connection;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Measures the time of a page of the list of skills over HTTP with many skills, beside the same
/// query to the database itself, turn by turn.
///
/// Aim: 50 ms at p95 with 10,000 skills.
public final class RegistryBench {
  private static final int PAGE = 50;
  private static final List<String> STATUSES = List.of("", "pending", "approved", "rejected");
  private static final List<String> SORTS = List.of("name", "-name", "uploaded", "-uploaded");

  private final Connection assay;
  private final java.sql.Connection database;
  private final Random random = new Random(7);

  private RegistryBench(Connection assay, java.sql.Connection database) {
    this.assay = assay;
    this.database = database;
  }

  public static void main(String[] arguments) throws IOException, SQLException {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 300;
    int skills = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000;
    try (FilledServer server = FilledServer.start(skills)) {
      new RegistryBench(server.assay(), server.database()).measure(rounds, skills);
    }
  }

  private void measure(int rounds, int skills) throws SQLException {
    List<Double> ours = new ArrayList<>();
    List<Double> plain = new ArrayList<>();
    for (int round = -rounds / 5; round < rounds; round++) { // the first ones warm up
      String status = STATUSES.get(random.nextInt(STATUSES.size()));
      String text = random.nextInt(3) == 0 ? Integer.toHexString(random.nextInt(256)) : "";
      String sort = SORTS.get(random.nextInt(SORTS.size()));
      int page = random.nextInt(Math.max(1, skills / PAGE / 4));
      long start = System.nanoTime();
      assay.get(
          "/api/admin/skills?status=%s&q=%s&sort=%s&page=%d&size=%d"
              .formatted(status, text, sort, page, PAGE));
      long middle = System.nanoTime();
      peer(status, text, page);
      if (round >= 0) {
        ours.add((middle - start) / 1e6);
        plain.add((System.nanoTime() - middle) / 1e6);
      }
    }
    System.out.printf("%d skills, %d pages of %d%n%n", skills, rounds, PAGE);
    System.out.printf("%-24s %8s %8s %8s%n", "ms", "median", "p95", "most");
    print("GET /api/admin/skills", ours);
    print("plain SQL", plain);
    System.out.printf("%nratio at p95  %.1f (aim: 50 ms)%n", at(ours, 95) / at(plain, 95));
  }

  /// Queries the page and the total with SQL written by hand.
  private void peer(String status, String text, int page) throws SQLException {
    String wanted = " from skill where (? = '' or status = ?) and (? = '' or name like ?) ";
    read(
        "select id, name, version, digest, status, bundle, uploaded_by, uploaded_at"
            + wanted
            + "order by name, version desc limit "
            + PAGE
            + " offset "
            + page * PAGE,
        status,
        text);
    read("select count(*)" + wanted, status, text);
  }

  private void read(String sql, String status, String text) throws SQLException {
    try (PreparedStatement query = database.prepareStatement(sql)) {
      query.setString(1, status);
      query.setString(2, status);
      query.setString(3, text);
      query.setString(4, "%" + text + "%");
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          rows.getString(1);
        }
      }
    }
  }

  private static void print(String name, List<Double> times) {
    System.out.printf(
        "%-24s %8.1f %8.1f %8.1f%n", name, at(times, 50), at(times, 95), at(times, 100));
  }

  private static double at(List<Double> times, int percent) {
    List<Double> sorted = times.stream().sorted().toList();
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }
}
