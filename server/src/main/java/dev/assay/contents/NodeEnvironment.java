package dev.assay.contents;

import dev.assay.skill.Visible;
import dev.assay.skill.dependency.RuntimeEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The folders of npm packages: `lib/node_modules`, where each package contains the packages it
/// needs, and `bin` with links to the programs of the packages at the top.
public record NodeEnvironment(RuntimeEnvironment place) {
  /// The modules of Node itself; it never looks for a package with such a name.
  private static final Set<String> BUILT_IN = Set.copyOf(DataLines.read("node-modules.txt"));

  private static final Pattern LINK =
      Pattern.compile("\\.\\./lib/node_modules/(?<name>(?:@[^/]+/)?[^/]+)/");

  public String modules() {
    return place.npm() + "/lib/node_modules";
  }

  String programs() {
    return place.npm() + "/bin";
  }

  /// Says whether a path belongs to a package at the top, or is a link to it.
  public boolean isOf(String top, Item item) {
    return item.path().startsWith(modules() + "/" + top + "/")
        || (item.path().startsWith(programs() + "/")
            && item.content().startsWith("../lib/node_modules/" + top + "/"));
  }

  /// The package at the top to which a program belongs; empty for the links of others.
  public Optional<String> owner(Item item) {
    Matcher link = LINK.matcher(item.content());
    return item.path().startsWith(programs() + "/") && link.lookingAt()
        ? Optional.of(link.group("name"))
        : Optional.empty();
  }

  /// Lays out a package.
  ///
  /// @param at its folder below `lib/node_modules`
  /// @param programs the rules for the names of its programs
  /// @param others the packages at the top that bring a program, by its name
  /// @return remarks for a reviewer
  public List<String> lay(
      NodePackage archive,
      String at,
      Staging staging,
      ProgramNames programs,
      Map<String, Set<String>> others) {
    String folder =
        Staging.below(modules(), at)
            .orElseThrow(
                () -> new UnusablePackage("There is no place for " + archive.name() + "."));
    archive.lay(folder, staging);
    int nested = at.lastIndexOf("/node_modules/");
    String links =
        nested < 0 ? programs() : modules() + "/" + at.substring(0, nested) + "/node_modules/.bin";
    String own = nested < 0 ? at : at.substring(nested + "/node_modules/".length());
    List<String> remarks = new ArrayList<>();
    if (nested < 0) {
      requireOwnName(archive, at, remarks);
    }
    for (Map.Entry<String, String> program : archive.programs().entrySet()) {
      Optional<String> leftOut = Optional.empty();
      if (nested < 0) {
        leftOut =
            programs
                .rule(program.getKey(), "npm " + archive.name())
                .or(() -> ofRequired(archive, program.getKey(), others));
      } else {
        ProgramNames.requireUsable(program.getKey(), "npm " + archive.name());
      }
      leftOut.ifPresent(remarks::add);
      boolean first = nested < 0 || !staging.items().containsKey(links + "/" + program.getKey());
      if (leftOut.isEmpty() && first) { // inside a package npm, too, links one of several
        String target =
            (nested < 0 ? "../lib/node_modules/" : "../") + own + "/" + program.getValue();
        staging.link(links + "/" + program.getKey(), target, archive.owner());
      }
    }
    return remarks;
  }

  /// Of two packages with one program, the one that requires the other leaves its own out, as it
  /// only calls the other's.
  private static Optional<String> ofRequired(
      NodePackage archive, String program, Map<String, Set<String>> others) {
    return others.getOrDefault(program, Set.of()).stream()
        .filter(other -> !other.equals(archive.name()) && archive.requires(other))
        .findFirst()
        .map(
            other ->
                "The program %s of %s is left out: that of %s, which it requires, is used"
                    .formatted(program, archive.owner(), other));
  }

  /// Checks that a package lies in a folder of its own name, by which scripts import it. An alias
  /// inside another package is visible only to that package.
  private static void requireOwnName(NodePackage archive, String at, List<String> remarks) {
    if (!at.equals(archive.name())) {
      throw new UnusablePackage(
          "The npm package %s would be imported as %s, the name of another package. Declare it by its own name."
              .formatted(archive.name(), Visible.line(at, 200)));
    }
    if (BUILT_IN.contains(at)) {
      remarks.add(
          "%s is imported with a / behind its name only: Node has a module of that name"
              .formatted(archive.owner()));
    }
  }
}
