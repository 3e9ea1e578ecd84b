package dev.assay.packages.format;

import dev.assay.skill.Secret;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A file of credentials: `machine HOST login USER password PASSWORD`, in any number of lines.
public final class Netrc {
  private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|(\\S+)");

  private Netrc() {}

  /// @param machine `host`, `host:port` or either followed by a path
  /// @param login empty if there is only a password
  public record Entry(String machine, String login, Secret password) {}

  /// A fault of the file, described without any of its content.
  public static final class Malformed extends Exception {
    Malformed(String message) {
      super(message);
    }

    public String reason() {
      return String.valueOf(getMessage());
    }
  }

  public static List<Entry> read(String text) throws Malformed {
    Deque<String> words = words(text);
    List<Entry> entries = new ArrayList<>();
    while (!words.isEmpty()) {
      switch (words.pop()) {
        case "machine" -> entries.add(entry(words, entries.size() + 1));
        case "default" ->
            throw new Malformed(
                "it has a \"default\" entry, which would send a password to every index; name the"
                    + " machines");
        default ->
            throw new Malformed(
                "after entry " + entries.size() + " something else than \"machine\" stands");
      }
    }
    return entries;
  }

  private static Entry entry(Deque<String> words, int number) throws Malformed {
    String machine = take(words, number);
    String login = "";
    String password = "";
    while (!words.isEmpty() && !words.peek().equals("machine") && !words.peek().equals("default")) {
      switch (words.pop()) {
        case "login", "user" -> login = take(words, number);
        case "password" -> password = take(words, number);
        case "account" -> take(words, number);
        default -> throw new Malformed("entry " + number + " has a word that is not known");
      }
    }
    if (password.isEmpty()) {
      throw new Malformed("entry " + number + " has no password");
    }
    return new Entry(machine, login, Secret.of(password));
  }

  private static String take(Deque<String> words, int number) throws Malformed {
    if (words.isEmpty()) {
      throw new Malformed("entry " + number + " ends too early");
    }
    return words.pop();
  }

  /// The words of the file, without macros and comments.
  private static Deque<String> words(String text) {
    Deque<String> words = new ArrayDeque<>();
    boolean macro = false;
    for (String line : text.lines().toList()) {
      macro = macro && !line.isBlank();
      if (line.stripLeading().startsWith("macdef")) {
        macro = true;
      }
      if (!macro && !line.stripLeading().startsWith("#")) {
        Matcher matcher = WORD.matcher(line);
        while (matcher.find()) {
          words.add(
              matcher.group(1) == null
                  ? matcher.group(2)
                  : matcher.group(1).replaceAll("\\\\(.)", "$1"));
        }
      }
    }
    return words;
  }
}
