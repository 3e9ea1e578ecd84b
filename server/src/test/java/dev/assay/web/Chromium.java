package dev.assay.web;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The single real Chromium of these tests. Each browser gets a window with its own cookies.
final class Chromium {
  private static final double PATIENCE_MILLIS = 30_000;

  private static @Nullable Browser running;

  private Chromium() {}

  static synchronized Browser running() {
    if (running == null) {
      Playwright playwright =
          Playwright.create(
              new Playwright.CreateOptions()
                  .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
      running = launch(playwright);
      PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
      Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
    }
    return running;
  }

  private static Browser launch(Playwright playwright) {
    return playwright
        .chromium()
        .launch(
            new LaunchOptions()
                .setExecutablePath(program())
                .setArgs(
                    List.of(
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        // each process of its own takes half a second of a processor
                        "--in-process-gpu",
                        "--renderer-process-limit=1",
                        "--disable-site-isolation-trials")));
  }

  /// Returns the headless program if it is installed, because it does the same with less work.
  private static Path program() {
    Path small = Path.of("/usr/bin/chromium-headless-shell");
    return Files.isExecutable(small) ? small : Path.of("/usr/bin/chromium");
  }
}
