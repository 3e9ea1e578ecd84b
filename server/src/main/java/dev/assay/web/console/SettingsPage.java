package dev.assay.web.console;

import dev.assay.web.SettingFacts;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The page of the settings. It is read-only, because settings are changed where the server is
/// started.
@Controller
class SettingsPage {
  private final SettingFacts settings;
  private final PageFrame.Maker frames;

  SettingsPage(SettingFacts settings, PageFrame.Maker frames) {
    this.settings = settings;
    this.frames = frames;
  }

  @GetMapping("/admin/settings")
  ModelAndView settings(
      HttpServletRequest request,
      @RequestParam(name = "text", defaultValue = "") String text,
      @RequestParam(name = "set", defaultValue = "") String set) {
    String wanted = text.strip().toLowerCase(Locale.ROOT);
    List<SettingFacts.Line> lines =
        settings.look().stream()
            .filter(line -> set.isEmpty() || line.place().isPresent())
            .filter(line -> contains(line, wanted))
            .toList();
    return new ModelAndView(
        "settings",
        Map.of(
            "frame", frames.of(request), "lines", lines, "text", text, "onlySet", !set.isEmpty()));
  }

  private static boolean contains(SettingFacts.Line line, String wanted) {
    return (line.key() + " " + line.purpose()).toLowerCase(Locale.ROOT).contains(wanted);
  }
}
