package dev.assay.web;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ViewportSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What makes a page seriously hard to use for somebody: everything axe knows in light, what
/// depends on colours in dark, and what does not fit a phone.
final class Barriers {
  private static final String AXE = axe();
  private static final ViewportSize PHONE = new ViewportSize(390, 844);

  private static final String RUN =
      """
      async options => (await axe.run(document, { resultTypes: ['violations'], ...options }))
        .violations
        .filter(rule => ['serious', 'critical'].includes(rule.impact))
        .map(rule => rule.id + ': ' + rule.help + ' ' + rule.nodes.slice(0, 3)
          .map(node => node.html.slice(0, 200) + ' ' + node.failureSummary).join(' | '))
      """;

  private Barriers() {}

  static List<String> on(Page page) {
    if (Boolean.FALSE.equals(page.evaluate("'axe' in window"))) {
      page.evaluate(AXE);
    }
    List<String> found = new ArrayList<>();
    Object theme = theme(page, "light");
    found.addAll(run(page, "light", Map.of()));
    theme(page, "dark");
    found.addAll(run(page, "dark", only("color-contrast", "link-in-text-block")));
    theme(page, String.valueOf(theme));
    ViewportSize size = page.viewportSize();
    tooWide(page, found);
    page.setViewportSize(PHONE.width, PHONE.height);
    tooWide(page, found);
    found.addAll(run(page, "on a phone", only("scrollable-region-focusable")));
    page.setViewportSize(size.width, size.height);
    return found;
  }

  private static Object theme(Page page, String theme) {
    return page.evaluate(
        """
        theme => {
          const before = document.documentElement.getAttribute('data-bs-theme');
          document.documentElement.setAttribute('data-bs-theme', theme);
          return before;
        }
        """,
        theme);
  }

  private static List<String> run(Page page, String where, Map<String, ?> options) {
    return ((List<?>) page.evaluate(RUN, options))
        .stream().map(barrier -> page.url() + " " + where + ": " + barrier).toList();
  }

  private static Map<String, ?> only(String... rules) {
    return Map.of("runOnly", Map.of("type", "rule", "values", List.of(rules)));
  }

  private static void tooWide(Page page, List<String> found) {
    Object wide =
        page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth");
    if (Boolean.TRUE.equals(wide)) {
      found.add(page.url() + " is wider than a window of " + page.viewportSize().width);
    }
  }

  private static String axe() {
    try (InputStream script = Barriers.class.getResourceAsStream("/axe.min.js")) {
      return new String(
          Objects.requireNonNull(script, "axe.min.js").readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
