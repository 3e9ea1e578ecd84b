package dev.assay.agent.decoy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The decoys in the application's jar: `index.txt` names every file.
public final class DecoyShelf {
  private DecoyShelf() {}

  /// The paths of each decoy's files, relative to its folder, by the decoy's name.
  public static Map<String, List<String>> files() {
    return text("index.txt")
        .lines()
        .collect(
            Collectors.groupingBy(
                line -> line.substring(0, line.indexOf('/')),
                TreeMap::new,
                Collectors.mapping(
                    line -> line.substring(line.indexOf('/') + 1), Collectors.toList())));
  }

  /// The possible names of each decoy.
  public static Map<String, List<String>> names() {
    Map<String, List<String>> names = new TreeMap<>();
    text("names.txt")
        .lines()
        .map(line -> List.of(line.split(" ", -1)))
        .forEach(words -> names.put(words.getFirst(), words.subList(1, words.size())));
    return names;
  }

  public static byte[] read(String path) {
    try (InputStream in = DecoyShelf.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("a file of a decoy is missing: " + path);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String text(String path) {
    return new String(read(path), StandardCharsets.UTF_8);
  }

  /// The value of a line of the frontmatter. The decoys write each value on one line.
  public static String field(String name, String field) {
    String mark = field + ": ";
    return text(name + "/SKILL.md")
        .lines()
        .filter(line -> line.startsWith(mark))
        .map(line -> line.substring(mark.length()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the decoy " + name + " has no " + field));
  }
}
