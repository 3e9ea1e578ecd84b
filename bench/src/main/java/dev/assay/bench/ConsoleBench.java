package dev.assay.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Measures the time of console pages with many skills, turn by turn beside the bare page of the
/// server's health, and the bytes of a first view.
///
/// Aims: 100 ms at p95 with 10,000 skills; 400 kB.
public final class ConsoleBench {
  private static final Pattern ASSET =
      Pattern.compile("(?:src|href)=\"(/(?:assets|webjars)/[^\"]+)\"");
  private static final String BARE = "/actuator/health";

  private ConsoleBench() {}

  public static void main(String[] arguments)
      throws IOException, SQLException, InterruptedException {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
    int skills = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000;
    try (FilledServer server = FilledServer.start(skills)) {
      String one = "/admin/skills/" + anySkill(server);
      List<String> pages =
          List.of(
              BARE,
              "/",
              "/admin/skills",
              "/admin/skills?name=ab&status=pending&page=2",
              one,
              one + "/history",
              "/admin/reviews",
              "/admin/images",
              "/admin/full-test",
              "/admin/audit",
              "/admin/settings");
      Map<String, List<Double>> times = new LinkedHashMap<>();
      for (int round = -rounds / 5; round < rounds; round++) { // the first ones warm up
        for (String page : pages) {
          long start = System.nanoTime();
          server.assay().text(page, page.equals(BARE) ? "application/json" : "text/html");
          if (round >= 0) {
            times
                .computeIfAbsent(page.replace(one, "/admin/skills/ID"), key -> new ArrayList<>())
                .add((System.nanoTime() - start) / 1e6);
          }
        }
      }
      print(skills, rounds, times);
      System.out.printf("%nfirst view  %.0f kB (aim: 400 kB)%n", firstView(server) / 1e3);
    }
  }

  private static String anySkill(FilledServer server) throws SQLException {
    try (Statement query = server.database().createStatement();
        ResultSet row = query.executeQuery("select id from skill where name = 'sample'")) {
      row.next();
      return row.getString(1);
    }
  }

  private static void print(int skills, int rounds, Map<String, List<Double>> times) {
    double bare = at(Objects.requireNonNull(times.get(BARE)), 50);
    System.out.printf("%d skills, %d rounds (aim: 100 ms at p95)%n%n", skills, rounds);
    System.out.printf("%-46s %8s %8s %8s%n", "ms", "median", "p95", "× health");
    times.forEach(
        (page, some) ->
            System.out.printf(
                "%-46s %8.1f %8.1f %8.1f%n",
                page, at(some, 50), at(some, 95), at(some, 50) / bare));
  }

  /// The size of the sign-in page and everything it loads, as sent to a browser.
  private static long firstView(FilledServer server) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI url = server.server().url();
      String page =
          client
              .send(
                  HttpRequest.newBuilder(url.resolve("/sign-in")).build(), BodyHandlers.ofString())
              .body();
      long sent = sent(client, url.resolve("/sign-in"));
      Matcher assets = ASSET.matcher(page);
      while (assets.find()) {
        sent += sent(client, url.resolve(assets.group(1)));
      }
      return sent;
    }
  }

  private static long sent(HttpClient client, URI address)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Accept", "text/html,*/*")
            .header("Accept-Encoding", "gzip")
            .build();
    return client.send(request, BodyHandlers.ofByteArray()).body().length;
  }

  private static double at(List<Double> times, int percent) {
    List<Double> sorted = times.stream().sorted().toList();
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }
}
