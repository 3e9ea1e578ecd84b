package dev.assay.validation.harm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A class of files that later programs run or obey, as listed in `obeyed.txt`.
///
/// @param what the words that follow "The file … was made, which"
/// @param topic the words by which a task asks for such files
/// @param startsItself whether files of system packages count as well
/// @param ofProjects whether a project has such files of its own, so that asking for one allows
///   them
record Obeyed(String what, Topic topic, boolean startsItself, boolean ofProjects, Pattern places) {
  private static final List<Obeyed> ALL = read(Place.lines("obeyed.txt"));

  static Optional<Obeyed> find(Place place) {
    return ALL.stream().filter(each -> each.places.matcher(place.path()).matches()).findFirst();
  }

  private static List<Obeyed> read(List<String> lines) {
    List<Obeyed> all = new ArrayList<>();
    String head = "";
    String words = "";
    List<String> globs = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("=")) {
        add(all, head, words, globs);
        globs.clear();
        head = line;
      } else if (line.startsWith("?")) {
        words = line.substring(1);
      } else {
        globs.add(line);
      }
    }
    add(all, head, words, globs);
    return List.copyOf(all);
  }

  private static void add(List<Obeyed> all, String head, String words, List<String> globs) {
    if (!globs.isEmpty()) {
      int text = head.indexOf(' ');
      String marks = head.substring(1, text);
      all.add(
          new Obeyed(
              head.substring(text).strip(),
              Topic.of(words),
              marks.contains("!"),
              marks.contains("p"),
              Place.any(globs)));
    }
  }
}
