package dev.assay.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.toolservice.ToolClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Projects in a real browser.
@ResourceLock(Browser.ONE_AT_A_TIME)
@ResourceLock(TestServer.SHARED)
class ProjectPagesStoryTest {
  private static final String SKILL = "column-sums";
  private static final String HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>";

  @Test
  void a_person_makes_a_project_and_watches_what_runs_in_it() {
    TestServer server = TestServer.shared();
    AdmittedSkill.columnSums().admit(server);
    String id = "pages-" + UUID.randomUUID().toString().substring(0, 8);
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn(server.admin());
      browser.link("Projects").click();
      page.getByLabel("Id (a-z, 0-9 and -)").fill(id);
      page.locator("#project-title").fill("Demo " + HOSTILE);
      browser.button("Create").click();
      assertThat(page.locator("h1")).containsText("Demo " + HOSTILE);

      page.getByLabel("Approved skill").fill("no-such-skill");
      browser.button("Enable").click();
      assertThat(browser.problem()).isVisible();
      page.getByLabel("Approved skill").fill(SKILL);
      page.getByLabel("Pin version (optional)").fill("1");
      browser.button("Enable").click();
      assertThat(browser.region("Skills")).containsText("version 1");
      assertThat(browser.region("Skills")).containsText("enabled");

      page.getByLabel("File")
          .setInputFiles(
              new FilePayload("page.html", "text/html", HOSTILE.getBytes(StandardCharsets.UTF_8)));
      browser.button("Upload").click();
      assertThat(browser.notice()).containsText("Kept as page.html");
      assertThat(browser.region("Artifacts")).containsText("text/plain");

      ToolClient project = new ToolClient(server.admin(), id).reusing("session");
      String print = "printf '" + HOSTILE + "\\033[2J\\n'; printf 'last line\\n'";
      project.result("run_cmd", Map.of("skill_name", SKILL, "session_id", "one", "command", print));
      String service =
          project
              .result(
                  "run_service",
                  Map.of(
                      "skill_name",
                      SKILL,
                      "session_id",
                      "one",
                      "command",
                      print + "; sleep 600",
                      "expose_ports",
                      List.of(80)))
              .path("task_id")
              .asString();
      page.navigate("/projects/" + id);
      assertThat(browser.region("Runs")).containsText("succeeded");
      assertThat(browser.region("Runs")).containsText("last line");
      assertThat(browser.region("Runs")).containsText("port 80 on ");
      assertThat(browser.region("Runs")).containsText("not active");
      assertThat(browser.region("Sessions")).containsText("one");
      assertThat(browser.barriers()).isEmpty();
      browser.picture("project");

      page.navigate("/projects/" + id + "/runs/" + service);
      assertThat(page.locator("#run pre").first()).containsText(HOSTILE + "<U+001B>[2J");
      assertThat(page.locator("#run")).containsText("running");
      assertThat(browser.barriers()).isEmpty();
      browser.picture("project-run");
      browser.button("Cancel").click();
      assertThat(page.locator("#run")).containsText("canceled");

      AgentCards.insert(server.part(JdbcClient.class), id, "..", HOSTILE);
      page.navigate("/projects/" + id);
      page.getByLabel("Agent", new Page.GetByLabelOptions().setExact(true)).fill("not an agent");
      page.locator("#message-agent").evaluate("it => it.removeAttribute('pattern')");
      page.getByLabel("Message", new Page.GetByLabelOptions().setExact(true)).fill(HOSTILE);
      browser.button("Send").click();
      assertThat(browser.problem()).containsText("name of an agent");
      assertThat(page.locator("#message")).hasValue(HOSTILE);
      page.navigate("/projects/" + id);
      page.locator("#message-agent").fill("helper");
      page.locator("#message-text").fill("Say " + HOSTILE);
      browser.button("Send").click();
      assertThat(page.locator("#exchanges")).containsText("Say " + HOSTILE);
      assertThat(page.locator("#exchanges .status").last()).hasText("failed");
      page.locator("#message").fill("Once more.");
      browser.button("Send").click();
      assertThat(page.locator("#exchanges section")).hasCount(2);

      page.navigate("/projects/" + id);
      browser.region("Conversations with agents").getByText("..").click();
      assertThat(page.locator("#exchanges a[href$='/download']")).hasText(HOSTILE);
      page.locator("#exchanges details.tool summary").click();
      assertThat(page.locator("#exchanges details.tool pre").first()).containsText(HOSTILE);
      page.getByText("Who called what").click();
      assertThat(browser.region("Who called what")).containsText("skills.run_cmd");
      assertThat(page.locator("#exchanges img, #exchanges script")).hasCount(0);
      assertThat(browser.barriers()).isEmpty();
      browser.picture("project-conversation");

      page.navigate("/projects/" + id);
      browser.button("Delete page.html").click();
      assertThat(browser.notice()).containsText("page.html is deleted");
      browser.button("End one").click();
      assertThat(browser.notice()).containsText("session is ended");
      browser.button("Remove " + SKILL).click();
      assertThat(browser.notice()).containsText("no longer used");
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
