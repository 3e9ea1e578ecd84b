package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.json.JsonMapper;

/// A project as its clients of the Model Context Protocol see it, through the official client.
@ResourceLock(TestServer.SHARED)
class McpStoryTest {
  private static final String SKILL = "column-sums";
  private static TestServer server;

  @BeforeAll
  static void open() {
    server = TestServer.shared();
    AdmittedSkill.columnSums().admit(server);
  }

  private static McpSyncClient client(ToolClient project) {
    HttpClientStreamableHttpTransport transport =
        HttpClientStreamableHttpTransport.builder(server.url())
            .endpoint(project.path("/mcp"))
            .jsonMapper(new JacksonMcpJsonMapper(JsonMapper.builder().build()))
            .requestBuilder(
                HttpRequest.newBuilder()
                    .header("Authorization", "Bearer " + project.api().token().orElse("none")))
            .build();
    return McpClient.sync(transport)
        .requestTimeout(Duration.ofSeconds(60))
        .initializationTimeout(Duration.ofSeconds(60))
        .build();
  }

  private static McpSchema.CallToolResult call(
      McpSyncClient client, String tool, Map<String, Object> arguments) {
    return client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
  }

  @Test
  void a_client_finds_tools_and_skills_and_uses_them() {
    ToolClient project = ToolClient.fresh(ToolClient.person(server, "user"), SKILL);
    try (McpSyncClient client = client(project)) {
      assertThat(client.initialize().serverInfo().name()).isEqualTo("assay");
      assertThat(client.listTools().tools().stream().map(McpSchema.Tool::name))
          .hasSize(12)
          .contains("skills_run_cmd", "skills_load");
      McpSchema.CallToolResult result =
          call(
              client,
              "skills_run_cmd",
              Map.of(
                  "skill_name",
                  SKILL,
                  "command",
                  "printf 'a,b\\nx,4\\n' > f && sh scripts/sum.sh f"));
      assertThat(result.isError()).isFalse();
      assertThat(result.structuredContent().toString()).contains("total: 4");
      McpSchema.CallToolResult wrong = call(client, "skills_run_cmd", Map.of("no", "such"));
      assertThat(wrong.isError()).isTrue();
      assertThat(wrong.structuredContent().toString()).contains("bad_request");
      String uri = "skill://%s/%s/references/rounding.md".formatted(project.project(), SKILL);
      assertThat(client.listResources().resources().stream().map(McpSchema.Resource::uri))
          .contains(uri, uri.replace("references/rounding.md", "SKILL.md"));
      assertThat(
              client
                  .readResource(McpSchema.ReadResourceRequest.builder(uri).build())
                  .contents()
                  .getFirst())
          .isInstanceOfSatisfying(
              McpSchema.TextResourceContents.class,
              text -> assertThat(text.text()).isEqualTo("Totals are not rounded.\n"));
      assertThat(client.listPrompts().prompts().stream().map(McpSchema.Prompt::name))
          .containsExactly(SKILL);
      assertThat(
              client
                  .getPrompt(
                      McpSchema.GetPromptRequest.builder(SKILL)
                          .arguments(Map.of("task", "Add it up."))
                          .build())
                  .messages()
                  .getFirst()
                  .content()
                  .toString())
          .contains("# Column sums", "Add it up.");
    }
  }

  @Test
  void a_profile_limits_what_a_client_sees_and_strangers_see_nothing() {
    Api ada = ToolClient.person(server, "user");
    Api bob = ToolClient.person(server, "user");
    ToolClient project = ToolClient.fresh(ada, SKILL);
    try (McpSyncClient stranger = client(project.as(bob))) {
      assertThatThrownBy(stranger::initialize).isNotNull();
    }
    ada.send(
        "PUT",
        project.path("/profiles/runner"),
        ToolClient.json(Map.of("allowed_tools", List.of("skills.run_cmd"))));
    String name = bob.get("/api/auth/me").body().path("username").asString();
    ada.send(
        "PUT",
        project.path("/members/" + name),
        ToolClient.json(Map.of("role", "caller", "profile", "runner")));
    try (McpSyncClient client = client(project.as(bob))) {
      client.initialize();
      assertThat(client.listTools().tools().stream().map(McpSchema.Tool::name))
          .containsExactly("skills_run_cmd");
      assertThat(client.listResources().resources()).isEmpty();
      assertThat(client.listPrompts().prompts()).isEmpty();
      assertThatThrownBy(() -> call(client, "skills_load", Map.of())).isNotNull();
    }
  }
}
