package dev.assay.contents;

import dev.assay.skill.dependency.RuntimeEnvironment;
import java.util.Map;

/// Where npm packages lie: `lib/node_modules` with what each of them needs inside it, and `bin`
/// with links to the programs of those at the top.
public record NodeEnvironment(RuntimeEnvironment place) {
  public String modules() {
    return place.npm() + "/lib/node_modules";
  }

  String programs() {
    return place.npm() + "/bin";
  }

  /// Whether a path belongs to a package at the top, or leads to it.
  public boolean isOf(String top, Item item) {
    return item.path().startsWith(modules() + "/" + top + "/")
        || (item.path().startsWith(programs() + "/")
            && item.content().startsWith("../lib/node_modules/" + top + "/"));
  }

  /// Lays out a package.
  ///
  /// @param at its folder below `lib/node_modules`
  public void lay(NodePackage archive, String at, Staging staging) {
    String folder =
        Staging.below(modules(), at)
            .orElseThrow(
                () -> new UnusablePackage("There is no place for " + archive.name() + "."));
    archive.lay(folder, staging);
    int nested = at.lastIndexOf("/node_modules/");
    String links =
        nested < 0 ? programs() : modules() + "/" + at.substring(0, nested) + "/node_modules/.bin";
    String own = nested < 0 ? at : at.substring(nested + "/node_modules/".length());
    for (Map.Entry<String, String> program : archive.programs().entrySet()) {
      String target =
          (nested < 0 ? "../lib/node_modules/" : "../") + own + "/" + program.getValue();
      staging.link(links + "/" + program.getKey(), target, archive.owner());
    }
  }
}
