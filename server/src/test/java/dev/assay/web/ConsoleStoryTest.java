package dev.assay.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import dev.assay.Api;
import dev.assay.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock(Browser.ONE_AT_A_TIME)
@ResourceLock(TestServer.SHARED)
class ConsoleStoryTest {
  private final TestServer server = TestServer.shared();
  private final String name = "u" + UUID.randomUUID().toString().substring(0, 8);

  @Test
  void a_newcomer_changes_the_one_time_password_and_makes_a_token() {
    String oneTime =
        server
            .admin()
            .post("/api/admin/users", Map.of("username", name))
            .body()
            .path("one_time_password")
            .asString();
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      page.navigate("/account");
      assertThat(page).hasURL(Pattern.compile(".*/sign-in\\?next=%2Faccount"));
      browser.picture("sign-in");

      page.getByLabel("User name").fill(name);
      page.getByLabel("Password").fill("wrong");
      page.keyboard().press("Enter");
      assertThat(page.getByRole(AriaRole.ALERT)).containsText("is wrong");
      assertThat(page.getByLabel("User name")).hasValue(name);

      page.getByLabel("Password").fill(oneTime);
      page.keyboard().press("Enter");
      assertThat(page).hasURL(Pattern.compile(".*/account/password"));
      page.navigate("/");
      assertThat(page).hasURL(Pattern.compile(".*/account/password"));

      page.getByLabel("Current password").fill(oneTime);
      page.getByLabel("New password", exact()).fill("a good password");
      page.getByLabel("New password again").fill("another password");
      button(page, "Change password").click();
      assertThat(page.getByRole(AriaRole.ALERT)).containsText("differ");

      page.getByLabel("Current password").fill(oneTime);
      page.getByLabel("New password", exact()).fill("a good password");
      page.getByLabel("New password again").fill("a good password");
      button(page, "Change password").click();
      assertThat(page.getByRole(AriaRole.STATUS)).containsText("Your password is changed");

      page.getByLabel("What will use it").fill("<script>alert(1)</script>");
      button(page, "Create token").click();
      String token = page.locator("#new-token").textContent();
      assertThat(server.anonymous().as(token).get("/api/auth/me").status()).isEqualTo(200);
      assertThat(page.getByRole(AriaRole.CELL).first()).hasText("<script>alert(1)</script>");
      assertThat(browser.barriers()).isEmpty();
      browser.picture("account");

      page.navigate("/account");
      assertThat(page.locator("#new-token")).hasCount(0);
      button(page, "Revoke").click();
      assertThat(page.getByText("You have no tokens.")).isVisible();
      assertThat(server.anonymous().as(token).get("/api/auth/me").status()).isEqualTo(401);

      button(page, "Sign out").click();
      assertThat(page).hasURL(Pattern.compile(".*/sign-in"));
      page.navigate("/");
      assertThat(page).hasURL(Pattern.compile(".*/sign-in.*"));
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void an_admin_manages_users_and_a_user_does_not_see_how() {
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn(server.admin());
      assertThat(page.getByText("Everything is up")).isVisible();

      page.getByRole(AriaRole.LINK, link("Users")).click();
      page.getByLabel("User name").fill(name);
      button(page, "Invite").click();
      assertThat(page.getByRole(AriaRole.STATUS)).containsText("One-time password of " + name);
      button(page, "Make admin " + name).click();
      assertThat(page.getByRole(AriaRole.STATUS)).containsText(name + " is an admin now");
      button(page, "Disable " + name).click();
      assertThat(page.getByRole(AriaRole.STATUS)).containsText("can no longer sign in");
      assertThat(browser.barriers()).isEmpty();
      browser.picture("users");
      button(page, "Remove " + name).click();
      assertThat(page.getByRole(AriaRole.STATUS)).containsText("is removed");
      assertThat(browser.complaints()).isEmpty();
    }
    server
        .admin()
        .post("/api/admin/users", Map.of("username", name, "password", "a good password"));
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn(name, "a good password");
      assertThat(page.getByRole(AriaRole.LINK, link("Users"))).hasCount(0);
      page.navigate("/admin/users");
      assertThat(page.getByText("needs the role admin")).isVisible();
      browser.picture("forbidden");
    }
  }

  @Test
  void an_admin_uploads_a_bad_archive_reads_why_and_uploads_a_good_one() throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "uploads"));
    Path bad =
        Files.write(
            folder.resolve("bad.zip"),
            Archives.zip(
                Map.of(
                    "x/SKILL.md",
                    "---\nname: <b>x\ndescription: <script>alert(1)</script>\n---\n")));
    Path good =
        Files.write(folder.resolve("good.zip"), Archives.skill(name, "<img src=x onerror=1>"));
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn(server.admin());
      page.getByRole(AriaRole.LINK, link("Skills")).click();
      page.getByLabel("Archive (.zip or .skill)").setInputFiles(bad);
      button(page, "Upload").click();
      assertThat(page.getByRole(AriaRole.ALERT)).containsText("INVALID_SKILL_FORMAT");
      assertThat(page.getByText("format.name-").first()).isVisible();
      assertThat(browser.barriers()).isEmpty();
      browser.picture("upload-refused");

      page.getByLabel("Archive (.zip or .skill)").setInputFiles(good);
      button(page, "Upload").click();
      assertThat(page.getByRole(AriaRole.HEADING).first()).hasText(name + " version 1");
      assertThat(browser.barriers()).isEmpty();
      page.navigate("/admin/skills");
      assertThat(page.getByRole(AriaRole.LINK, link(name))).isVisible();
      browser.picture("skills");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void everything_can_be_reached_with_the_keyboard_on_a_phone_in_the_dark() {
    try (Browser browser = Browser.open(server.url(), Browser.phone())) {
      Page page = browser.page();
      browser.signIn(server.admin());
      assertThat(page.locator("html")).hasAttribute("data-bs-theme", "dark");
      // newer browsers go on from where the sign-in was clicked, on the next page too
      page.evaluate("document.body.tabIndex = -1; document.body.focus()");
      page.keyboard().press("Tab");
      assertThat(page.getByText("Skip to content")).isFocused();
      Locator account = page.getByRole(AriaRole.LINK, link("Account"));
      for (int i = 0; i < 30 && !isFocused(account); i++) {
        page.keyboard().press("Tab");
      }
      page.keyboard().press("Enter");
      assertThat(page).hasURL(Pattern.compile(".*/account"));
      browser.picture("account-phone-dark");

      page.getByLabel("Switch between light and dark").click();
      assertThat(page.locator("html")).hasAttribute("data-bs-theme", "light");
      page.reload();
      assertThat(page.locator("html")).hasAttribute("data-bs-theme", "light");
    }
  }

  @Test
  void a_session_is_out_of_reach_for_scripts_and_ends_when_the_server_says_so() {
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn("admin", TestServer.ADMIN_PASSWORD);
      assertThat(page.evaluate("document.cookie").toString()).doesNotContain("session");
      Cookie session =
          page.context().cookies().stream()
              .filter(cookie -> cookie.name.equals("assay_session"))
              .findFirst()
              .orElseThrow();
      assertThat(session.httpOnly).isTrue();
      assertThat(session.sameSite.name()).isEqualTo("LAX");

      Api stolen = server.anonymous().as(session.value);
      assertThat(stolen.post("/api/auth/logout", Map.of()).status()).isEqualTo(204);
      page.reload();
      assertThat(page).hasURL(Pattern.compile(".*/sign-in.*"));
      assertThat(page.context().cookies()).noneMatch(cookie -> cookie.name.equals("assay_session"));
    }
  }

  @Test
  void a_skill_is_uploaded_and_validated_at_once_without_any_script() throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "uploads"));
    Path bad = Files.write(folder.resolve("worse.zip"), Archives.zip(Map.of("x/y", "z")));
    Path good = Files.write(folder.resolve("plain.zip"), Archives.skill(name, "Hello."));
    NewContextOptions plain = new NewContextOptions().setJavaScriptEnabled(false);
    try (Browser browser = Browser.open(server.url(), plain)) {
      Page page = browser.page();
      browser.signIn(server.admin());
      page.navigate("/admin/skills");
      page.getByLabel("Archive (.zip or .skill)").setInputFiles(bad);
      button(page, "Upload").click();
      assertThat(page.getByRole(AriaRole.ALERT)).containsText("Nothing was kept");
      page.getByLabel("Archive (.zip or .skill)").setInputFiles(good);
      page.getByLabel("Start the validation at once").check();
      button(page, "Upload").click();
      assertThat(page.getByText(name + " version 1 is uploaded")).isVisible();
      assertThat(page.locator("#standing")).not().containsText("not validated");
    }
  }

  @Test
  void a_file_that_is_dropped_is_uploaded() {
    String archive = Base64.getEncoder().encodeToString(Archives.skill(name, "Hello."));
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn(server.admin());
      page.navigate("/admin/skills");
      page.evaluate(
          """
          archive => {
            const bytes = Uint8Array.from(atob(archive), letter => letter.charCodeAt(0));
            const dropped = new DataTransfer();
            dropped.items.add(new File([bytes], 'dropped.zip'));
            document.querySelector('[data-upload]').dispatchEvent(
              new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
          }
          """,
          archive);
      assertThat(page.getByRole(AriaRole.STATUS)).containsText(name + " version 1 is uploaded");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void a_link_from_another_site_does_not_spoil_the_pages_that_are_open() {
    try (Browser browser = Browser.open(server.url())) {
      Page page = browser.page();
      browser.signIn(server.admin());
      page.navigate("/account");

      Page other = page.context().newPage();
      String letter = "<!doctype html><a href='" + server.url() + "/account'>look</a>";
      other.route(
          "http://elsewhere.example/",
          route ->
              route.fulfill(
                  new com.microsoft.playwright.Route.FulfillOptions()
                      .setContentType("text/html")
                      .setBody(letter)));
      other.navigate("http://elsewhere.example/");
      other.getByRole(AriaRole.LINK, link("look")).click();
      assertThat(other).hasURL(server.url() + "/account");

      page.getByLabel("What will use it").fill("an old page");
      button(page, "Create token").click();
      assertThat(page.locator("#new-token")).isVisible();
    }
  }

  @Test
  void a_barrier_would_be_noticed() {
    try (Browser browser = Browser.open(server.url())) {
      browser
          .page()
          .setContent(
              """
              <html lang="en"><title>t</title><main><h1>t</h1><input>
              <p style="color: #ccc; background: #fff">light on light</p>
              <p class="dark">dark on dark</p><style>[data-bs-theme=dark] .dark { color: #333; background: #000 }</style>
              <p style="color: #222">good</p><p style="background: #444"><b style="color: #222">behind</b></p>
              <div style="width: 500px">wide</div></main></html>
              """);
      assertThat(browser.barriers())
          .anyMatch(each -> each.contains("light: label:"))
          .anyMatch(each -> each.contains("light: color-contrast:") && each.contains("light on"))
          .anyMatch(each -> each.contains("light: color-contrast:") && each.contains(">behind<"))
          .anyMatch(each -> each.contains("dark: color-contrast:") && each.contains("dark on dark"))
          .anyMatch(each -> each.contains("wider than a window of 390"))
          .noneMatch(each -> each.contains("wider than a window of 1280"));
    }
  }

  private static boolean isFocused(Locator locator) {
    return (Boolean) locator.evaluate("element => element === document.activeElement");
  }

  private static Locator button(Page page, String label) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(label)).first();
  }

  private static Page.GetByRoleOptions link(String label) {
    return new Page.GetByRoleOptions().setName(label).setExact(true);
  }

  private static Page.GetByLabelOptions exact() {
    return new Page.GetByLabelOptions().setExact(true);
  }
}
