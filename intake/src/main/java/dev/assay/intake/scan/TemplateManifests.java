package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Reads the packages of a `package.json` that a skill has as a template. The user's project
/// installs them.
final class TemplateManifests {
  private static final Regex PACKAGE =
      new Regex(
          "\"(@?[a-z0-9][a-z0-9._/-]*)\"\\s*:\\s*\"(?:[~^]|>=?)?\\s?(?:[0-9]+[.\"]|latest\"|\\*\")");
  private static final Set<String> FIELDS = Set.of("version", "node", "npm", "yarn", "pnpm");
  private static final int MOST = 300;

  private TemplateManifests() {}

  static List<InstalledNames.Name> in(SourceText source) {
    if (!source.path().endsWith("/package.json")) {
      return List.of();
    }
    List<InstalledNames.Name> names = new ArrayList<>();
    Matcher each = PACKAGE.matcher(source.text());
    while (each.find() && names.size() < MOST) {
      if (!FIELDS.contains(each.group(1))) {
        names.add(
            new InstalledNames.Name(
                "npm", each.group(1), source.path(), source.lineAt(each.start())));
      }
    }
    return names;
  }
}
