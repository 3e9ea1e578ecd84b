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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Finds serious accessibility faults of a page: all findings of axe in the light scheme, colour
/// faults in the dark one, and content that does not fit a phone.
final class Barriers {
  private static final String AXE = axe();
  private static final Map<String, ?> BUT_CONTRAST =
      Map.of("rules", Map.of("color-contrast", Map.of("enabled", false)));

  /// The text styles whose contrast was found sufficient, on any page.
  private static final Set<String> GOOD_LOOKS = ConcurrentHashMap.newKeySet();

  private static final ViewportSize PHONE = new ViewportSize(390, 844);

  private static final String RUN =
      """
      async ({ where, options }) => (await axe.run(where === 'new looks' ? newLooks : document,
          { resultTypes: ['violations'], ...options }))
        .violations
        .filter(rule => ['serious', 'critical'].includes(rule.impact))
        .map(rule => rule.id + ': ' + rule.help + ' ' + rule.nodes.slice(0, 3)
          .map(node => node.html.slice(0, 200) + ' ' + node.failureSummary).join(' | '))
      """;

  /// Finds one element for each text style that is not yet known: its colour, size, weight and
  /// background. All text of one style has the same contrast.
  private static final String NEW_LOOKS =
      """
      known => {
        const seen = new Set(known);
        const behind = new Map();
        const backgrounds = element => {
          if (!element) return '';
          if (!behind.has(element)) {
            const style = getComputedStyle(element);
            const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter]
              .join();
            const below = backgrounds(element.parentElement);
            behind.set(element, below.endsWith(own) ? below : below + ' / ' + own);
          }
          return behind.get(element);
        };
        const hasText = element => 'placeholder' in element || element.localName === 'select'
          || [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        const fresh = [];
        window.newLooks = [];
        for (const element of document.body.querySelectorAll('*')) {
          if (!hasText(element) || !element.checkVisibility()) continue;
          const style = getComputedStyle(element);
          const look = [style.color, style.fontSize, style.fontWeight, style.textShadow,
            style.position, element.matches(':disabled'), backgrounds(element)].join();
          if (seen.has(look)) continue;
          seen.add(look);
          fresh.push(look);
          window.newLooks.push(element);
        }
        return fresh;
      }
      """;

  private Barriers() {}

  static List<String> on(Page page) {
    if (Boolean.FALSE.equals(page.evaluate("'axe' in window"))) {
      page.evaluate(AXE);
    }
    List<String> found = new ArrayList<>();
    Object theme = theme(page, "light");
    found.addAll(run(page, "light", BUT_CONTRAST));
    found.addAll(contrast(page, "light"));
    theme(page, "dark");
    found.addAll(contrast(page, "dark"));
    ViewportSize size = page.viewportSize();
    tooWide(page, found);
    page.setViewportSize(PHONE.width, PHONE.height);
    tooWide(page, found);
    found.addAll(
        run(page, "dark, on a phone", only("link-in-text-block", "scrollable-region-focusable")));
    theme(page, String.valueOf(theme));
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

  private static List<String> contrast(Page page, String theme) {
    List<?> fresh = (List<?>) page.evaluate(NEW_LOOKS, List.copyOf(GOOD_LOOKS));
    if (fresh.isEmpty()) {
      return List.of();
    }
    List<String> found = run(page, "new looks", theme, only("color-contrast"));
    if (found.isEmpty()) {
      fresh.forEach(look -> GOOD_LOOKS.add(String.valueOf(look)));
    }
    return found;
  }

  private static List<String> run(Page page, String where, Map<String, ?> options) {
    return run(page, "page", where, options);
  }

  private static List<String> run(Page page, String part, String where, Map<String, ?> options) {
    return ((List<?>) page.evaluate(RUN, Map.of("where", part, "options", options)))
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
