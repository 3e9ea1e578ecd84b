package dev.assay.intake.program;

import com.google.re2j.Matcher;
import dev.assay.intake.signature.Regex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads the path of a script as authors write it in instructions.
final class ScriptPath {
  private static final Regex ROOT =
      new Regex(
          "(?i)^(?:\\$\\{?(?:[a-z_]*skill_?(?:dir|root|path|home|base|folder|directory)?|base_?dir)\\}?|\\{+\\s*base_?dir\\s*\\}+)/");

  /// A placeholder for a skill's folder, of this skill or of another one.
  private static final Regex TEMPLATE =
      new Regex(
          "(?i)^(?:\\{+\\s*skill_?(?:dir|root|path|base|folder|directory)?\\s*\\}+|<(?:this[-_ ])?skill[-_ ]?(?:dir|root|path|base|folder|directory)?>)/");

  private static final Regex INSTALLED = new Regex("(?:^|/)skills/(?:[a-z]+/)??([a-z0-9-]+)/(.*)$");
  private static final Regex PLACEHOLDER =
      new Regex(
          "(?i)[<>*{}\\[\\]$~%:@]|\\.\\.\\.|…|path/to|your|\\bmy[_-]|example|(?:^|/)(?:foo|bar|xxx+|name|script|file|filename|something|script[_-]?name)\\.|^(?:\\./)?(?:test|main|app|index|server|manage|setup)\\.|NAME|\\bX\\.");
  private static final Set<String> EXTENSIONS =
      Set.of(
          "py", "sh", "bash", "zsh", "js", "mjs", "cjs", "ts", "tsx", "rb", "pl", "php", "ps1", "r",
          "R", "lua", "go", "bat", "cmd", "jar", "exe", "wasm");

  private ScriptPath() {}

  /// The folder in which the commands of a block run.
  ///
  /// @param path the path with a slash at its end; empty for the skill's folder
  /// @param owned whether the text says that the folder is the skill's
  record Folder(String path, boolean owned) {
    static final Folder START = new Folder("", false);
  }

  /// Returns the folder that `cd` enters; empty when it is not one of the skill's.
  static Optional<Folder> enter(String written, String skill, Set<String> folders) {
    return within(written.replace('\\', '/') + "/", skill, Folder.START)
        .flatMap(
            folder -> {
              String plain = folder.path().replaceAll("^\\./|/+$", "");
              boolean known = plain.isEmpty() ? folder.owned() : folders.contains(plain);
              return known
                  ? Optional.of(new Folder(plain.isEmpty() ? "" : plain + "/", false))
                  : Optional.empty();
            });
  }

  /// @param skill the skill's name
  static Optional<ScriptRun> read(String written, int line, String skill, Folder here) {
    String path = written.replace('\\', '/').replaceAll("[,;:.)]+$", "");
    return within(path, skill, here)
        .filter(found -> isScript(found.path(), found.owned()))
        .filter(found -> !found.path().startsWith("/") && !PLACEHOLDER.finds(found.path()))
        .flatMap(
            found -> normal(found.path()).map(plain -> new ScriptRun(plain, line, found.owned())));
  }

  /// Returns the path relative to the skill's folder; empty when it is another skill's.
  private static Optional<Folder> within(String path, String skill, Folder here) {
    Matcher root = ROOT.matcher(path);
    if (root.find()) {
      return Optional.of(new Folder(path.substring(root.end()), true));
    }
    Matcher template = TEMPLATE.matcher(path);
    if (template.find()) {
      return Optional.of(new Folder(path.substring(template.end()), false));
    }
    Matcher installed = INSTALLED.matcher(path);
    if (installed.find()) {
      String inside = installed.group(2);
      if (installed.group(1).equals(skill)) {
        return Optional.of(new Folder(inside, true));
      }
      return inside.startsWith(skill + "/")
          ? Optional.of(new Folder(inside.substring(skill.length() + 1), true))
          : Optional.empty();
    }
    return Optional.of(
        path.startsWith("/") ? new Folder(path, false) : new Folder(here.path() + path, false));
  }

  private static boolean isScript(String path, boolean rooted) {
    int dot = path.lastIndexOf('.');
    int slash = path.lastIndexOf('/');
    if (dot > slash + 1) {
      return EXTENSIONS.contains(path.substring(dot + 1));
    }
    return (rooted && slash > 0 && slash < path.length() - 1)
        || path.matches("\\./(?:bin|hooks|scripts|tools)/.+|bin/.+");
  }

  /// Removes `.` and empty parts of a path. The result is empty for a path with `..`.
  private static Optional<String> normal(String path) {
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/", -1)) {
      if (part.equals("..")) {
        return Optional.empty();
      }
      if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("/", parts));
  }
}
