package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.conversation.ChatClient;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A skill inspects everything that a program can see, in its validation and later in a
/// conversation. It finds no difference by which it could behave well in one and badly in the
/// other.
class SameSandboxStoryTest {
  private static final String NAME = "ferry-counts";
  private static final String OUT = "/workspace/intermediate/seen.txt";

  @TempDir private static Path folder;
  private static TestServer server;
  private static GateClient gate;

  @BeforeAll
  static void open() throws IOException {
    server =
        TestServer.start(
            Map.of(
                "ASSAY_CONVERSATION_UPLOADS",
                Files.createDirectory(folder.resolve("one")).toString(),
                "ASSAY_CONVERSATION_INTERMEDIATE",
                Files.createDirectory(folder.resolve("two")).toString()));
    gate = new GateClient(server);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @Test
  void nothing_inside_shows_whether_it_is_a_validation_or_a_conversation() throws IOException {
    GateClient.Done done = gate.validate(probe());
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    List<String> first = seenBy(done, "offline task-1");
    assertThat(first)
        .as("the probe looked at all it knows")
        .hasSizeGreaterThan(900)
        .anyMatch(line -> line.startsWith("mount|") && line.contains("/workspace/uploads"))
        .anyMatch(line -> line.startsWith("openat2|"))
        .anyMatch(line -> line.startsWith("link|"));
    gate.approve(done.id());

    ChatClient chat = new ChatClient(server.admin());
    String conversation = chat.begin();
    chat.upload(conversation, "first.txt", "1\n2\n".getBytes(StandardCharsets.UTF_8));
    List<ChatClient.Heard> heard =
        chat.say(
            conversation,
            "Please add up the ferries over the lake of the first list. It is in first.txt.");
    assertThat(ChatClient.text(heard)).as(heard.toString()).contains("total: 3");
    String seen =
        chat.api()
            .get("/api/conversations/" + conversation + "/artifacts/file?path=seen.txt")
            .response()
            .body();

    assertThat(alike(seen)).containsExactlyElementsOf(first);
    assertThat(alike(seen)).noneMatch(line -> line.contains("conversation_"));
  }

  @Test
  void the_folders_of_a_task_go_with_it() throws IOException {
    GateClient.Done done =
        gate.validate(
            SampleSkill.adding(
                    "tram-counts", "Adds up trams that stop at a square.", "trams at the square")
                .script(
                    "mkdir -p deep/er\nprintf x >deep/er/file\nchmod 0 deep\n" + SampleSkill.ADDING)
                .archive());
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    try (Stream<Path> left = Files.walk(folder)) {
      assertThat(left.map(path -> folder.relativize(path).toString()))
          .filteredOn(path -> path.contains("/"))
          .as("conversations excepted")
          .allMatch(path -> conversations().stream().anyMatch(path::contains));
    }
  }

  private static List<String> conversations() {
    return gate.jdbc().sql("select id::text from conversation").query(String.class).list();
  }

  private static byte[] probe() throws IOException {
    try (InputStream script =
        Objects.requireNonNull(
            SameSandboxStoryTest.class.getResourceAsStream("/probe/look-around.py"))) {
      return SampleSkill.adding(NAME, "Adds up ferries that cross a lake.", "ferries over the lake")
          .file("scripts/look.py", script.readAllBytes())
          .script(
              "python3 \"$(dirname \"$0\")/look.py\" "
                  + NAME
                  + " "
                  + OUT
                  + "\n"
                  + SampleSkill.ADDING)
          .archive();
    }
  }

  private static List<String> seenBy(GateClient.Done done, String step) {
    JsonNode evidence = gate.evidence(done.id(), done.run(), step);
    for (JsonNode file : evidence.path("files")) {
      if (file.path("path").asString().equals("seen.txt")) {
        return alike(
            new String(
                Base64.getDecoder().decode(file.path("content").asString()),
                StandardCharsets.UTF_8));
      }
    }
    throw new AssertionError(evidence.toPrettyString());
  }

  /// Removes the differences between any two sandboxes: random names and the mounts of other
  /// skills.
  private static List<String> alike(String seen) {
    assertThat(seen.lines().filter(line -> line.matches("self\\|\\d+:.*:/.*")))
        .as("the names of its control groups")
        .isNotEmpty()
        .allMatch(line -> line.endsWith(":/"));
    return seen.lines()
        .filter(line -> !line.matches("mount\\|\\S+ /workspace/skills/(?!" + NAME + ").*"))
        .map(line -> line.replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID"))
        .map(line -> line.replaceAll("[0-9a-f]{16,}", "ID"))
        .map(line -> line.replaceAll("(/watched/ID/|uid=|gid=|autogroup-|pipe:\\[)\\d+", "$1N"))
        .map(line -> line.replaceAll("^(file\\|/proc .*) \\d+ 0$", "$1"))
        .toList();
  }
}
