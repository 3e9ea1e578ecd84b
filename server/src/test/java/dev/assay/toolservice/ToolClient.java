package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Calls the tools of one project.
public record ToolClient(Api api, String project) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// A new project with all tools and one skill.
  public static ToolClient fresh(Api owner, String skill) {
    String id = "p-" + UUID.randomUUID().toString().substring(0, 8);
    assertThat(owner.post("/api/projects", Map.of("project_id", id)).status()).isEqualTo(201);
    ToolClient client = new ToolClient(owner, id);
    assertThat(owner.send("POST", client.path("/bootstrap"), "").status()).isEqualTo(202);
    assertThat(owner.send("PUT", client.path("/skills/" + skill), "{}").status()).isEqualTo(200);
    return client;
  }

  /// A new account.
  public static Api person(TestServer server, String role) {
    String name = role + "-" + UUID.randomUUID().toString().substring(0, 8);
    Map<String, String> account =
        Map.of("username", name, "role", role, "password", "a longer good one");
    assertThat(server.admin().post("/api/admin/users", account).status()).isEqualTo(201);
    return server.anonymous().signIn(name, "a longer good one");
  }

  public ToolClient reusing(String mode) {
    assertThat(api.patch(path(""), Map.of("reuse_mode", mode)).status()).isEqualTo(200);
    return this;
  }

  public ToolClient as(Api other) {
    return new ToolClient(other, project);
  }

  public String path(String below) {
    return "/api/projects/" + project + below;
  }

  public Api.Reply reply(String tool, Map<String, ?> body) {
    return api.post(path("/tools/skills." + tool + ":call"), body);
  }

  public JsonNode call(String tool, Map<String, ?> arguments) {
    return reply(tool, Map.of("arguments", arguments)).body();
  }

  public JsonNode result(String tool, Map<String, ?> arguments) {
    JsonNode answer = call(tool, arguments);
    assertThat(answer.path("status").asString()).as(answer.toPrettyString()).isEqualTo("success");
    return answer.path("result");
  }

  /// Sends a file as a form does.
  public Api.Reply upload(String path, String name, byte[] content) {
    String boundary = "----" + UUID.randomUUID();
    return api.send(
        api.request(path)
            .header("Content-Type", "multipart/form-data; boundary=" + boundary)
            .POST(
                BodyPublishers.concat(
                    BodyPublishers.ofString(
                        "--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\n\r\n"
                            .formatted(boundary, name)),
                    BodyPublishers.ofByteArray(content),
                    BodyPublishers.ofString("\r\n--" + boundary + "--\r\n"))));
  }

  public Api.Reply upload(String path, String name, String content) {
    return upload(path, name, content.getBytes(StandardCharsets.UTF_8));
  }

  public static String json(Object value) {
    return JSON.writeValueAsString(value);
  }
}
