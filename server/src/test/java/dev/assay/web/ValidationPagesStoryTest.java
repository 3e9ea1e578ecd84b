package dev.assay.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.validation.ExampleSkills;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/// Skills on their way through the real gate, on the pages of admins.
@ResourceLock(Browser.ONE_AT_A_TIME)
@ResourceLock(TestServer.SHARED)
class ValidationPagesStoryTest {
  static final List<String> TABS =
      List.of(
          "",
          "/tasks",
          "/network",
          "/dependencies",
          "/regression",
          "/findings",
          "/files",
          "/report",
          "/costs",
          "/history",
          "/audit");

  private final TestServer server = TestServer.shared();
  private final String mark = UUID.randomUUID().toString().substring(0, 8);

  @Test
  void a_skill_is_uploaded_validated_and_its_report_read_with_the_keyboard_alone()
      throws IOException {
    String name = "text-stats-" + mark;
    Path archive = write(name, example("text-stats", name));
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn("admin", TestServer.ADMIN_PASSWORD);
      assertThat(page.getByText("no language model is configured")).isVisible();

      press(page, page.getByRole(AriaRole.LINK, named("Skills")));
      Locator file = page.getByLabel("Archive (.zip or .skill)");
      tabTo(page, file);
      file.setInputFiles(archive); // the window to choose it in belongs to the system
      press(page, page.getByRole(AriaRole.BUTTON, named("Upload")));
      assertThat(page.getByRole(AriaRole.STATUS)).containsText(name + " version 1 is uploaded");
      assertThat(page.locator("#standing")).containsText("not validated");

      press(page, page.getByRole(AriaRole.BUTTON, named("Start validation")));
      assertThat(page.locator("#live")).containsText("Do the tasks offline");
      awaitStanding(page, "passed – waiting for review");
      assertThat(page.locator("#overall")).hasText("100.0");
      assertThat(page.getByText("0.50 × 100.0 + 0.35 × 100.0 + 0.15 × 100.0 = 100.0")).isVisible();
      browser.picture("skill-passed");

      press(page, page.getByRole(AriaRole.LINK, named("Network")));
      assertThat(page.getByText("Nothing tried to reach the network")).isVisible();
      press(page, page.getByRole(AriaRole.LINK, named("Report")));
      assertThat(page.locator(".prose h1")).containsText("Validation of " + name);
      String report =
          Files.readString(
              page.waitForDownload(
                      () -> press(page, page.getByRole(AriaRole.LINK, named("Download"))))
                  .path());
      assertThat(report).startsWith("# Validation of " + name);

      page.navigate("/");
      assertThat(page.locator("#gate")).containsText(name);
      assertThat(page.getByText("v1.0 (base)")).isVisible();
      page.navigate("/admin/skills?status=review&name=" + name);
      assertThat(page.getByRole(AriaRole.ROW)).hasCount(2);
      assertThat(page.getByRole(AriaRole.ROW).last()).containsText("100.0 / 100.0 / 100.0");
      assertThat(page.getByRole(AriaRole.ROW).last()).containsText("rehearsal");
      page.getByLabel("Status").selectOption("rejected");
      press(page, page.getByRole(AriaRole.BUTTON, named("Show")));
      assertThat(page.getByText("No such skills")).isVisible();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void a_running_validation_looks_the_same_to_everybody_survives_a_lost_line_and_can_be_cancelled()
      throws IOException {
    String name = "slow-stats-" + mark;
    String id =
        upload(
            ExampleSkills.archive(
                "text-stats",
                text ->
                    text.replace("text-stats", name)
                        .replaceFirst("^#!/bin/sh\n", "#!/bin/sh\nsleep 300\n")));
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn(server.admin());
      page.navigate("/admin/skills/" + id);
      Response news =
          page.waitForResponse(
              "**/api/admin/skills/" + id + "/events",
              () -> page.getByRole(AriaRole.BUTTON, named("Start validation")).click());
      assertThat(news.status()).isEqualTo(200);
      Locator tasks = page.locator("#live li", containing("Do the tasks online"));
      assertThat(tasks).containsText("running");
      assertThat(tasks).containsText("1 running");
      assertThat(page.getByText("An agent at work").first()).isVisible();
      assertThat(page.locator("#live pre").first()).isVisible();
      browser.picture("skill-live");
      assertThat(browser.barriers()).isEmpty();
      page.navigate("/");
      assertThat(page.locator("#gate")).containsText(name + " version 1");

      Page other = page.context().newPage();
      other.navigate("/admin/skills/" + id);
      assertThat(other.locator("#live li", containing("Do the tasks online")))
          .containsText("running");
      page.context().setOffline(true);
      assertThat(other.locator("#lost")).containsText("No connection to the server");
      page.context().setOffline(false);
      assertThat(other.locator("#lost")).isHidden();
      String before = other.locator("#live").innerText();
      other.waitForCondition(() -> !other.locator("#live").innerText().equals(before));
      other.onDialog(dialog -> dialog.accept());

      page.navigate("/admin/skills/" + id);
      assertThat(server.admin().post("/api/admin/skills/" + id + "/validate", Map.of()).status())
          .isEqualTo(409);
      page.waitForResponse("**/live", () -> {}); // what was refreshed must not spoil the button
      page.getByRole(AriaRole.BUTTON, named("Cancel")).click();
      awaitStanding(page, "inconclusive");
      awaitStanding(other, "inconclusive");
      assertThat(page.getByText("Cancelled by admin.")).isVisible();
      assertThat(page.getByRole(AriaRole.BUTTON, named("Validate again"))).isVisible();
      assertThat(page.getByRole(AriaRole.BUTTON, named("Resume"))).hasCount(0);
      browser.picture("skill-cancelled");
      page.navigate("/admin/skills/" + id + "/history");
      assertThat(page.getByRole(AriaRole.REGION, named("Runs"))).containsText("cancelled");
      assertThat(server.part(SandboxKeeper.class).list())
          .filteredOn(lease -> lease.owner().contains(id))
          .isEmpty();
    }
  }

  @Test
  void a_user_who_is_no_admin_sees_nothing_of_it() throws IOException {
    String name = "hidden-" + mark;
    String id = upload(Archives.skill(name, "Hello."));
    Api admin = server.admin();
    admin.post("/api/admin/users", Map.of("username", "u" + mark, "password", "a good password"));
    Api user = server.anonymous().signIn("u" + mark, "a good password");
    for (String tab : TABS) {
      assertThat(user.get("/admin/skills/" + id + tab).status()).as(tab).isEqualTo(403);
    }
    for (String path : List.of("/live", "/report.md", "/runs/" + id + "/transcripts/" + id)) {
      assertThat(user.get("/admin/skills/" + id + path).status()).as(path).isEqualTo(403);
    }
    assertThat(user.get("/admin/gate").status()).isEqualTo(403);
    for (String action : List.of("/validate", "/resume", "/cancel")) {
      assertThat(user.post("/admin/skills/" + id + action, Map.of()).status())
          .as(action)
          .isEqualTo(403);
    }
    assertThat(admin.get("/api/admin/skills/" + id + "/runs").body().path("runs")).isEmpty();
    String dashboard = user.get("/").response().body();
    assertThat(dashboard).doesNotContain("/admin/", name, "runtime image");
  }

  @Test
  void a_button_that_comes_too_late_says_why() throws IOException {
    String name = "late-" + mark;
    String id = upload(Archives.skill(name, "Hello."));
    Api.Reply cancel = server.admin().post("/admin/skills/" + id + "/cancel", Map.of());
    assertThat(cancel.status()).isEqualTo(400);
    assertThat(cancel.response().body()).contains("No validation of this skill is under way");
    Api.Reply resume = server.admin().post("/admin/skills/" + id + "/resume", Map.of());
    assertThat(resume.status()).isEqualTo(400);
    assertThat(resume.response().body()).contains("was never validated");
    assertThat(
            server
                .admin()
                .post("/admin/skills/" + UUID.randomUUID() + "/cancel", Map.of())
                .status())
        .isEqualTo(404);
  }

  static List<String> transcripts(Page page, String id) {
    page.navigate("/admin/skills/" + id + "/tasks");
    return page.locator("a[href*='/transcripts/']").all().stream()
        .map(link -> link.getAttribute("href"))
        .toList();
  }

  private String upload(byte[] archive) {
    return UploadApiStoryTest.upload(server.admin(), archive).body().path("skill_id").asString();
  }

  private static UnaryOperator<String> renamed(String name, String other) {
    return text -> text.replace(name, other);
  }

  private static byte[] example(String name, String other) {
    return ExampleSkills.archive(name, renamed(name, other));
  }

  private static Path write(String name, byte[] archive) throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "uploads"));
    return Files.write(folder.resolve(name + ".zip"), archive);
  }

  static void awaitStanding(Page page, String words) {
    assertThat(page.locator("#standing"))
        .containsText(words, new ContainsTextOptions().setTimeout(90_000));
  }

  private static void press(Page page, Locator wanted) {
    tabTo(page, wanted);
    page.keyboard().press("Enter");
  }

  private static void tabTo(Page page, Locator wanted) {
    assertThat(wanted).isVisible();
    for (int i = 0; i < 60 && !isFocused(wanted); i++) {
      page.keyboard().press("Tab");
    }
    assertThat(wanted).isFocused();
  }

  private static boolean isFocused(Locator locator) {
    return (Boolean) locator.evaluate("element => element === document.activeElement");
  }

  private static Page.GetByRoleOptions named(String label) {
    return new Page.GetByRoleOptions().setName(label).setExact(true);
  }

  private static Page.LocatorOptions containing(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }
}
