package dev.assay.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/// The view of a server's sandboxes for admins, and ending one of them.
@ResourceLock(Browser.ONE_AT_A_TIME)
@ResourceLock(TestServer.SHARED)
class SandboxesStoryTest {
  private final TestServer server = TestServer.shared();

  private Sandbox sandbox(String owner) {
    return server
        .part(LocalSandboxes.class)
        .create(
            SandboxSpec.of(SandboxImage.of("host"), owner)
                .withPurpose("<b>trying</b>")
                .withLabel("run", "r1")
                .withTerms(Duration.ofMinutes(5), Duration.ofMinutes(20)));
  }

  private static JsonNode find(Api.Reply reply, String id) {
    List<JsonNode> found =
        StreamSupport.stream(reply.body().path("sandboxes").spliterator(), false)
            .filter(one -> one.path("id").asString().equals(id))
            .toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  @Test
  void an_admin_lists_sandboxes_with_their_terms_and_ends_one() {
    try (Sandbox sandbox = sandbox("tester")) {
      sandbox.run(Command.shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"));
      JsonNode told = find(server.admin().get("/api/admin/sandboxes"), sandbox.id());
      assertThat(told.path("owner").asString()).isEqualTo("tester");
      assertThat(told.path("purpose").asString()).isEqualTo("<b>trying</b>");
      assertThat(told.path("labels").path("run").asString()).isEqualTo("r1");
      assertThat(told.path("network").asString()).isEqualTo("blocked");
      Instant opened = Instant.parse(told.path("opened_at").asString());
      assertThat(Instant.parse(told.path("expires_at").asString()))
          .isEqualTo(opened.plus(Duration.ofMinutes(20)));
      assertThat(Instant.parse(told.path("idle_expires_at").asString()))
          .isAfterOrEqualTo(opened.plus(Duration.ofMinutes(5)));
      assertThat(Instant.parse(told.path("heartbeat_at").asString())).isAfterOrEqualTo(opened);
      assertThat(told.has("cpu_millis") && told.has("peak_memory_bytes")).isTrue();

      assertThat(server.admin().delete("/api/admin/sandboxes/" + sandbox.id()).status())
          .isEqualTo(204);
      assertThat(server.admin().delete("/api/admin/sandboxes/" + sandbox.id()).status())
          .isEqualTo(404);
      assertThat(server.admin().get("/api/admin/sandboxes").body().toString())
          .doesNotContain(sandbox.id());
    }
  }

  @Test
  void a_user_neither_sees_nor_ends_sandboxes() {
    String name = "u" + UUID.randomUUID().toString().substring(0, 8);
    server
        .admin()
        .post("/api/admin/users", Map.of("username", name, "password", "a good password"));
    try (Sandbox sandbox = sandbox("tester")) {
      Api user = server.anonymous().signIn(name, "a good password");
      assertThat(user.get("/api/admin/sandboxes").status()).isEqualTo(403);
      assertThat(user.delete("/api/admin/sandboxes/" + sandbox.id()).status()).isEqualTo(403);
      assertThat(sandbox.run(Command.of("true")).succeeded()).isTrue();
    }
  }

  @Test
  void the_console_lists_sandboxes_and_destroys_one_after_a_question() {
    try (Sandbox sandbox = sandbox("console tester");
        Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn(server.admin());
      page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Sandboxes")).click();
      assertThat(page.getByText(sandbox.id()).first()).isVisible();
      assertThat(page.getByText("console tester").first()).isVisible();
      assertThat(page.getByText("<b>trying</b>").first()).isVisible();
      assertThat(page.getByText("blocked").first()).isVisible();
      assertThat(browser.barriers()).isEmpty();
      browser.picture("sandboxes");
      page.getByRole(
              AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Destroy " + sandbox.id()))
          .click();
      assertThat(page.getByRole(AriaRole.STATUS)).containsText(sandbox.id() + " is destroyed");
      page.navigate("/admin/sandboxes");
      assertThat(page.getByText(sandbox.id())).hasCount(0);
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
