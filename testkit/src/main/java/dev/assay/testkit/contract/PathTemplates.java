package dev.assay.testkit.contract;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds the path of a document that an address matches.
final class PathTemplates {
  private static final Pattern VARIABLE = Pattern.compile("\\{[^}]*}");

  private record Template(String path, Pattern pattern, String shape) {}

  private final List<Template> templates;

  PathTemplates(Collection<String> paths) {
    templates =
        paths.stream()
            .map(PathTemplates::compile)
            .sorted(Comparator.comparing(Template::shape))
            .toList();
  }

  private static Template compile(String path) {
    StringBuilder pattern = new StringBuilder();
    for (String part : path.split("(?=\\{)|(?<=})", -1)) {
      boolean rest = part.equals("{path}") && path.endsWith("{path}");
      pattern.append(
          VARIABLE.matcher(part).matches() ? (rest ? ".+" : "[^/]+?") : Pattern.quote(part));
    }
    // literal paths come before paths with variables
    return new Template(
        path,
        Pattern.compile(pattern.toString()),
        VARIABLE.matcher(path).replaceAll("\uffff") + "\uffff");
  }

  Optional<String> find(String address) {
    return templates.stream()
        .filter(each -> each.pattern().matcher(address).matches())
        .findFirst()
        .map(Template::path);
  }
}
