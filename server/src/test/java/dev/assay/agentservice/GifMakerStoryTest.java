package dev.assay.agentservice;

import static dev.assay.agentservice.AgentClient.types;
import static dev.assay.agentservice.AgentClient.word;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.toolservice.ToolClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The example `examples/agents/gif-maker`, in rehearsal.
class GifMakerStoryTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "agents", "gif-maker");
  private static final Pattern SKILL =
      Pattern.compile("---\\nname: (\\S+)\\ndescription: ([^\\n]+)\\n---\\n(.*)", Pattern.DOTALL);

  @Test
  void an_agent_makes_an_animated_gif_with_a_skill() throws Exception {
    TestServer server = TestServer.shared();
    String name = admitted(server);
    AgentClient client = new AgentClient(ToolClient.fresh(server.admin(), name));
    String turn =
        client.send(
            "gif-maker",
            Map.of("message", Files.readString(EXAMPLE.resolve("message.txt")).strip()));
    List<JsonNode> cards = client.cards(turn);
    assertThat(types(cards))
        .containsExactly(
            "user_message",
            "agent_reply",
            "tool_call",
            "tool_result",
            "agent_reply",
            "tool_call",
            "tool_result",
            "agent_reply",
            "agent_result");
    JsonNode ended = client.turn(turn);
    assertThat(word(ended, "status")).isEqualTo("succeeded");
    assertThat(ended.path("rehearsal").asBoolean()).isTrue();
    assertThat(word(ended, "result")).contains("wrote ball.gif: 24 frames, 64x64 pixels");
  }

  private static String admitted(TestServer server) throws Exception {
    Path folder = EXAMPLE.resolve("skills/animated-gif");
    Matcher skill = SKILL.matcher(Files.readString(folder.resolve("SKILL.md")));
    assertThat(skill.matches()).isTrue();
    new AdmittedSkill(
            skill.group(1),
            skill.group(2),
            Map.of(
                "SKILL.md",
                skill.group(3),
                "scripts/make_gif.py",
                Files.readString(folder.resolve("scripts/make_gif.py"))))
        .admit(server);
    return skill.group(1);
  }
}
