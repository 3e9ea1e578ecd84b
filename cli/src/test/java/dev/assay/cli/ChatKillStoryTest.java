package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.home.Home;
import dev.assay.testkit.model.ScriptedModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/// `assay chat` against a server that is a process of its own and gets killed in the middle of an
/// answer.
@EnabledIfEnvironmentVariable(
    named = "ASSAY_CHECK_KILLS",
    matches = ".+",
    disabledReason = "a minute long, and one of several: ASSAY_CHECK_KILLS=1 ./check")
class ChatKillStoryTest {
  private static final Pattern ID = Pattern.compile("--continue ([0-9a-f-]{36})");

  @TempDir Path folder;

  @Test
  void an_answer_is_followed_over_the_death_of_its_server_and_the_conversation_goes_on()
      throws IOException {
    Path file = Files.writeString(folder.resolve("notes of today.txt"), "hello from the file");
    Home home = PreparedHome.copy();
    try (ScriptedModelServer model =
        ScriptedModelServer.playing(
            """
            if: first question
            call: execute {"command": "cat '/workspace/uploads/notes of today.txt'; echo kept > kept.txt"}
            ---
            if: first question
            say: It says \u001b[31mhello\u001b[0m.
            ---
            if: second question
            call: execute {"command": "echo begun; sleep 98761"}
            ---
            if: third question
            call: execute {"command": "cat kept.txt"}
            ---
            if: third question
            say: I go on.
            """)) {
      Map<String, String> environment =
          Map.of("ASSAY_MODEL_BASE_URL", model.baseUrl().toString(), "ASSAY_MODEL_NAME", "tiny");
      AssayProcess server =
          AssayProcess.start(home, environment, "serve", "--port", "0").untilReady();
      AssayProcess first =
          AssayProcess.start(
              home, Map.of(), "chat", "--file", file.toString(), "first", "question");
      assertThat(first.untilEnd()).as(first::output).isZero();
      assertThat(first.output())
          .contains("uploaded /workspace/uploads/notes of today.txt")
          .contains("hello from the file")
          .contains("It says <U+001B>[31mhello")
          .contains("+ /workspace/intermediate/kept.txt")
          .doesNotContain("\u001b");
      Matcher id = ID.matcher(first.output());
      assertThat(id.find()).isTrue();

      AssayProcess second =
          AssayProcess.start(home, Map.of(), "chat", "--continue", id.group(1), "second question");
      second.untilSaid("> execute");
      await().atMost(AssayProcess.PATIENCE).until(ChatKillStoryTest::isAsleep);
      server.kill();
      AssayProcess again =
          AssayProcess.start(home, environment, "serve", "--port", "0").untilReady();
      try {
        assertThat(second.untilEnd()).as(second::output).isEqualTo(ExitCode.INCONCLUSIVE);
        assertThat(second.output()).contains("The server stopped while it worked on this");
        assertThat(isAsleep()).as("nothing of the killed turn is left").isFalse();

        AssayProcess third =
            AssayProcess.start(home, Map.of(), "chat", "--continue", id.group(1), "third question");
        assertThat(third.untilEnd()).as(third::output).isZero();
        assertThat(third.output()).contains("kept").contains("I go on.");
        AssayProcess history = AssayProcess.start(home, Map.of(), "chat", "--history", id.group(1));
        assertThat(history.untilEnd()).isZero();
        assertThat(history.output())
            .contains("you: first question")
            .contains("error: The server stopped")
            .contains("agent: I go on.");
      } finally {
        again.close();
      }
    }
  }

  private static boolean isAsleep() {
    return ProcessHandle.allProcesses()
        .anyMatch(
            process ->
                process
                    .info()
                    .commandLine()
                    .filter(line -> line.endsWith("sleep 98761"))
                    .isPresent());
  }
}
