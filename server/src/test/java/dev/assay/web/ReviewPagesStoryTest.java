package dev.assay.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.validation.ExampleSkills;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Reviewers at work, on a server whose images they may change.
class ReviewPagesStoryTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start(Map.of());
    server
        .admin()
        .post(
            "/api/admin/users",
            Map.of("username", "berta", "password", "a good password", "role", "admin"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void a_skill_that_phones_home_is_watched_read_and_rejected_and_a_good_one_is_approved() {
    String bad = upload("phones-home");
    String good = upload("csv-insights");
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn("admin", TestServer.ADMIN_PASSWORD);
      page.navigate("/admin/reviews");
      assertThat(page.getByText("Nothing waits for a review")).isVisible();
      assertThat(browser.barriers()).isEmpty();
      browser.picture("reviews-empty");
      start(page, bad);
      start(page, good);

      page.navigate("/admin/skills/" + bad);
      ValidationPagesStoryTest.awaitStanding(page, "Passed, waits for a review");
      page.navigate("/admin/skills/" + good);
      ValidationPagesStoryTest.awaitStanding(page, "Passed, waits for a review");

      page.getByRole(AriaRole.LINK, named("Reviews, 2 waiting")).click();
      assertThat(page.getByRole(AriaRole.ROW)).hasCount(3);
      assertThat(browser.barriers()).isEmpty();
      browser.picture("reviews");
      page.getByRole(AriaRole.LINK, named("Decide on phones-home version 1")).click();
      page.getByRole(AriaRole.LINK, named("Network")).click();
      assertThat(page.getByText("offline: attempt").first()).isVisible();
      page.goBack();
      assertThat(browser.barriers()).isEmpty();
      browser.picture("review");
      page.getByRole(AriaRole.BUTTON, named("Reject")).click();
      assertThat(page).hasURL(server.url() + "/admin/reviews/" + bad); // a reason is required
      page.getByLabel("Reason for the author")
          .fill("It phones home. <script>window.obeyed=1</script>");
      page.getByRole(AriaRole.BUTTON, named("Reject")).click();
      assertThat(page.getByRole(AriaRole.STATUS)).containsText("phones-home version 1 is rejected");
      assertThat(page.getByText("It phones home. <script>")).isVisible();
      assertThat(browser.barriers()).isEmpty();

      // the other one is decided by two people at once
      page.navigate("/admin/skills/" + good);
      assertThat(browser.barriers()).isEmpty();
      browser.picture("skill-decide");
      try (Browser second = Browser.open(server.url())) {
        second.signIn("berta", "a good password");
        second.page().navigate("/admin/reviews/" + good);
        second.page().getByLabel("I know that rules").check();

        page.getByRole(AriaRole.BUTTON, named("Approve")).click();
        assertThat(page.getByLabel("I know that rules")).isVisible(); // has to be ticked
        page.getByLabel("I know that rules").check();
        page.getByRole(AriaRole.BUTTON, named("Approve")).click();
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("is approved and in use");
        assertThat(page.locator("#standing")).containsText("Passed and approved");

        second.page().getByRole(AriaRole.BUTTON, named("Approve")).click();
        assertThat(second.page().getByRole(AriaRole.ALERT))
            .containsText("admin has approved it already; it is in use with v1.1");
        assertThat(second.page().getByText("There is nothing to decide")).isVisible();
        assertThat(second.barriers()).isEmpty();
        second.picture("review-too-late");
      }
      assertThat(images()).containsExactly("v1.1", "v1.0");

      page.getByRole(AriaRole.LINK, named("Images")).click();
      assertThat(page.locator("#v1\\.1")).containsText("current");
      assertThat(page.locator("#v1\\.1"))
          .containsText("csv-insights version 1 was admitted by admin");
      assertThat(browser.barriers()).isEmpty();
      browser.picture("images");

      fullTest(browser);
      rollBack(browser, good);
      settings(browser);
      assertThat(browser.complaints()).isEmpty();
    }
    look(good, Browser.phone());
    look(good, new NewContextOptions());

    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn("admin", TestServer.ADMIN_PASSWORD);
      page.navigate("/admin/skills/" + bad);
      page.getByRole(AriaRole.LINK, named("Delete")).click();
      assertThat(page.getByText("It is not in use, so no agent notices.")).isVisible();
      assertThat(browser.barriers()).isEmpty();
      browser.picture("delete");
      page.getByRole(AriaRole.BUTTON, named("Delete phones-home version 1")).click();
      assertThat(page.getByRole(AriaRole.STATUS).first()).containsText("The skill is deleted");
      assertThat(server.admin().get("/api/admin/skills/" + bad).status()).isEqualTo(404);
    }
  }

  private static void fullTest(Browser browser) {
    Page page = browser.page();
    page.getByRole(AriaRole.LINK, named("Full test")).click();
    assertThat(page.getByText("No full test yet")).isVisible();
    assertThat(browser.barriers()).isEmpty();
    page.getByRole(AriaRole.BUTTON, named("Start a full test")).click();
    assertThat(page.getByRole(AriaRole.BUTTON, named("Cancel"))).isVisible();
    assertThat(page.locator("#full-test")).containsText("csv-insights");
    browser.picture("full-test-live");
    assertThat(page.locator("#standing"))
        .containsText(
            Pattern.compile("passed|Came to nothing"),
            new LocatorAssertions.ContainsTextOptions().setTimeout(120_000));
    assertThat(page.getByRole(AriaRole.REGION, named("From test to test")))
        .containsText("csv-insights");
    assertThat(browser.barriers()).isEmpty();
    browser.picture("full-test");
  }

  private static void rollBack(Browser browser, String id) {
    Page page = browser.page();
    page.getByRole(AriaRole.LINK, named("Images")).click();
    page.getByRole(AriaRole.LINK, named("Go back to v1.0")).click();
    assertThat(page.getByRole(AriaRole.LINK, named("csv-insights version 1"))).isVisible();
    assertThat(browser.barriers()).isEmpty();
    browser.picture("rollback");
    page.getByRole(AriaRole.BUTTON, named("Go back to v1.0")).click();
    assertThat(page.getByRole(AriaRole.STATUS)).containsText("v1.0 is current again");
    assertThat(page.locator("#v1\\.0")).containsText("current");
    page.navigate("/admin/skills/" + id);
    assertThat(page.locator("#standing")).containsText("Rolled back with its image");
    assertThat(page.navigate("/admin/images/v1.77/rollback").status()).isEqualTo(404);
    assertThat(page.navigate("/admin/images/v1.0/rollback").status()).isEqualTo(400);
  }

  private static void settings(Browser browser) {
    Page page = browser.page();
    page.navigate("/admin/settings?text=database");
    assertThat(page.getByRole(AriaRole.REGION, named("Settings"))).containsText("*** (set)");
    assertThat(page.getByRole(AriaRole.REGION, named("Settings")))
        .containsText("ASSAY_DATABASE_URL");
    page.getByLabel("Contains").fill("nothing like it");
    page.keyboard().press("Enter");
    assertThat(page.getByText("No such settings")).isVisible();
    page.navigate("/admin/settings");
    assertThat(browser.barriers()).isEmpty();
    browser.picture("settings");
  }

  @Test
  void a_session_that_ends_leads_to_the_sign_in_and_nothing_is_done() {
    String id = upload("text-stats");
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn("berta", "a good password");
      page.navigate("/admin/skills/" + id);
      page.context()
          .cookies()
          .forEach(
              cookie -> server.anonymous().as(cookie.value).post("/api/auth/logout", Map.of()));
      page.getByLabel("Reason for the author").fill("No.");
      page.getByRole(AriaRole.BUTTON, named("Reject")).click();
      assertThat(page.getByRole(AriaRole.HEADING, named("Sign in"))).isVisible();
    }
    assertThat(server.admin().get("/api/admin/skills/" + id).body().at("/skill/status").asString())
        .isEqualTo("pending");
  }

  @Test
  void what_is_asked_for_by_hand_is_refused_in_words() {
    Api admin = server.admin();
    String id = UUID.randomUUID().toString();
    assertThat(admin.get("/admin/reviews/" + id).status()).isEqualTo(404);
    assertThat(admin.post("/admin/reviews/" + id + "/approve?digest=x", Map.of()).status())
        .isEqualTo(404);
    Api user = user();
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

  private static Api user() {
    String name = "u" + UUID.randomUUID().toString().substring(0, 8);
    server
        .admin()
        .post("/api/admin/users", Map.of("username", name, "password", "a good password"));
    return server.anonymous().signIn(name, "a good password");
  }

  private static void look(String id, NewContextOptions window) {
    String kind = window.viewportSize == null ? "wide" : "phone-dark";
    try (Browser browser = Browser.open(server.url(), window)) {
      browser.signIn("admin", TestServer.ADMIN_PASSWORD);
      for (String path :
          List.of(
              "/",
              "/admin/skills",
              "/admin/reviews",
              "/admin/reviews/" + id,
              "/admin/images",
              "/admin/images/v1.1/rollback",
              "/admin/full-test",
              "/admin/settings",
              "/admin/skills/" + id + "/delete")) {
        browser.page().navigate(path);
        assertThat(browser.barriers()).as(path).isEmpty();
        browser.picture(kind + path.replace(id, "one").replace('/', '-'));
      }
    }
  }

  private static void start(Page page, String id) {
    page.navigate("/admin/skills/" + id);
    page.getByRole(AriaRole.BUTTON, named("Start validation")).click();
    assertThat(page.locator("#live")).isVisible();
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

  private static String upload(String example) {
    return UploadApiStoryTest.upload(server.admin(), ExampleSkills.archive(example, text -> text))
        .body()
        .path("skill_id")
        .asString();
  }

  private static Page.GetByRoleOptions named(String label) {
    return new Page.GetByRoleOptions().setName(label).setExact(true);
  }
}
