package dev.assay.skill;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;

/// Makes a plain file name from the name that a client sent. The result is never a path, has no
/// hidden characters, and is a valid name on every system it may be downloaded to.
public final class ClientName {
  /// The maximum length; longer names are too long for some file systems.
  public static final int MOST_BYTES = 200;

  private static final String STAND_IN = "file";
  private static final String FORBIDDEN = "<>:;%\"|?*\u2044\u2215\u29F5\u29F8\uFF0F\uFF3C\uFFFD";
  private static final Set<String> RESERVED =
      Set.of(
          "con", "prn", "aux", "nul", "com0", "com1", "com2", "com3", "com4", "com5", "com6",
          "com7", "com8", "com9", "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7",
          "lpt8", "lpt9");

  private ClientName() {}

  public static String plain(String given) {
    String whole = Normalizer.normalize(given, Normalizer.Form.NFKC).replace('\\', '/');
    StringBuilder name = new StringBuilder();
    whole
        .substring(whole.lastIndexOf('/') + 1)
        .codePoints()
        .forEach(
            point -> {
              boolean bad = Visible.isHidden(point) || FORBIDDEN.indexOf(point) >= 0;
              name.appendCodePoint(bad ? '_' : Character.isSpaceChar(point) ? ' ' : point);
            });
    String text = name.toString().strip().replaceAll("[. ]+$", "");
    if (text.isEmpty()) {
      return STAND_IN;
    }
    String stem = text.contains(".") ? text.substring(0, text.indexOf('.')) : text;
    boolean special =
        text.startsWith(".")
            || text.startsWith("-")
            || text.startsWith("~")
            || RESERVED.contains(stem.strip().toLowerCase(Locale.ROOT));
    return shortened(special ? "_" + text : text);
  }

  /// Returns the name, or a numbered one if another file's name looks the same to a person or to a
  /// system that ignores case. A name that is already in `others` is returned as it is: it means
  /// the same file.
  public static String among(Collection<String> others, String name) {
    if (others.contains(name)) {
      return name;
    }
    Set<String> looks =
        others.stream().map(ClientName::look).collect(java.util.stream.Collectors.toSet());
    String free = name;
    for (int number = 2; looks.contains(look(free)); number++) {
      free = stem(name) + " (" + number + ")" + ending(name);
    }
    return free;
  }

  private static String look(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFKC)
        .toUpperCase(Locale.ROOT)
        .toLowerCase(Locale.ROOT);
  }

  private static String shortened(String name) {
    String ending = ending(name);
    String stem = stem(name);
    while (bytes(stem + ending) > MOST_BYTES) {
      stem = stem.substring(0, stem.offsetByCodePoints(stem.length(), -1));
    }
    return stem + ending;
  }

  private static String stem(String name) {
    return name.substring(0, name.length() - ending(name).length());
  }

  /// The extension with its point; empty if there is none or it is longer than extensions are.
  private static String ending(String name) {
    int point = name.lastIndexOf('.');
    return point <= 0 || bytes(name.substring(point)) > 20 ? "" : name.substring(point);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
