package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The header `Host` and pages of other sites, against a real server.
@ResourceLock(TestServer.SHARED)
class OwnHostsStoryTest {
  private static final String SKILL = "column-sums";

  /// What a client that writes any header it likes is answered.
  private static String ask(ToolClient project, String start, String headers, String body) {
    URI url = project.api().url();
    String request =
        start
            + " HTTP/1.1\r\nAuthorization: Bearer "
            + project.api().token().orElseThrow()
            + "\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
            + headers
            + "Content-Length: "
            + body.length()
            + "\r\nConnection: close\r\n\r\n"
            + body;
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static ToolClient project(TestServer server) {
    AdmittedSkill.columnSums().admit(server);
    return ToolClient.fresh(server.admin(), SKILL);
  }

  private static String linkFrom(ToolClient project, String host) {
    String id =
        project
            .upload(project.path("/artifacts:upload"), "a.txt", "text")
            .body()
            .path("artifact_id")
            .asString();
    return ask(project, "GET " + project.path("/artifacts/" + id), "Host: " + host + "\r\n", "");
  }

  @Test
  void a_link_never_leads_to_a_host_that_a_request_made_up() {
    ToolClient project = project(TestServer.shared());

    assertThat(linkFrom(project, "localhost:7"))
        .startsWith("HTTP/1.1 200")
        .contains("\"url\":\"http://localhost:7/api/artifacts/");
    assertThat(linkFrom(project, "evil.example"))
        .startsWith("HTTP/1.1 400")
        .contains("does not answer for the host \\\"evil.example\\\"", "assay.server.hosts")
        .doesNotContain("signature");
    assertThat(ask(project, "GET /sign-in", "Host: evil.example\r\n", ""))
        .startsWith("HTTP/1.1 400");
    assertThat(ask(project, "GET /actuator/health", "Host: evil.example\r\n", ""))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void a_page_of_another_site_cannot_speak_with_a_project() {
    ToolClient project = project(TestServer.shared());
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    String start = "POST " + project.path("/mcp");

    assertThat(ask(project, start, "Host: localhost\r\nOrigin: http://evil.example\r\n", ping))
        .startsWith("HTTP/1.1 403")
        .contains("FORBIDDEN", "which is not this server");
    assertThat(ask(project, start, "Host: localhost\r\nOrigin: null\r\n", ping))
        .startsWith("HTTP/1.1 403");
    assertThat(ask(project, start, "Host: localhost\r\nOrigin: http://localhost:6274\r\n", ping))
        .startsWith("HTTP/1.1 200");
    assertThat(ask(project, start, "Host: localhost\r\n", ping)).startsWith("HTTP/1.1 200");
  }

  @Test
  void with_a_public_address_links_lead_there_and_named_hosts_are_answered() {
    try (TestServer server =
        TestServer.start(Map.of("ASSAY_SERVER_PUBLIC_URL", "https://assay.example/"))) {
      assertThat(linkFrom(project(server), "evil.example"))
          .startsWith("HTTP/1.1 200")
          .contains("\"url\":\"https://assay.example/api/artifacts/");
    }
    try (TestServer server =
        TestServer.start(Map.of("ASSAY_SERVER_HOSTS", "tools.example, other.example"))) {
      ToolClient project = new ToolClient(server.admin(), "p");
      assertThat(ask(project, "GET /api/auth/me", "Host: TOOLS.example:80\r\n", ""))
          .startsWith("HTTP/1.1 200");
      assertThat(ask(project, "GET /api/auth/me", "Host: tools.example.evil\r\n", ""))
          .startsWith("HTTP/1.1 400");
    }
  }
}
