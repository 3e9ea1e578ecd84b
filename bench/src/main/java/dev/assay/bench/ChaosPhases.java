package dev.assay.bench;

import dev.assay.cli.connection.Connection;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The life of a skill from its upload to its deletion, in phases. Each phase begins at one server
/// and is followed to its end at a living one; it may have to be begun again there.
final class ChaosPhases {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Set<String> ENDED =
      Set.of("finished", "failed", "cancelled", "timed_out", "inconclusive");

  private static final Set<String> GONE =
      Set.of(ErrorCode.SKILL_NOT_FOUND.name(), ErrorCode.NOT_FOUND.name());
  private static final Set<String> DONE =
      Set.of(
          ErrorCode.INVALID_STATUS_TRANSITION.name(),
          ErrorCode.VALIDATION_IN_PROGRESS.name(),
          ErrorCode.CONVERSATION_NOT_FOUND.name(),
          ErrorCode.TURN_IN_PROGRESS.name(),
          ErrorCode.BAD_REQUEST.name());

  private final Path folder;
  private final Path archive;
  private final String topic;
  private String id = "";
  private String conversation = "";
  private String admitted = "";

  ChaosPhases(Path folder, Path archive, String topic) {
    this.folder = folder;
    this.archive = archive;
    this.topic = topic;
  }

  /// A phase, with the longest time it takes in milliseconds, so that a kill falls into it.
  enum Phase {
    UPLOAD(400),
    VALIDATION(15_000),
    APPROVAL(400),
    CHAT(4_000),
    FULL_TEST(10_000),
    ROLLBACK(300),
    DELETION(400);

    private final int longest;

    Phase(int longest) {
      this.longest = longest;
    }

    int longest() {
      return longest;
    }

    /// Returns whether later phases need it.
    boolean isNeeded() {
      return this == UPLOAD || this == VALIDATION || this == APPROVAL || this == DELETION;
    }
  }

  /// Begins a phase that goes on by itself.
  void begin(Phase phase, Connection server) {
    switch (phase) {
      case UPLOAD -> id = upload(server);
      case VALIDATION -> send(server, "POST", skill("/validate"), Map.of());
      case APPROVAL -> send(server, "POST", skill("/approve"), acknowledged());
      case CHAT -> ask(server);
      case FULL_TEST -> send(server, "POST", "/api/admin/skills/full-test", Map.of());
      case ROLLBACK -> rollBack(server);
      case DELETION -> send(server, "DELETE", skill(""), Map.of());
    }
  }

  /// Follows a phase to its end.
  ///
  /// @return the result
  String finish(Phase phase, Connection server) {
    return switch (phase) {
      case UPLOAD -> {
        id = upload(server);
        yield status(server).path("status").asString("");
      }
      case VALIDATION -> validation(server);
      case APPROVAL -> approval(server);
      case CHAT -> answer(server);
      case FULL_TEST -> fullTest(server);
      case ROLLBACK -> {
        rollBack(server);
        yield currentImage(server);
      }
      case DELETION -> deletion(server);
    };
  }

  /// The expected result of a phase.
  static String expected(Phase phase) {
    return switch (phase) {
      case UPLOAD -> "pending";
      case VALIDATION -> "finished 100";
      case APPROVAL -> "approved";
      case CHAT -> "answered 42";
      case FULL_TEST -> "finished, 0 failed, 0 inconclusive";
      case ROLLBACK -> "v1.0";
      case DELETION -> "gone";
    };
  }

  private String upload(Connection server) {
    try {
      return server.upload("/api/admin/skills/upload", archive).path("skill_id").asString("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String validation(Connection server) {
    if (status(server).path("run_state").asString("").isEmpty()) {
      send(server, "POST", skill("/validate"), Map.of());
    }
    JsonNode end =
        await(() -> status(server), now -> ENDED.contains(now.path("run_state").asString("")));
    return end.path("run_state").asString("")
        + " "
        + end.path("scores").path("overall").asString("").replaceFirst("\\.0+$", "");
  }

  private String approval(Connection server) {
    if (!status(server).path("status").asString("").equals("approved")) {
      send(server, "POST", skill("/approve"), acknowledged());
    }
    String state =
        await(() -> status(server), now -> now.path("status").asString("").equals("approved"))
            .path("status")
            .asString("");
    admitted = currentImage(server);
    return state;
  }

  /// Waits for the answer. The question at a killed server counts as running until heartbeats are
  /// missed.
  private String answer(Connection server) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return ask(server);
      } catch (AssayException e) {
        boolean busy = ErrorCode.TURN_IN_PROGRESS.name().equals(e.details().get("code"));
        if (!busy || System.nanoTime() > end) {
          throw e;
        }
        pause();
      }
    }
  }

  private String ask(Connection server) {
    try {
      if (conversation.isEmpty()) {
        conversation = server.send("POST", "/api/conversations", Map.of()).path("id").asString("");
      }
      Path list = Files.writeString(folder.resolve("numbers.txt"), "40\n2\n");
      server.upload("/api/uploads/" + conversation, list, "numbers.txt");
      String events =
          server.exchange(
              "/api/conversations/" + conversation + "/chat",
              "{\"message\": \"Please add up the %s in numbers.txt for me, one number on each line.\"}"
                  .formatted(topic),
              Map.of("Accept", "text/event-stream"),
              PATIENCE);
      return (events.contains("\"state\":\"answered\"") ? "answered" : "not answered")
          + (events.contains("42") ? " 42" : "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String fullTest(Connection server) {
    String run =
        send(server, "POST", "/api/admin/skills/full-test", Map.of()).path("run_id").asString("");
    Supplier<JsonNode> look =
        () -> server.get("/api/admin/skills/full-test" + (run.isEmpty() ? "" : "/" + run));
    JsonNode end = await(look, now -> ENDED.contains(now.path("state").asString("")));
    int failed = end.path("counts").path("failed").asInt(-1);
    int inconclusive = end.path("counts").path("inconclusive").asInt(-1);
    return "%s, %d failed, %d inconclusive"
            .formatted(end.path("state").asString(""), failed, inconclusive)
        + (failed + inconclusive == 0 ? "" : " " + end.path("skills"));
  }

  private static void rollBack(Connection server) {
    send(server, "POST", "/api/admin/images/rollback", Map.of("target_version", "v1.0"));
  }

  private static String currentImage(Connection server) {
    return server.get("/api/admin/images").path("current_version").asString("");
  }

  /// Returns to the image that contains the skill.
  void rollForward(Connection server) {
    if (!currentImage(server).equals(admitted)) {
      send(server, "POST", "/api/admin/images/rollback", Map.of("target_version", admitted));
    }
  }

  private String deletion(Connection server) {
    if (!conversation.isEmpty()) {
      send(server, "DELETE", "/api/conversations/" + conversation, Map.of());
      conversation = "";
    }
    send(server, "DELETE", skill(""), Map.of());
    await(
        () -> send(server, "GET", skill("/validation-status"), Map.of()),
        now -> now.path("gone").asBoolean(false));
    return "gone";
  }

  private JsonNode status(Connection server) {
    return server.get(skill("/validation-status"));
  }

  private String skill(String what) {
    return "/api/admin/skills/" + id + what;
  }

  private static Map<String, Object> acknowledged() {
    return Map.of("acknowledge_rehearsal", true);
  }

  /// Sends a request. A refusal because it was done already counts as an answer.
  private static JsonNode send(Connection server, String method, String path, Map<String, ?> body) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    try {
      return server.send(method, path, body);
    } catch (AssayException e) {
      String code = String.valueOf(e.details().get("code"));
      if (GONE.contains(code)) {
        return answer.put("gone", true);
      }
      if (DONE.contains(code)) {
        return answer.put("refused", e.reason());
      }
      throw e;
    }
  }

  private static JsonNode await(Supplier<JsonNode> look, Predicate<JsonNode> enough) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    JsonNode now = look.get();
    while (!enough.test(now) && System.nanoTime() < end) {
      pause();
      now = look.get();
    }
    return now;
  }

  private static void pause() {
    try {
      Thread.sleep(Duration.ofMillis(200));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted.", e);
    }
  }
}
