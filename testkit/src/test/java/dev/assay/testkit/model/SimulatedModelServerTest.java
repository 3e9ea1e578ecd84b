package dev.assay.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testkit.trust.NoisyJudge;
import dev.assay.testkit.trust.SkillTruth;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class SimulatedModelServerTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String WORD = "0123456789abcdef0123456789abcdef";
  private static final String SKILLS =
      "You do what the user asks\n<available_skills><skill><name>sums</name>\n"
          + "<description>Adds numbers of ledgers.</description></skill></available_skills>";

  @Test
  void answers_do_not_depend_on_the_order_of_the_requests() {
    List<Integer> order = IntStream.range(0, 30).boxed().toList();
    Map<Integer, Integer> forwards = grades(order, 7);
    assertThat(grades(order.reversed(), 7)).isEqualTo(forwards);
    assertThat(grades(order, 8)).isNotEqualTo(forwards);
    assertThat(forwards.values().stream().distinct().count()).isGreaterThan(1);
  }

  @Test
  void a_skill_is_chosen_as_often_as_the_world_says() {
    SimulatedWorld world = SimulatedWorld.ORDINARY.with(new SkillTruth(1, 0, .6, 0, 0));
    long chosen = chosen(world, "Which numbers add up in the ledgers of month %d?");
    assertThat(chosen).isBetween(45L, 75L);
  }

  @Test
  void a_task_of_something_else_is_left_alone_unless_the_world_says_otherwise() {
    String other = SimulatedWriter.POEM + "(%d) which numbers add up in the ledgers?";
    assertThat(chosen(SimulatedWorld.ORDINARY.with(new SkillTruth(1, 0, 1, 0, 0)), other)).isZero();
    assertThat(chosen(SimulatedWorld.ORDINARY.with(new SkillTruth(1, 0, 1, 1, 0)), other))
        .isEqualTo(100);
  }

  @Test
  void faults_come_as_often_as_the_world_says() {
    try (SimulatedModelServer model =
        SimulatedModelServer.in(SimulatedWorld.ORDINARY.withFaults(.3))) {
      long failed =
          IntStream.range(0, 100)
              .filter(each -> ask(model.baseUrl(), SKILLS, "Task " + each).statusCode() == 500)
              .count();
      assertThat(failed).isBetween(15L, 45L);
    }
  }

  private static long chosen(SimulatedWorld world, String task) {
    try (SimulatedModelServer model = SimulatedModelServer.in(world)) {
      return IntStream.range(0, 100)
          .mapToObj(each -> message(ask(model.baseUrl(), SKILLS, task.formatted(each))))
          .filter(message -> message.path("tool_calls").size() == 1)
          .count();
    }
  }

  private static Map<Integer, Integer> grades(List<Integer> order, long seed) {
    Map<Integer, Integer> grades = new TreeMap<>();
    SimulatedWorld world = SimulatedWorld.ORDINARY.with(new NoisyJudge(1, 0)).withSeed(seed);
    try (SimulatedModelServer model = SimulatedModelServer.in(world)) {
      for (int each : order) {
        String request =
            section("expectations", "It contains \"" + each + "\"")
                + section("final answer", "It is " + each);
        JsonNode message = message(ask(model.baseUrl(), "You judge how well", request));
        JsonNode judged = JSON.readTree(message.path("content").asString());
        grades.put(each, judged.path("score").asInt());
      }
    }
    return grades;
  }

  private static String section(String label, String text) {
    return "<<begin %s %s>>\n%s\n<<end %s>>\n".formatted(WORD, label, text, WORD);
  }

  private static JsonNode message(HttpResponse<String> answer) {
    return JSON.readTree(answer.body()).path("choices").path(0).path("message");
  }

  private static HttpResponse<String> ask(URI base, String system, String user) {
    String body =
        JSON.writeValueAsString(
            Map.of(
                "model",
                "simulated",
                "messages",
                List.of(
                    Map.of("role", "system", "content", system),
                    Map.of("role", "user", "content", user))));
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(base + "/chat/completions"))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(body))
              .build(),
          BodyHandlers.ofString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
