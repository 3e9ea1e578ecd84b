package dev.assay.contents;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Everything an image has beyond its base, by path. Its text form has one line for each file:
/// kind, mode, content, owners and path, separated by tabs.
public record Contents(SortedMap<String, Item> items) {
  public static final Contents NONE = new Contents(new TreeMap<>());

  private static final String BETWEEN = ", ";

  public Contents {
    items = Collections.unmodifiableSortedMap(new TreeMap<>(items));
  }

  public static Contents of(Collection<Item> items) {
    SortedMap<String, Item> all = new TreeMap<>();
    items.forEach(item -> all.put(item.path(), item));
    return new Contents(all);
  }

  public Optional<Item> find(String path) {
    return Optional.ofNullable(items.get(path));
  }

  /// Replaces the items at the paths of the given ones, or adds them.
  public Contents plus(Collection<Item> more) {
    SortedMap<String, Item> all = new TreeMap<>(items);
    more.forEach(item -> all.put(item.path(), item));
    return new Contents(all);
  }

  /// Removes the claims of some packages. A file that another package claims, too, stays.
  public Contents without(Predicate<Item> place, Predicate<String> owner) {
    SortedMap<String, Item> left = new TreeMap<>();
    items.forEach(
        (path, item) -> {
          List<String> owners =
              place.test(item)
                  ? item.owners().stream().filter(owner.negate()).toList()
                  : item.owners();
          if (!owners.isEmpty()) {
            left.put(path, item.ownedBy(owners));
          }
        });
    return new Contents(left);
  }

  /// The folders that are not empty.
  Set<String> folders() {
    Set<String> folders = new TreeSet<>();
    for (String path : items.keySet()) {
      for (int at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
        if (!folders.add(path.substring(0, at))) {
          break;
        }
      }
    }
    return folders;
  }

  /// The differences between this list and a later one.
  public List<Difference> differences(Contents later) {
    Set<String> paths = new TreeSet<>(items.keySet());
    paths.addAll(later.items.keySet());
    List<Difference> all = new ArrayList<>();
    for (String path : paths) {
      Optional<Item> before = find(path);
      Optional<Item> after = later.find(path);
      if (!before.equals(after)) {
        all.add(new Difference(path, before, after));
      }
    }
    return all;
  }

  /// @param before the earlier item; empty if it was not there
  /// @param after the later item; empty if it is gone
  public record Difference(String path, Optional<Item> before, Optional<Item> after) {
    public String word() {
      if (before.isEmpty()) {
        return "added";
      }
      return after.isEmpty() ? "removed" : "changed";
    }
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    items
        .values()
        .forEach(
            item ->
                text.append(item.kind() == Item.Kind.FILE ? "file" : "link")
                    .append('\t')
                    .append(Integer.toOctalString(item.mode()))
                    .append('\t')
                    .append(item.content())
                    .append('\t')
                    .append(String.join(BETWEEN, item.owners()))
                    .append('\t')
                    .append(item.path())
                    .append('\n'));
    return text.toString();
  }

  public static Contents parse(String text) {
    SortedMap<String, Item> items = new TreeMap<>();
    for (String line : text.lines().toList()) {
      String[] cells = line.split("\t", 5);
      items.put(
          cells[4],
          new Item(
              cells[4],
              cells[0].equals("file") ? Item.Kind.FILE : Item.Kind.LINK,
              Integer.parseInt(cells[1], 8),
              cells[2],
              List.of(cells[3].split(BETWEEN, -1))));
    }
    return new Contents(items);
  }
}
