package dev.assay.packages.format;

import dev.assay.skill.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The sources of apt as a text of either style: a line for each (`deb URI suite …`), or paragraphs
/// of fields (deb822).
public final class AptSources {
  private static final Pattern LINE =
      Pattern.compile("(\\s*deb(?:-src)?\\s+(?:\\[[^\\]]*\\]\\s+)?)(\\S+)\\s+(\\S+)(.*)");
  private static final Pattern FIELD = Pattern.compile("([A-Za-z0-9-]+):(.*)");

  private AptSources() {}

  /// One archive and one of its suites.
  ///
  /// @param address the address, which ends with a slash; without user and password
  /// @param user the part before the host, if there is one: `user:password`
  public record Entry(URI address, String suite, Optional<Secret> user) {
    public boolean isSecurity() {
      return suite.endsWith("-security") || suite.endsWith("/updates");
    }
  }

  /// The archives in use over `http`, `https` or `file`; others cannot be asked from here.
  public static List<Entry> entries(String text) {
    List<Entry> entries = new ArrayList<>();
    walk(
        text,
        (address, suites) -> {
          Optional<Secret> user = Optional.ofNullable(address.getRawUserInfo()).map(Secret::of);
          suites.forEach(suite -> entries.add(new Entry(plain(address), suite, user)));
          return Optional.empty();
        });
    return entries;
  }

  /// Gives the replacement of an address; empty to keep it.
  public interface Replacement {
    Optional<String> find(URI address, List<String> suites);
  }

  public static String rewrite(String text, Replacement replacement) {
    return walk(text, (address, suites) -> replacement.find(plain(address), suites));
  }

  private static URI plain(URI address) {
    return SimplePage.withoutUserAndFragment(address).orElse(address);
  }

  private static String walk(String text, Replacement replacement) {
    return text.lines().anyMatch(line -> line.matches("(?i)types:.*"))
        ? paragraphs(text, replacement)
        : text.lines()
            .map(line -> line(line, replacement))
            .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String line(String line, Replacement replacement) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return line;
    }
    return matcher.group(1)
        + replaced(matcher.group(2), List.of(matcher.group(3)), replacement)
        + " "
        + matcher.group(3)
        + matcher.group(4);
  }

  private static String paragraphs(String text, Replacement replacement) {
    return Stream.of(text.split("\n[ \t]*\n", -1))
        .map(paragraph -> paragraph(paragraph, replacement))
        .collect(Collectors.joining("\n\n"));
  }

  private static String paragraph(String paragraph, Replacement replacement) {
    if (field(paragraph, "enabled").stream().anyMatch(AptSources::isNo)) {
      return paragraph;
    }
    List<String> suites = field(paragraph, "suites");
    return mapField(
        paragraph,
        "uris",
        words ->
            words.stream()
                .map(word -> replaced(word, suites, replacement))
                .collect(Collectors.joining(" ")));
  }

  private static boolean isNo(String word) {
    return List.of("no", "false", "off", "0", "without", "disable")
        .contains(word.toLowerCase(Locale.ROOT));
  }

  private static List<String> field(String paragraph, String name) {
    List<String> found = new ArrayList<>();
    mapField(
        paragraph,
        name,
        words -> {
          found.addAll(words);
          return "";
        });
    return found;
  }

  /// The paragraph with a field's words replaced. A field goes on in lines that begin with space.
  private static String mapField(
      String paragraph, String name, Function<List<String>, String> change) {
    List<String> lines = new ArrayList<>();
    List<String> words = new ArrayList<>();
    int at = -1;
    boolean inside = false;
    for (String line : paragraph.split("\n", -1)) {
      Matcher matcher = FIELD.matcher(line);
      boolean goesOn = inside && (line.startsWith(" ") || line.startsWith("\t"));
      boolean begins = matcher.matches() && matcher.group(1).equalsIgnoreCase(name);
      if (begins) {
        at = lines.size();
        lines.add(matcher.group(1));
        words.addAll(split(matcher.group(2)));
      } else if (goesOn) {
        words.addAll(split(line));
      } else {
        lines.add(line);
      }
      inside = begins || goesOn || (inside && line.startsWith("#"));
    }
    if (at >= 0) {
      lines.set(at, lines.get(at) + ": " + change.apply(words));
    }
    return String.join("\n", lines);
  }

  private static List<String> split(String text) {
    return Stream.of(text.strip().split("\\s+", -1)).filter(word -> !word.isEmpty()).toList();
  }

  private static String replaced(String word, List<String> suites, Replacement replacement) {
    try {
      URI address = new URI(word.endsWith("/") ? word : word + "/");
      boolean ours =
          List.of("http", "https", "file").contains(String.valueOf(address.getScheme()))
              && !address.isOpaque()
              && ("file".equals(address.getScheme()) || address.getHost() != null);
      return ours ? replacement.find(address, suites).orElse(word) : word;
    } catch (URISyntaxException e) {
      return word; // apt will report the fault
    }
  }
}
