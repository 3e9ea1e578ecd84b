package dev.assay.web;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A real Chromium with a person in front of it. Collects what a person would not see: scripts that
/// fail and things the content security policy stopped.
final class Browser implements AutoCloseable {
  private final Playwright playwright;
  private final com.microsoft.playwright.Browser chromium;
  private final BrowserContext context;
  private final Page page;
  private final List<String> complaints = new ArrayList<>();

  private Browser(
      Playwright playwright, com.microsoft.playwright.Browser chromium, NewContextOptions options) {
    this.playwright = playwright;
    this.chromium = chromium;
    context = chromium.newContext(options);
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
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    com.microsoft.playwright.Browser chromium =
        playwright
            .chromium()
            .launch(
                new LaunchOptions()
                    .setExecutablePath(Path.of("/usr/bin/chromium"))
                    .setArgs(
                        List.of(
                            "--no-sandbox",
                            "--disable-gpu",
                            "--disable-quic",
                            "--no-first-run",
                            "--disable-background-networking",
                            "--disable-component-update",
                            "--disable-sync")));
    return new Browser(playwright, chromium, options.setBaseURL(url));
  }

  static NewContextOptions phone() {
    return new NewContextOptions().setViewportSize(390, 844).setColorScheme(ColorScheme.DARK);
  }

  Page page() {
    return page;
  }

  void signIn(String username, String password) {
    page.navigate("/sign-in");
    page.getByLabel("User name").fill(username);
    page.getByLabel("Password").fill(password);
    page.keyboard().press("Enter");
    page.waitForURL(url -> !url.contains("/sign-in"));
  }

  /// What makes the page hard to use for somebody, seriously.
  List<String> barriers() {
    List<String> barriers =
        new ArrayList<>(
            new AxeBuilder(page)
                .analyze().getViolations().stream()
                    .filter(rule -> List.of("serious", "critical").contains(rule.getImpact()))
                    .map(Rule::toString)
                    .toList());
    Object wide =
        page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth");
    if (Boolean.TRUE.equals(wide)) {
      barriers.add("The page is wider than the window");
    }
    return barriers;
  }

  List<String> complaints() {
    return complaints;
  }

  void picture(String name) {
    Path file = Path.of("target", "screens", name + ".png");
    try {
      Files.createDirectories(file.getParent());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    page.screenshot(new ScreenshotOptions().setPath(file).setFullPage(true));
  }

  @Override
  public void close() {
    context.close();
    chromium.close();
    playwright.close();
  }
}
