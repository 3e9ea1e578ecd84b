package dev.assay.validation.dependency;

import dev.assay.skill.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Finds needs in a skill's text beyond packages of Python and npm, such as downloads and setup
/// commands. No such command runs while an image is made. They are reported, so that a reviewer
/// knows them and the author can declare or carry the needed files.
public final class UnmetNeeds {
  private static final int MOST = 20;
  private static final int LONGEST = 200;
  private static final Pattern START = Pattern.compile("^[\\s>$#*-]*(?:sudo\\s+)?");

  /// Matches commands that fetch files which are no packages of an index.
  private static final Pattern FETCHING =
      Pattern.compile(
          "(?:curl|wget|aria2c)\\s+.*(?:https?|ftp)://.*"
              + "|git\\s+clone\\s+.+"
              + "|(?:apt|apt-get|dnf|yum|apk|brew|pacman|snap|zypper)\\s+(?:-\\S+\\s+)*(?:install|add|-S)\\s+.+"
              + "|(?:cargo|go|gem|conda|mamba|pipx|uv\\s+tool)\\s+install\\s+.+"
              + "|(?:docker|podman)\\s+pull\\s+.+"
              + "|npx\\s+(?:-\\S+\\s+)*(?:playwright|puppeteer)\\s+.*install.*"
              + "|(?:pip3?|python3?\\s+-m\\s+pip)\\s+install\\s+.*(?:git\\+|https?://).*"
              + "|npm\\s+(?:install|i)\\s+.*(?:git\\+|https?://|github:).*");

  private UnmetNeeds() {}

  /// @param document the text of SKILL.md
  public static List<String> in(String document) {
    List<String> found = new ArrayList<>();
    boolean code = false;
    for (String line : document.lines().toList()) {
      String plain = line.strip();
      if (plain.startsWith("```") || plain.startsWith("~~~")) {
        code = !code;
        continue;
      }
      String command = START.matcher(plain).replaceFirst("");
      boolean indented = line.startsWith("    ") || line.startsWith("\t");
      if ((code || indented)
          && FETCHING.matcher(command).matches()
          && found.size() < MOST
          && !found.contains(Visible.line(command, LONGEST))) {
        found.add(Visible.line(command, LONGEST));
      }
    }
    return found;
  }
}
