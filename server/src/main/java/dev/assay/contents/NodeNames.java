package dev.assay.contents;

import dev.assay.skill.dependency.RuntimeEnvironment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names that JavaScript and callers of programs find in folders that several packages share.
///
/// @param contents everything the image is to have
public record NodeNames(Contents contents) {
  /// Places that Node searches for files below a folder, except that of npm's own packages.
  private static final Pattern SEARCHED =
      Pattern.compile(
          "(?<folder>/opt/(?:(?!/node_modules/).)+)/(?:(?<!/npm/lib/)node_modules/.+|package\\.json)");

  private static final Pattern JAVASCRIPT = Pattern.compile("\\.(?:[cm]?js|node)$");

  /// A program of an npm package that is found behind one of a Python package.
  ///
  /// @param fromOthers whether other skills have it already
  public record Hidden(String sentence, boolean fromOthers) {}

  /// Packages and settings in a folder in which others have JavaScript, which would be taken for
  /// theirs: Node looks for both in every folder above a file.
  public List<String> faults() {
    List<String> faults = new ArrayList<>();
    Set<List<String>> seen = new HashSet<>();
    SortedMap<String, Item> all = contents.items();
    for (Item item : all.values()) {
      Matcher found = SEARCHED.matcher(item.path());
      List<String> owners = item.owners();
      if (found.matches() && seen.add(List.of(found.group("folder"), owners.toString()))) {
        String folder = found.group("folder");
        all.subMap(folder + "/", folder + "0").values().stream()
            .filter(other -> JAVASCRIPT.matcher(other.path()).find())
            .filter(other -> other.owners().stream().noneMatch(owners::contains))
            .findFirst()
            .ifPresent(
                other ->
                    faults.add(
                        "%s of %s would be found by JavaScript of %s (%s), which looks for packages there, too"
                            .formatted(
                                item.path(),
                                String.join(", ", owners),
                                String.join(", ", other.owners()),
                                other.path())));
      }
    }
    return faults;
  }

  /// Programs of Python packages are found before those of npm packages.
  ///
  /// @param added paths that are new
  public List<Hidden> hidden(Set<String> added) {
    List<Hidden> hidden = new ArrayList<>();
    for (Item item : contents.items().values()) {
      RuntimeEnvironment place = RuntimeEnvironment.at(item.path());
      Optional<Item> first =
          item.path().startsWith(place.npm() + "/bin/")
              ? contents.find(item.path().replace(place.npm() + "/", place.venv() + "/"))
              : Optional.empty();
      first
          .filter(other -> added.contains(item.path()) || added.contains(other.path()))
          .ifPresent(other -> hidden.add(hidden(item, other, added, place)));
    }
    return hidden;
  }

  private static Hidden hidden(
      Item program, Item first, Set<String> added, RuntimeEnvironment place) {
    boolean fromOthers = place.isShared() && !added.contains(program.path());
    return new Hidden(
        "%s starts the program of %s, not that of %s%s"
            .formatted(
                program.path().substring(program.path().lastIndexOf('/') + 1),
                String.join(" and ", first.owners()),
                String.join(" and ", program.owners()),
                fromOthers ? ", which other skills use, too." : ""),
        fromOthers);
  }
}
