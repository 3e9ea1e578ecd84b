package dev.assay.agentservice;

import static dev.assay.agentservice.AgentClient.types;
import static dev.assay.agentservice.AgentClient.word;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.toolservice.ToolClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/// The example `examples/agents/gif-maker`, in rehearsal.
@ResourceLock(TestServer.SHARED)
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

    JsonNode made = cards.get(6).path("content").path("result").path("created_artifacts").path(0);
    assertThat(word(made, "filename")).isEqualTo("ball.gif");
    JsonNode link =
        server.admin().get(client.project().path("/artifacts/" + word(made, "artifact_id"))).body();
    URI url = URI.create(word(link, "url"));
    HttpResponse<byte[]> file = download(url);
    assertThat(file.statusCode()).isEqualTo(200);
    assertThat(file.headers().firstValue("Content-Type")).hasValue("image/gif");
    assertThat(new String(file.body(), 0, 6, StandardCharsets.US_ASCII)).isEqualTo("GIF89a");
    assertThat(frames(file.body())).isEqualTo(24);
    assertThat(Instant.parse(word(link, "expires_at"))).isAfter(Instant.now());
    assertThat(download(altered(url, "expires=", "expires=9")).statusCode()).isEqualTo(404);
    assertThat(download(altered(url, "signature=", "signature=x")).statusCode()).isEqualTo(404);
  }

  /// As anybody would: without an account.
  private static HttpResponse<byte[]> download(URI url) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
          HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofByteArray());
    }
  }

  private static URI altered(URI url, String part, String otherwise) {
    return URI.create(url.toString().replace(part, otherwise));
  }

  /// As a reader of pictures that is not ours counts them.
  private static int frames(byte[] gif) throws IOException {
    ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
    try (ImageInputStream input = ImageIO.createImageInputStream(new ByteArrayInputStream(gif))) {
      reader.setInput(input);
      return reader.getNumImages(true);
    } finally {
      reader.dispose();
    }
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
