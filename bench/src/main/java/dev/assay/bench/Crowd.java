package dev.assay.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import tools.jackson.databind.json.JsonMapper;

/// Many callers of one server, with one token.
record Crowd(HttpClient http, URI url, String token) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// @param statuses the number of answers by status
  record Measured(Map<Integer, Integer> statuses, List<Double> millis, double seconds) {
    @Override
    public String toString() {
      List<Double> sorted = millis.stream().sorted().toList();
      return String.format(
          Locale.ROOT,
          "%s   p50 %.0f ms   p95 %.0f ms   most %.0f ms   %.0f/s",
          statuses,
          sorted.get(sorted.size() / 2),
          sorted.get(sorted.size() * 95 / 100),
          sorted.getLast(),
          millis.size() / seconds);
    }
  }

  static Crowd signIn(URI url, String name, String password)
      throws IOException, InterruptedException {
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    String answer =
        http.send(
                HttpRequest.newBuilder(url.resolve("/api/auth/login"))
                    .header("Content-Type", "application/json")
                    .POST(
                        BodyPublishers.ofString(
                            JSON.writeValueAsString(
                                Map.of("username", name, "password", password))))
                    .build(),
                BodyHandlers.ofString())
            .body();
    return new Crowd(http, url, JSON.readTree(answer).path("token").asString());
  }

  Measured lists(int requests, int atOnce) throws InterruptedException, ExecutionException {
    Semaphore places = new Semaphore(atOnce);
    Map<Integer, Integer> statuses = new TreeMap<>();
    List<Double> millis = new ArrayList<>();
    long start = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> going = new ArrayList<>();
      for (int number = 0; number < requests; number++) {
        places.acquire();
        going.add(threads.submit(() -> list(places, millis)));
      }
      for (Future<Integer> one : going) {
        statuses.merge(one.get(), 1, Integer::sum);
      }
    }
    return new Measured(statuses, millis, (System.nanoTime() - start) / 1e9);
  }

  private int list(Semaphore places, List<Double> millis) throws InterruptedException {
    long begin = System.nanoTime();
    try {
      HttpRequest page = request("/api/admin/skills?size=20").build();
      return http.send(page, BodyHandlers.ofString()).statusCode();
    } catch (IOException e) {
      return 0; // no answer at all
    } finally {
      double took = (System.nanoTime() - begin) / 1e6;
      synchronized (millis) {
        millis.add(took);
      }
      places.release();
    }
  }

  /// Follows a validation to its end. Returns the status of the answer, or 0 if it broke off.
  int follow(String skill) throws InterruptedException {
    try {
      HttpResponse<InputStream> answer =
          http.send(
              request("/api/admin/skills/" + skill + "/events").build(),
              BodyHandlers.ofInputStream());
      try (InputStream stream = answer.body()) {
        stream.readAllBytes();
      }
      return answer.statusCode();
    } catch (IOException e) {
      return 0;
    }
  }

  /// Holds a conversation with one question. Returns whether it was answered.
  boolean chat() throws IOException, InterruptedException {
    HttpResponse<String> begun =
        http.send(
            request("/api/conversations").POST(BodyPublishers.noBody()).build(),
            BodyHandlers.ofString());
    String id = JSON.readTree(begun.body()).path("id").asString("");
    HttpResponse<InputStream> answer =
        http.send(
            request("/api/conversations/" + id + "/chat")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"message\": \"How long is a text?\"}"))
                .build(),
            BodyHandlers.ofInputStream());
    boolean answered = false;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        answered |= line.startsWith("data:") && line.contains("\"state\":\"answered\"");
      }
    }
    return answered;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(url.resolve(path)).header("Authorization", "Bearer " + token);
  }
}
