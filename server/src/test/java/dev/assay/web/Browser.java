package dev.assay.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.ViewportSize;
import dev.assay.Api;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A person at a real browser. It also collects problems that a person would not see: failed
/// scripts and violations of the content security policy.
final class Browser implements AutoCloseable {
  /// The lock for test classes with a browser, because Playwright allows one thread at a time.
  static final String ONE_AT_A_TIME = "browser";

  private static final boolean PICTURES = "write".equals(System.getProperty("assay.pictures"));

  private final BrowserContext context;
  private final Page page;
  private final List<String> complaints = new ArrayList<>();

  private Browser(NewContextOptions options) {
    context = Chromium.running().newContext(options.setReducedMotion(ReducedMotion.REDUCE));
    page = context.newPage();
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error")
              && !message.text().contains("Failed to load resource")) {
            complaints.add(message.text());
          }
        });
    page.onPageError(complaints::add);
    page.onDialog(dialog -> dialog.accept());
  }

  static Browser open(String url) {
    return open(url, new NewContextOptions());
  }

  static Browser open(String url, NewContextOptions options) {
    return new Browser(options.setBaseURL(url));
  }

  static NewContextOptions phone() {
    return new NewContextOptions().setViewportSize(390, 844).setColorScheme(ColorScheme.DARK);
  }

  Page page() {
    return page;
  }

  Locator button(String name) {
    return page.getByRole(AriaRole.BUTTON, named(name));
  }

  Locator link(String name) {
    return page.getByRole(AriaRole.LINK, named(name));
  }

  Locator region(String name) {
    return page.getByRole(AriaRole.REGION, named(name));
  }

  /// Returns the notice of a success.
  Locator notice() {
    return page.getByRole(AriaRole.STATUS).first();
  }

  /// Returns the notice of a problem.
  Locator problem() {
    return page.getByRole(AriaRole.ALERT).first();
  }

  /// Returns the state of the skill or the test on the page.
  Locator standing() {
    return page.locator("#standing");
  }

  /// Waits for a state that the server needs time to reach.
  void awaitStanding(String words) {
    assertThat(standing()).containsText(words, new ContainsTextOptions().setTimeout(120_000));
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }

  void signIn(String username, String password) {
    page.navigate("/sign-in");
    page.getByLabel("User name").fill(username);
    page.getByLabel("Password").fill(password);
    page.keyboard().press("Enter");
    page.waitForURL(url -> !url.contains("/sign-in"));
  }

  /// Signs in as a person who already signed in elsewhere, for tests of other subjects.
  void signIn(Api person) {
    context.addCookies(
        List.of(
            new Cookie("assay_session", person.token().orElseThrow())
                .setUrl(person.url().toString())
                .setHttpOnly(true)));
    page.navigate("/");
  }

  /// Returns the serious accessibility faults of the page.
  List<String> barriers() {
    return Barriers.on(page);
  }

  List<String> complaints() {
    return complaints;
  }

  /// Only where somebody wants to look (`-Dassay.pictures=write`): as it is, in dark and on a
  /// phone, in `target/screens`, and in `docs/images` where a picture of that name is kept.
  void picture(String name) {
    if (!PICTURES) {
      return;
    }
    shoot(name);
    ViewportSize size = page.viewportSize();
    page.evaluate("document.documentElement.setAttribute('data-bs-theme', 'dark')");
    shoot(name + "-dark");
    page.setViewportSize(390, 844);
    shoot(name + "-phone-dark");
    page.setViewportSize(size.width, size.height);
    page.evaluate("document.documentElement.setAttribute('data-bs-theme', 'light')");
  }

  private void shoot(String name) {
    Path file = Path.of("target", "screens", name + ".png");
    Path kept = Path.of("..", "docs", "images", name + ".png");
    try {
      Files.createDirectories(file.getParent());
      page.screenshot(new ScreenshotOptions().setPath(file).setFullPage(true));
      if (Files.exists(kept)) {
        KeptPicture.write(file, kept);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
