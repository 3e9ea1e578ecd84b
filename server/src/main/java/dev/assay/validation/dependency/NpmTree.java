package dev.assay.validation.dependency;

import dev.assay.contents.Contents;
import dev.assay.contents.Item;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.SandboxFiles;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The npm packages below `lib/node_modules` with their places.
///
/// @param places the packages by folder
record NpmTree(SortedMap<String, Placed> places) {
  private static final String PACKAGE = "(?:@[A-Za-z0-9._~-]+/)?[A-Za-z0-9_~-][A-Za-z0-9._~-]*";
  private static final Pattern PLACE =
      Pattern.compile("(?<place>" + PACKAGE + "(?:/node_modules/" + PACKAGE + ")*)/package\\.json");
  private static final int MOST = 100_000;
  private static final long LONGEST = 4 << 20;

  record Placed(String name, String version) {}

  static NpmTree in(SandboxFiles files, RuntimeEnvironment place) {
    SortedMap<String, Placed> places = new TreeMap<>();
    String root = modules(place);
    if (files.stat(root).isPresent()) {
      for (FileEntry entry : files.glob(root, "**/package.json", MOST)) {
        String below =
            entry.path().startsWith(root)
                ? entry.path().substring(root.length() + 1)
                : entry.path();
        Matcher found = PLACE.matcher(below);
        if (found.matches()) {
          String text = new String(files.read(root + "/" + below, LONGEST), StandardCharsets.UTF_8);
          PackageReader.readNode(text, below)
              .ifPresent(
                  each ->
                      places.put(found.group("place"), new Placed(each.name(), each.version())));
        }
      }
    }
    return new NpmTree(places);
  }

  /// Reads the tree from the list of an image's files.
  static NpmTree of(Contents contents, RuntimeEnvironment place) {
    SortedMap<String, Placed> places = new TreeMap<>();
    String root = modules(place) + "/";
    for (Item item : contents.items().subMap(root, modules(place) + "0").values()) {
      Matcher found = PLACE.matcher(item.path().substring(root.length()));
      String[] owner = item.owners().getFirst().split(" ", -1);
      if (found.matches() && owner.length == 3 && owner[0].equals("npm")) {
        places.put(found.group("place"), new Placed(owner[1], owner[2]));
      }
    }
    return new NpmTree(places);
  }

  static String modules(RuntimeEnvironment place) {
    return place.npm() + "/lib/node_modules";
  }

  /// Returns the top-level packages that are new or changed.
  Set<String> changedSince(NpmTree before) {
    Set<String> changed = new TreeSet<>();
    for (String top : tops()) {
      if (!of(top).equals(before.of(top))) {
        changed.add(top);
      }
    }
    return changed;
  }

  private Set<String> tops() {
    Set<String> tops = new TreeSet<>();
    places.keySet().forEach(place -> tops.add(top(place)));
    return tops;
  }

  /// Returns a top-level package with all packages inside it.
  Map<String, Placed> of(String top) {
    Map<String, Placed> all = new TreeMap<>();
    places.forEach(
        (place, placed) -> {
          if (top(place).equals(top)) {
            all.put(place, placed);
          }
        });
    return all;
  }

  static String top(String place) {
    int nested = place.indexOf("/node_modules/");
    return nested < 0 ? place : place.substring(0, nested);
  }
}
