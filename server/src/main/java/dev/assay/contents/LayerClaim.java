package dev.assay.contents;

import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.LayerEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The intended changes of a new layer, and their comparison with its real changes. Every unclaimed
/// change is a deviation.
///
/// @param before the contents of the image below
/// @param added the files and links that it brings
/// @param removed the paths that it removes
/// @param folders the unusual modes of folders; these folders may be empty
public record LayerClaim(
    Contents before,
    SortedMap<String, Item> added,
    Set<String> removed,
    Map<String, Integer> folders) {
  private static final int FOLDER_MODE = 0755;
  private static final int COMPILED_MODE = 0644;
  private static final Pattern COMPILED =
      Pattern.compile("(?<folder>.*)/__pycache__/(?<module>[^/]+)\\.cpython-\\d{2,3}\\.pyc");

  public LayerClaim {
    added = new TreeMap<>(added);
    removed = Set.copyOf(removed);
    folders = Map.copyOf(folders);
  }

  public LayerClaim(Contents before, SortedMap<String, Item> added, Set<String> removed) {
    this(before, added, removed, Map.of());
  }

  /// The folders of the image that become empty.
  public Set<String> emptied() {
    Set<String> left =
        before
            .without(item -> removed.contains(item.path()), _ -> true)
            .plus(added.values())
            .folders();
    Set<String> emptied = new HashSet<>(before.folders());
    emptied.removeAll(left);
    return emptied;
  }

  /// @param deviations one sentence for each path that differs from its claim
  /// @param after the contents of the image with the layer, compiled files included
  public record Comparison(List<String> deviations, Contents after) {}

  /// @param found everything in the layer
  public Comparison compare(Collection<LayerEntry> found) {
    List<String> deviations = new ArrayList<>();
    SortedMap<String, Item> compiled = new TreeMap<>();
    Set<String> seen = new HashSet<>();
    Set<String> gone = new HashSet<>();
    for (LayerEntry entry : found) {
      Optional<Item> made = compiled(entry);
      made.ifPresent(item -> compiled.put(item.path(), item));
      seen.add(entry.path());
      if (entry.kind() == LayerEntry.Kind.REMOVED
          || entry.kind() == LayerEntry.Kind.REPLACED_FOLDER) {
        gone.add(entry.path());
      }
    }
    Set<String> ways = ways(compiled.keySet());
    Set<String> emptied = emptied();
    for (LayerEntry entry : found) {
      deviation(entry, compiled, ways, emptied)
          .ifPresent(why -> deviations.add(Visible.line(entry.path(), 300) + " " + why));
    }
    for (String path : added.keySet()) {
      if (!seen.contains(path)) {
        deviations.add(path + " is missing");
      }
    }
    for (String path : removed) {
      if (!added.containsKey(path) && !compiled.containsKey(path) && !isGone(path, gone)) {
        deviations.add(path + " is still there");
      }
    }
    Contents after =
        before
            .without(item -> removed.contains(item.path()), _ -> true)
            .plus(added.values())
            .plus(compiled.values());
    return new Comparison(deviations, after);
  }

  private static boolean isGone(String path, Set<String> gone) {
    boolean found = gone.contains(path);
    for (int at = path.lastIndexOf('/'); at > 0 && !found; at = path.lastIndexOf('/', at - 1)) {
      found = gone.contains(path.substring(0, at));
    }
    return found;
  }

  private Optional<String> deviation(
      LayerEntry entry, SortedMap<String, Item> compiled, Set<String> ways, Set<String> emptied) {
    if (!entry.attributes().isEmpty()) {
      return Optional.of("has the attributes " + Visible.line(entry.attributes().toString(), 200));
    }
    return switch (entry.kind()) {
      case FILE -> compiled.containsKey(entry.path()) ? Optional.empty() : file(entry);
      case LINK ->
          claimed(entry)
              ? Optional.empty()
              : Optional.of("is a link to " + Visible.line(entry.content(), 200));
      case FOLDER, REPLACED_FOLDER -> folder(entry, ways);
      case REMOVED ->
          removed.contains(entry.path()) || emptied.contains(entry.path())
              ? Optional.empty()
              : Optional.of("was removed");
      case SPECIAL -> Optional.of("is neither a file nor a folder nor a link");
      case UNREADABLE -> Optional.of("cannot be read");
    };
  }

  private Optional<String> file(LayerEntry entry) {
    Item item = added.get(entry.path());
    if (item == null) {
      return Optional.of(
          before.find(entry.path()).isPresent() ? "was changed" : "belongs to no package");
    }
    if (entry.names() != 1) {
      return Optional.of("has %d names".formatted(entry.names()));
    }
    return claimed(entry) ? Optional.empty() : Optional.of("is not what the package claims");
  }

  private boolean claimed(LayerEntry entry) {
    Item item = added.get(entry.path());
    Item.Kind kind = entry.kind() == LayerEntry.Kind.LINK ? Item.Kind.LINK : Item.Kind.FILE;
    return item != null
        && item.kind() == kind
        && item.content().equals(entry.content())
        && item.mode() == entry.mode();
  }

  private Optional<String> folder(LayerEntry entry, Set<String> ways) {
    Integer claimed = folders.get(entry.path());
    if (claimed == null && !ways.contains(entry.path())) {
      return Optional.of("is a folder that nobody claims");
    }
    if (entry.mode() != (claimed == null ? FOLDER_MODE : claimed)) {
      return Optional.of("has the mode " + Integer.toOctalString(entry.mode()));
    }
    boolean hides =
        entry.kind() == LayerEntry.Kind.REPLACED_FOLDER
            && before.items().subMap(entry.path() + "/", entry.path() + "0").keySet().stream()
                .anyMatch(path -> !removed.contains(path) && !added.containsKey(path));
    return hides ? Optional.of("hides what others have in it") : Optional.empty();
  }

  /// The item for compiled code, if the base's own Python made it from a claimed source.
  private Optional<Item> compiled(LayerEntry entry) {
    Matcher path = COMPILED.matcher(entry.path());
    if (entry.kind() != LayerEntry.Kind.FILE
        || entry.mode() != COMPILED_MODE
        || entry.names() != 1
        || added.containsKey(entry.path())
        || !path.matches()) {
      return Optional.empty();
    }
    Item source = added.get(path.group("folder") + "/" + path.group("module") + ".py");
    return Optional.ofNullable(source)
        .filter(item -> item.kind() == Item.Kind.FILE)
        .map(
            item ->
                new Item(
                    entry.path(), Item.Kind.FILE, COMPILED_MODE, entry.content(), item.owners()));
  }

  private Set<String> ways(Collection<String> compiled) {
    Set<String> ways = new HashSet<>();
    for (Collection<String> paths : List.of(added.keySet(), removed, compiled)) {
      for (String path : paths) {
        for (int at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
          ways.add(path.substring(0, at));
        }
      }
    }
    return ways;
  }
}
