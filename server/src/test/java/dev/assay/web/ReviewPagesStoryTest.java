package dev.assay.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.validation.ExampleSkills;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.jdbc.core.simple.JdbcClient;

/// An author and two reviewers at work, on a server where uploaders cannot approve their own
/// skills.
@ResourceLock(Browser.ONE_AT_A_TIME)
class ReviewPagesStoryTest {
  private static final String PASSWORD = "a good password";

  private static TestServer server;
  private static Api berta;

  @BeforeAll
  static void start() {
    server = TestServer.start(Map.of("ASSAY_REVIEW_FOUR_EYES", "true"));
    for (String name : List.of("berta", "carl")) {
      server
          .admin()
          .post(
              "/api/admin/users", Map.of("username", name, "password", PASSWORD, "role", "admin"));
    }
    berta = server.anonymous().signIn("berta", PASSWORD);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void a_skill_that_phones_home_is_watched_read_and_rejected_and_a_good_one_is_approved() {
    try (Browser author = Browser.open(server.url());
        Browser reviewer = Browser.open(server.url())) {
      author.signIn(server.admin());
      reviewer.signIn(berta);
      author.page().navigate("/admin/reviews");
      assertThat(author.page().getByText("Nothing waits for a review")).isVisible();
      assertThat(author.barriers()).isEmpty();
      String bad = uploadAndStart(author, "phones-home", ReviewPagesStoryTest::slowBesideTheOther);
      String good = uploadAndStart(author, "csv-insights", UnaryOperator.identity());

      author.page().navigate("/admin/skills/" + bad);
      author.awaitStanding("passed – waiting for review");
      everyTabTellsWhatItDid(author, bad);
      author.page().navigate("/admin/skills/" + good);
      author.awaitStanding("passed – waiting for review");

      nobodyApprovesTheirOwn(author, good);
      twoDecideAtOnce(reviewer, good);
      aYesOnAnImageThatMovedCanBeTakenBack(reviewer, bad);
      itIsRejectedWithAReason(reviewer, bad);
      author.page().navigate("/admin/skills/" + bad);
      assertThat(author.page().getByText("It phones home. <script>")).isVisible();

      fullTest(reviewer);
      rollBack(reviewer, good);
      String newer = anotherVersion(author, good);
      new EveryPage(server, berta, bad, newer).haveNoBarriers(reviewer);
      delete(author, bad);
      assertThat(author.complaints()).isEmpty();
    }
  }

  /// Returns the text of a skill whose tasks are slow enough to be watched once the other skill is
  /// in use.
  private static String slowBesideTheOther(String text) {
    return text.replace(
        "import socket\n",
        """
        import os, socket, time
        if os.path.isdir('/workspace/skills/csv-insights'): time.sleep(60)
        """);
  }

  private static String uploadAndStart(
      Browser browser, String example, UnaryOperator<String> change) {
    Page page = browser.page();
    page.navigate("/admin/skills");
    page.getByLabel("Archive (.zip or .skill)").setInputFiles(archive(example, change));
    page.getByLabel("Start the validation at once").check();
    browser.button("Upload").click();
    assertThat(browser.notice()).containsText(example + " version 1 is uploaded");
    assertThat(page.locator("#live")).isVisible();
    return idIn(page.url());
  }

  private static void everyTabTellsWhatItDid(Browser browser, String id) {
    Page page = browser.page();
    assertThat(page.locator("#overall")).hasText("85.0");
    assertThat(page.getByText("Works offline; tried to reach").first()).isVisible();
    browser.picture("skill");
    browser.link("Network").click();
    Locator attempt = page.getByRole(AriaRole.ROW).filter(containing("offline: attempt")).first();
    assertThat(attempt.locator("time")).hasAttribute("title", Pattern.compile("20.* UTC"));
    browser.link("Tasks").click();
    assertThat(browser.region("Task 1")).containsText("5 of 5");
    assertThat(page.getByText("yes, ").first()).isVisible();
    browser.link("what the agent did offline").first().click();
    Locator call = page.locator(".said-tool summary").first();
    call.focus();
    page.keyboard().press("Enter");
    assertThat(page.locator(".said-tool pre").first()).isVisible();
    String skill = "/admin/skills/" + id;
    page.navigate(skill + "/files?path=scripts/convert.py");
    assertThat(page.locator("pre")).containsText("import");
    assertThat(page.navigate(skill + "/files?path=../../x").status()).isEqualTo(404);
    assertThat(page.navigate(skill + "/nowhere").status()).isEqualTo(404);
    assertThat(page.navigate("/admin/skills/" + UUID.randomUUID()).status()).isEqualTo(404);
  }

  private static void nobodyApprovesTheirOwn(Browser author, String id) {
    author.page().navigate("/admin/reviews/" + id);
    assertThat(author.page().getByText("somebody else has to decide on it")).isVisible();
    assertThat(author.button("Approve")).hasCount(0);
    assertThat(author.barriers()).isEmpty();
    author.picture("review-own");
    String digest =
        server.admin().get("/api/admin/skills/" + id).body().at("/skill/digest").asString();
    Api.Reply forced =
        server
            .admin()
            .post(
                "/admin/reviews/%s/approve?acknowledge=yes&digest=%s".formatted(id, digest),
                Map.of());
    assertThat(forced.status()).isEqualTo(403);
    assertThat(forced.response().body())
        .contains("admin uploaded", "somebody else has to decide on it");
    assertThat(images()).containsExactly("v1.0");
  }

  private static void twoDecideAtOnce(Browser first, String id) {
    Page page = first.page();
    page.navigate("/");
    first.picture("dashboard");
    first.link("Reviews, 2 waiting").click();
    assertThat(page.getByRole(AriaRole.ROW)).hasCount(3);
    first.picture("reviews");
    page.getByLabel("Name or description contains").fill("spreadsheet");
    page.keyboard().press("Enter");
    assertThat(page.getByRole(AriaRole.ROW)).hasCount(2);
    first.link("Decide on csv-insights version 1").click();
    assertThat(page).hasURL(server.url() + "/admin/reviews/" + id);
    first.picture("review");
    try (Browser second = Browser.open(server.url())) {
      second.signIn("carl", PASSWORD);
      second.page().navigate("/admin/reviews/" + id);
      second.page().getByLabel("I know that rules").check();

      first.button("Approve").click();
      assertThat(page.getByLabel("I know that rules")).isVisible(); // requires a tick
      page.getByLabel("I know that rules").check();
      first.button("Approve").click();
      assertThat(first.notice()).containsText("is approved and in use");
      assertThat(first.standing()).containsText("in use");

      second.button("Approve").click();
      assertThat(second.problem())
          .containsText("berta has approved it already; it is in use with v1.1");
      assertThat(second.page().getByText("There is nothing to decide")).isVisible();
      assertThat(second.barriers()).isEmpty();
      second.picture("review-too-late");
    }
    assertThat(images()).containsExactly("v1.1", "v1.0");
    first.link("Images").click();
    assertThat(page.locator("#v1\\.1")).containsText("current");
    assertThat(page.locator("#v1\\.1"))
        .containsText("csv-insights version 1 was admitted by berta");
    first.picture("images");
  }

  private static void aYesOnAnImageThatMovedCanBeTakenBack(Browser browser, String id) {
    Page page = browser.page();
    page.navigate("/admin/reviews/" + id);
    assertThat(page.getByText("It was tested on v1.0, and v1.1 is current.")).isVisible();
    assertThat(browser.barriers()).isEmpty();
    browser.picture("review-moved");
    page.getByLabel("I know that rules").check();
    browser.button("Approve").click();
    assertThat(browser.notice()).containsText("counts once it has passed its tests");
    assertThat(browser.standing()).containsText("approved, being tested on the current image");
    assertThat(page.locator("#live")).isVisible();
    assertThat(browser.barriers()).isEmpty();
    browser.picture("skill-rebase");
    browser.button("Cancel").click();
    browser.awaitStanding("passed – waiting for review");
    assertThat(page.getByText("The last approval had no result.")).isVisible();
    assertThat(images()).containsExactly("v1.1", "v1.0");
    browser.picture("skill-rebase-cancelled");
  }

  private static void itIsRejectedWithAReason(Browser browser, String id) {
    Page page = browser.page();
    page.navigate("/admin/reviews/" + id);
    browser.button("Reject").click();
    assertThat(page).hasURL(server.url() + "/admin/reviews/" + id); // a reason is required
    page.getByLabel("Reason for the author")
        .fill("It phones home. <script>window.obeyed=1</script>");
    browser.button("Reject").click();
    assertThat(browser.notice()).containsText("phones-home version 1 is rejected");
    assertThat(browser.standing()).containsText("rejected by a reviewer");
  }

  private static void fullTest(Browser browser) {
    Page page = browser.page();
    browser.link("Full test").click();
    assertThat(page.getByText("No full test yet")).isVisible();
    assertThat(browser.barriers()).isEmpty();
    browser.button("Start a full test").click();
    assertThat(browser.button("Cancel")).isVisible();
    assertThat(page.locator("#full-test")).containsText("csv-insights");
    browser.picture("full-test-live");
    browser.awaitStanding(" passed, ");
    assertThat(browser.region("From test to test")).containsText("csv-insights");
    browser.picture("full-test");
  }

  private static void rollBack(Browser browser, String id) {
    Page page = browser.page();
    browser.link("Images").click();
    browser.link("Go back to v1.0").click();
    assertThat(browser.link("csv-insights version 1")).isVisible();
    assertThat(browser.barriers()).isEmpty();
    browser.picture("rollback");
    browser.button("Go back to v1.0").click();
    assertThat(browser.notice()).containsText("v1.0 is current again");
    assertThat(page.locator("#v1\\.0")).containsText("current");
    page.navigate("/admin/skills/" + id);
    assertThat(browser.standing()).containsText("rolled back");
    assertThat(page.navigate("/admin/images/v1.77/rollback").status()).isEqualTo(404);
  }

  /// Adds a version beside the first one and replaces that as an approval would.
  private static String anotherVersion(Browser browser, String id) {
    Page page = browser.page();
    page.navigate("/admin/skills");
    page.getByLabel("Archive (.zip or .skill)")
        .setInputFiles(
            archive("csv-insights", text -> text.replace("Quote the figures", "Repeat them")));
    browser.button("Upload").click();
    assertThat(browser.notice()).containsText("csv-insights version 2 is uploaded");
    String newer = idIn(page.url());
    browser.link("History").click();
    browser.link("Compare with version 1").click();
    assertThat(page.locator(".diff .diff-old")).hasCount(1);
    assertThat(page.locator(".diff .diff-new")).containsText("Repeat them");
    browser.picture("diff");
    server
        .part(JdbcClient.class)
        .sql("update skill set status = 'approved', replaced_by = ?::uuid where id = ?::uuid")
        .params(newer, id)
        .update();
    page.navigate("/admin/skills/" + id);
    assertThat(browser.standing()).containsText("replaced by a newer version");
    assertThat(browser.barriers()).isEmpty();
    browser.picture("skill-replaced");
    return newer;
  }

  private static void delete(Browser browser, String id) {
    Page page = browser.page();
    page.navigate("/admin/skills/" + id);
    browser.link("Delete").click();
    assertThat(page.getByText("It is not in use, so no agent notices.")).isVisible();
    browser.button("Delete phones-home version 1").click();
    assertThat(browser.notice()).containsText("The skill is deleted");
    assertThat(server.admin().get("/api/admin/skills/" + id).status()).isEqualTo(404);
  }

  @Test
  void a_session_that_ends_leads_to_the_sign_in_and_nothing_is_done() {
    String id =
        UploadApiStoryTest.upload(server.admin(), ExampleSkills.archive("text-stats"))
            .body()
            .path("skill_id")
            .asString();
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn("berta", PASSWORD);
      page.navigate("/admin/skills/" + id);
      page.context()
          .cookies()
          .forEach(
              cookie -> server.anonymous().as(cookie.value).post("/api/auth/logout", Map.of()));
      page.getByLabel("Reason for the author").fill("No.");
      browser.button("Reject").click();
      assertThat(page.getByRole(AriaRole.HEADING).first()).hasText("Sign in");
    }
    assertThat(server.admin().get("/api/admin/skills/" + id).body().at("/skill/status").asString())
        .isEqualTo("pending");
  }

  @Test
  void a_log_that_somebody_changed_is_called_so() {
    server.admin().post("/api/tokens", Map.of("name", "written down"));
    try (Browser browser = Browser.open(server.url())) {
      browser.signIn("carl", PASSWORD);
      browser.link("Audit").click();
      browser.link("Verify").click();
      assertThat(browser.standing()).hasText("Yes: nothing was changed, removed or moved");
      browser.picture("audit-verify");
      tamper("object_name = object_name || '!'");
      browser.page().reload();
      assertThat(browser.standing()).hasText("No: it is not what was written");
      assertThat(browser.page().getByText("Entry 1:")).isVisible();
      assertThat(browser.barriers()).isEmpty();
      browser.picture("audit-tampered");
    } finally {
      tamper("object_name = rtrim(object_name, '!')");
    }
    assertThat(server.admin().get("/api/admin/audit/verify").body().path("intact").asBoolean())
        .isTrue();
  }

  private static void tamper(String change) {
    JdbcClient jdbc = server.part(JdbcClient.class);
    jdbc.sql("alter table audit_entry disable trigger all").update();
    jdbc.sql("update audit_entry set " + change + " where sequence = 1").update();
    jdbc.sql("alter table audit_entry enable trigger all").update();
  }

  @Test
  void settings_say_where_they_come_from_and_no_secret() {
    String all = server.admin().get("/admin/settings").response().body();
    assertThat(all).contains("*** (set)", "ASSAY_DATABASE_URL").doesNotContain("battery");
    assertThat(server.admin().get("/admin/settings?text=no-such-thing").response().body())
        .contains("No such settings");
  }

  @Test
  void what_is_asked_for_by_hand_is_refused_in_words() {
    Api admin = server.admin();
    String id = UUID.randomUUID().toString();
    assertThat(admin.get("/admin/reviews/" + id).status()).isEqualTo(404);
    assertThat(admin.post("/admin/reviews/" + id + "/approve?digest=x", Map.of()).status())
        .isEqualTo(404);
    admin.post("/api/admin/users", Map.of("username", "ute", "password", PASSWORD));
    Api user = server.anonymous().signIn("ute", PASSWORD);
    for (String path :
        List.of(
            "/admin/reviews",
            "/admin/reviews/" + id,
            "/admin/images",
            "/admin/images/v1.0/rollback",
            "/admin/full-test",
            "/admin/settings",
            "/admin/skills/" + id + "/delete")) {
      assertThat(user.get(path).status()).as(path).isEqualTo(403);
    }
  }

  private static List<String> images() {
    return server
        .admin()
        .get("/api/admin/images")
        .body()
        .path("versions")
        .valueStream()
        .map(image -> image.path("version").asString())
        .toList();
  }

  private static FilePayload archive(String example, UnaryOperator<String> change) {
    return new FilePayload(
        example + ".zip", "application/zip", ExampleSkills.archive(example, change));
  }

  private static String idIn(String url) {
    return url.replaceAll(".*/admin/skills/([0-9a-f-]{36}).*", "$1");
  }

  private static Locator.FilterOptions containing(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }
}
