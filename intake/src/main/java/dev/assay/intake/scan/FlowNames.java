package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.signature.Work;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Finds the names that get a value in a statement: variables, functions, and files.
final class FlowNames {
  private static final Regex ASSIGNED =
      new Regex(
          "^\\s*(?:export\\s+|local\\s+|const\\s+|let\\s+|var\\s+|my\\s+|with\\s+|for\\s+|async\\s+)*[{@%]?\\s*([A-Za-z_$][A-Za-z0-9_$.]*(?:\\s*,\\s*[A-Za-z_$][A-Za-z0-9_$]*)*)(?:\\[[^\\]]*\\])*\\s*\\}?\\s*(?::\\s*[A-Za-z\\[\\],"
              + " ]+)?(?:[+:]?=[^=]|\\s+(?:of|in)\\s)");
  private static final Regex FUNCTION =
      new Regex(
          "^\\s*(?:export\\s+)?(?:default\\s+)?(?:async\\s+)?(?:def|function|sub|func)\\s+(?:\\([^)]*\\)\\s*|self\\.)?([A-Za-z_]\\w*)[?!]?\\s*(?:\\(([^)]*)\\))?|^\\s*(?:export\\s+)?(?:const\\s+|let\\s+|var\\s+)?([A-Za-z_]\\w*)\\s*=\\s*(?:async\\s*)?(?:lambda\\s+([\\w, ]+):|\\(([^()]*)\\)\\s*(?::\\s*[\\w<>]+\\s*)?=>)|^\\s*([A-Za-z_]\\w*)\\s*\\(\\)\\s*\\{");
  private static final WordTable FUNCTIONS =
      WordTable.of("def ", "function ", "func ", "sub ", "lambda ", "=>", "() {", "(){");
  private static final Regex CALLED = new Regex("([A-Za-z_]\\w*)[?!]?\\(");

  /// The variables of a loop or a block, which get the elements one by one.
  private static final Regex EACH =
      new Regex(
          "\\bfor\\s*(?:await\\s*)?\\(\\s*(?:const|let|var)\\s+[\\[{]?\\s*([\\w$]+(?:\\s*,\\s*[\\w$]+)*)\\s*[\\]}]?\\s+(?:of|in)\\s|\\bforeach\\s*\\(\\s*\\$(\\w+)\\s+in\\s|\\bforeach\\s*\\([^\\n)]*\\sas\\s+(?:\\$\\w+\\s*=>\\s*)?\\$(\\w+)|(?:\\bdo|\\{)\\s*\\|\\s*([a-z_]\\w*(?:\\s*,\\s*[a-z_]\\w*)*)\\s*\\||\\.(?:forEach|map|flatMap|each)\\(\\s*(?:async\\s*)?\\(?\\s*([\\w$]+(?:\\s*,\\s*[\\w$]+)*)\\s*\\)?\\s*=>\\s*\\{$");

  /// Variables that a shell line sets after its first command.
  private static final Regex LATER =
      new Regex(
          "(?:;|&&|\\|\\||\\bdo|\\bthen)\\s+(?:export\\s+|local\\s+)?([A-Za-z_]\\w*)\\+?=(?:\\$|[\"'][^\"'\\n]*\\$)");

  /// An archive that is written into a buffer.
  private static final Regex WRAPPED =
      new Regex(
          "\\bfileobj\\s*=\\s*([A-Za-z_]\\w*)[^\\n]*\\)\\s+as\\s+([A-Za-z_]\\w*)|^\\s*([A-Za-z_]\\w*)\\s*=\\s*[\\w.]+\\([^\\n]*\\bfileobj\\s*=\\s*([A-Za-z_]\\w*)|^\\s*([A-Za-z_]\\w*)\\s*=\\s*(?:zipfile\\.)?ZipFile\\(\\s*([A-Za-z_]\\w*)\\s*,\\s*(?:mode\\s*=\\s*)?[\"'][wax]");

  /// The objects that belong to the language, not to the code.
  private static final Set<String> SHARED =
      Set.of(
          "self",
          "this",
          "cls",
          "module",
          "exports",
          "window",
          "process",
          "global",
          "globalThis",
          "os",
          "sys",
          "document",
          "ENV");

  private static final Regex PIPED =
      new Regex("\\|\\s*while\\s+(?:IFS=\\S*\\s+)?read\\s+(?:-\\w+\\s+)*(\\w+)");
  private static final Regex AS = new Regex("\\bas\\s+([A-Za-z_]\\w*)\\s*:");
  private static final Regex METHOD =
      new Regex(
          "^\\s*([A-Za-z_$][A-Za-z0-9_$]*)\\.(?:append|update|extend|push|add|write|writestr|writelines|set|set_content|attach|add_attachment|set_payload|add_file|addfile|addFile|addLocalFile|file)\\s*\\(");
  private static final Regex OPENED =
      new Regex(
          "(?:\\bopen|\\bZipFile)\\(\\s*(?:([A-Za-z_]\\w*)|[^,\\n"
              + "]*?[\"']([^\"'\\n"
              + "]+)[\"']\\s*\\)*)\\s*,\\s*(?:mode\\s*=\\s*)?[\"'][wax][^)]*\\)\\s+as\\s+([A-Za-z_]\\w*)");

  /// A name, or the string of a path.
  private static final String TARGET =
      "(?:([A-Za-z_]\\w*)|[^,\\n]*?[\"'`]([^\"'`\\n]+)[\"'`]\\s*\\)*)";

  private static final Regex WRITTEN =
      new Regex(
          "(?:^|[\\s(;])(?:Path\\(|pathlib\\.Path\\()?\\s*(?:([A-Za-z_]\\w*)|[\"']([^\"'\\n"
              + "]+)[\"'])\\s*\\)*\\.write_(?:bytes|text)\\s*\\(|\\b(?:write|append)File(?:Sync)?\\(\\s*"
              + TARGET
              + "\\s*,|\\bjson\\.dump\\([^\\n"
              + "]*,\\s*(?:open\\(\\s*)?"
              + TARGET
              + "\\s*[,)]|\\bshutil\\.copy\\w*\\([^,\\n"
              + "]+,\\s*(?:\\w+\\()*"
              + TARGET);
  private static final Regex REDIRECTED = new Regex(">>?\\s*[\"']?([^\\s\"'|;&)]+)");
  private static final Regex FILLED =
      new Regex(
          "\\btee\\s+(?:-a\\s+)?[\"']?([^\\s\"'|;&)]+)|\\btar\\s+(?:-?\\w*f|-\\w+\\s+-f)\\s+[\"']?([^\\s\"'|;&)]+)|\\bzip\\s+(?:-\\S+\\s+)*[\"']?([^\\s\"'|;&)]+)|[\"'](?:tar|bsdtar)[\"']\\s*,\\s*\\[?\\s*[\"']-?\\w*f[\"']\\s*,\\s*[\"']?([^\\s\"'|;&),]+)|[\"']zip[\"']\\s*,\\s*\\[?\\s*(?:[\"']-\\w+[\"']\\s*,\\s*)*[\"']?([^\\s\"'|;&),]+)|\\b7z\\s+a\\s+(?:-\\S+\\s+)*[\"']?([^\\s\"'|;&)]+)|\\s-(?:out|o|OutFile|DestinationPath|FilePath)\\s+[\"']?([^\\s\"'|;&)]+)|\\b(?:Set|Add)-Content\\s+(?:-Path\\s+)?[\"']?([^\\s\"'|;&)]+)|\\bOut-File\\s+[\"']?([^\\s\"'|;&)]+)|\\b(?:cp|mv|install|rsync|Copy-Item)\\s[^\\n"
              + "|;&]*\\s[\"']?([^\\s\"'|;&)]+)[\"']?\\s*(?:[|;&]|2?>|$)");
  private static final WordTable FILLING =
      WordTable.of(
          "tee",
          "tar",
          "zip",
          "7z",
          "-o",
          "-DestinationPath",
          "-FilePath",
          "-Content",
          "Out-File",
          "cp",
          "mv",
          "install",
          "rsync",
          "Copy-Item");
  private static final Regex TAKEN =
      new Regex(
          "\\b(?:screencapture|gnome-screenshot|scrot|fswebcam|imagesnap|arecord)\\b[^\\n\\])]*?[,\\s]\\$?([A-Za-z_]\\w*)\\s*(?:[\\])]|$)");
  private static final Regex STAGED =
      new Regex("\\bgit\\b[^\\n]*\\b(?:add|commit)\\b|^\\s*(?:cd|pushd)\\s");
  private static final Regex FILE =
      new Regex("[\"'/](\\.?[\\w.-]*\\w\\.\\w{1,8})[\"']?\\s*\\)*\\s*;?$");

  /// The approximate number of steps per character.
  private static final long COST = 30;

  private FlowNames() {}

  /// A function that begins in a statement, with the names of its parameters.
  record Function(String name, List<String> parameters) {}

  static Optional<Function> function(String text) {
    if (!FUNCTIONS.anyIn(text)) {
      return Optional.empty();
    }
    Matcher found = FUNCTION.matcher(text);
    if (!found.find()) {
      return Optional.empty();
    }
    String given = firstOf(found, 2, 4, 5).orElse("");
    List<String> parameters =
        Arrays.stream(given.split(",", -1))
            .map(each -> each.strip().replaceFirst("^[*$.]+", "").replaceFirst("[\\s:=?].*$", ""))
            .filter(each -> each.length() > 1 && !each.equals("self") && !each.equals("cls"))
            .toList();
    return firstOf(found, 1, 3, 6).map(name -> new Function(name, parameters));
  }

  /// Passes each name in a statement to the consumer, in order.
  static void words(String text, Consumer<String> each) {
    Work.spend(COST * text.length());
    int start = -1;
    for (int at = 0; at <= text.length(); at++) {
      char c = at < text.length() ? text.charAt(at) : ' ';
      boolean digit = c >= '0' && c <= '9';
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
      if (start < 0 && letter) {
        start = at;
      } else if (start >= 0 && !letter && !digit) {
        each.accept(text.substring(start, at));
        start = -1;
      }
    }
  }

  /// Returns the names of the functions that a statement calls.
  static Set<String> called(String text) {
    Set<String> names = new HashSet<>();
    Matcher call = CALLED.matcher(text);
    while (call.find()) {
      names.add(call.group(1));
    }
    return names;
  }

  /// Records the path of an opened file, so that a write to its variable counts as a write to the
  /// file.
  static void opened(String text, Map<String, String> files) {
    if (OPENED.mayFind(text)) {
      Matcher open = OPENED.matcher(text);
      if (open.find()) {
        firstOf(open, 1, 2).ifPresent(path -> files.put(open.group(3), file(path)));
      }
    }
    if (WRAPPED.mayFind(text)) {
      Matcher wrapped = WRAPPED.matcher(text);
      if (wrapped.find()) {
        firstOf(wrapped, 2, 3, 5)
            .ifPresent(
                name -> firstOf(wrapped, 1, 4, 6).ifPresent(buffer -> files.put(name, buffer)));
      }
    }
  }

  /// Records the file name when a statement assigns a path to a variable.
  static void kept(String text, Map<String, String> files) {
    if (text.indexOf('=') > 0 && text.indexOf('.') > 0 && endsWithText(text)) {
      Matcher file = FILE.matcher(text);
      Matcher name = ASSIGNED.matcher(text);
      if (file.find() && name.find()) {
        files.put(name.group(1), file.group(1));
      }
    }
  }

  private static boolean endsWithText(String text) {
    char last = text.charAt(text.length() - 1);
    return last == '"' || last == '\'' || last == ')' || last == ';' || text.indexOf('/') > 0;
  }

  static Set<String> assigned(String text, Map<String, String> files) {
    Set<String> names = new HashSet<>();
    Matcher left = ASSIGNED.matcher(text);
    if (left.find()) {
      for (String name : left.group(1).split(",", -1)) {
        names.add(name.strip().replaceFirst("^\\$", ""));
      }
    }
    first(AS, text).ifPresent(names::add);
    first(PIPED, text).ifPresent(names::add);
    first(METHOD, text).ifPresent(name -> written(name, files, names));
    first(WRITTEN, text).ifPresent(name -> written(name, files, names));
    if (text.indexOf('>') >= 0) {
      first(REDIRECTED, text).ifPresent(name -> written(name, files, names));
    }
    first(TAKEN, text).ifPresent(names::add);
    if (FILLING.anyIn(text)) {
      first(FILLED, text).ifPresent(name -> written(name, files, names));
    }
    FlowKind.fileOf(text).ifPresent(names::add);
    if (STAGED.finds(text)) {
      names.add("push");
    }
    names.removeIf(
        name ->
            name.length() < 2
                && !text.contains(name + " =")
                && !text.startsWith(name + "=")
                && !text.contains(" " + name + "=")
                && !text.contains("$" + name)
                && !text.contains("${" + name)
                && !text.startsWith(name + ", ")
                && !text.startsWith("for " + name + " in "));
    names.remove("self");
    first(EACH, text).ifPresent(each -> names.addAll(List.of(each.split("\\s*,\\s*", -1))));
    if (text.indexOf('$') >= 0 && LATER.mayFind(text)) {
      Matcher later = LATER.matcher(text);
      while (later.find()) {
        names.add(later.group(1));
      }
    }
    return names;
  }

  /// Returns the object of which a statement sets a field. Code that passes the object on also
  /// passes the field on.
  static Optional<String> owner(String text) {
    Matcher left = ASSIGNED.matcher(text);
    if (text.indexOf('.') < 0 || !left.find()) {
      return Optional.empty();
    }
    String name = left.group(1);
    int dot = name.indexOf('.');
    return dot <= 0 || name.endsWith(".env") || name.indexOf(',') >= 0
        ? Optional.empty()
        : Optional.of(name.substring(0, dot).replaceFirst("^\\$", ""))
            .filter(owner -> !SHARED.contains(owner));
  }

  private static void written(String target, Map<String, String> files, Set<String> names) {
    String name = target.replaceAll("^\\$\\{?|\\}$", "");
    if (name.startsWith("/dev/")) {
      return;
    }
    names.add(name.indexOf('/') >= 0 || name.indexOf('.') >= 0 ? file(name) : name);
    if (files.containsKey(name)) {
      names.add(files.get(name));
    }
  }

  /// Returns a file's name without its folder, because the same folder may be written in several
  /// ways.
  private static String file(String path) {
    String plain = path.replaceAll("/+$", "");
    String name = plain.substring(plain.lastIndexOf('/') + 1);
    return name.lastIndexOf('.') > 0 ? name : plain;
  }

  private static Optional<String> first(Regex regex, String text) {
    if (!regex.mayFind(text)) {
      return Optional.empty();
    }
    Matcher found = regex.matcher(text);
    if (!found.find()) {
      return Optional.empty();
    }
    for (int group = 1; group <= found.groupCount(); group++) {
      if (found.group(group) != null) {
        return Optional.of(found.group(group));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> firstOf(Matcher found, int... groups) {
    for (int group : groups) {
      if (found.group(group) != null) {
        return Optional.of(found.group(group));
      }
    }
    return Optional.empty();
  }
}
