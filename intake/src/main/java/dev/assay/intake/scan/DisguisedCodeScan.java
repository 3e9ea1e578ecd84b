package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.Optional;
import java.util.Set;

/// Finds code in places that reviewers skip: a file with the name of a font, a picture or a table,
/// a hidden file that a script starts, and a module that Python loads automatically.
final class DisguisedCodeScan {
  /// The extensions of files without text, or with text that is never code.
  private static final Set<String> NO_CODE =
      Set.of(
          ".woff",
          ".woff2",
          ".ttf",
          ".otf",
          ".eot",
          ".png",
          ".jpg",
          ".jpeg",
          ".gif",
          ".ico",
          ".webp",
          ".bmp",
          ".pdf",
          ".mp3",
          ".mp4",
          ".wav",
          ".ogg",
          ".webm",
          ".avi",
          ".mov",
          ".docx",
          ".xlsx",
          ".pptx",
          ".gz",
          ".zip",
          ".tar",
          ".db",
          ".sqlite",
          ".dat",
          ".bin",
          ".idx",
          ".cache",
          ".pak",
          ".dic",
          ".mo",
          ".parquet",
          ".npy",
          ".pem",
          ".crt");

  private static final Regex CODE =
      new Regex(
          "(?m)^#!\\s?/|^\\s*(?:import\\s+(?:os|sys|subprocess|socket|base64|requests|urllib|json|shutil|pathlib)\\b|from\\s+\\w+(?:\\.\\w+)*\\s+import\\s+\\w)|\\brequire\\(\\s*[\"'](?:node:)?(?:child_process|fs|https?|os|net|path)[\"']\\s*\\)|\\bsubprocess\\.(?:run|Popen|call)|\\bos\\.(?:system|popen|environ)\\b|(?:^\\s*|\\|\\s*)(?:curl|wget)\\s+-|\\|\\s*(?:ba|z)?sh\\s*$|\\bInvoke-(?:Expression|WebRequest|RestMethod)\\b|<\\?php|^\\s*eval\\s|\\b(?:exec|eval)\\s*\\(|\\bprocess\\.env\\b|\\bnew\\s+ActiveXObject\\b");

  /// Code in a JSON file, outside of strings.
  private static final Regex JSON_CODE =
      new Regex(
          "(?m)^\\s*(?:const|let|var)\\s+[\\w{,\\s}]+=\\s*require\\(|^\\s*\\w+\\s*:\\s*\\(?\\s*(?:\\(\\w*\\)|\\w+)\\s*=>|^\\s*\\w+\\s*:\\s*(?:async\\s+)?function\\b|^\\s*(?:import|from)\\s+\\w+|^\\s*\\w+\\.\\w+\\([^\\n]*\\)\\s*;\\s*$|^#!\\s?/");

  private static final WordTable WORDS =
      WordTable.of(
          "#!",
          "import",
          "require(",
          "subprocess",
          "os.",
          "curl ",
          "wget ",
          "sh\n",
          "Invoke-",
          "<?php",
          "eval",
          "exec",
          "process.env",
          "ActiveX",
          "=>",
          "function",
          ");");

  private static final Set<String> CACHES = Set.of("cache", "config", "local", "output", "next");

  private static final Regex STARTUP = new Regex("(?m)^\\s*(?:import|from)\\s+\\w+");

  private DisguisedCodeScan() {}

  static void look(Sources sources, FindingList findings) {
    for (SourceText source : sources.texts()) {
      String why = why(source);
      if (!why.isEmpty()) {
        int line = firstLine(source);
        findings.add(
            ScanRule.OBFUSCATION.at(
                source.path(), line, why, SecretScan.mask(source.excerpt(line))));
      } else if (isLoadedByItself(source)) {
        findings.add(
            ScanRule.PERSISTENCE.at(
                source.path(),
                1,
                "Python loads this file by itself, in every program that finds it.",
                SecretScan.mask(source.excerpt(1))));
      } else {
        hidden(sources, source)
            .ifPresent(
                name ->
                    findings.add(
                        ScanRule.OBFUSCATION.at(
                            source.path(),
                            1,
                            "A hidden file holds code, and " + name + " starts it.",
                            SecretScan.mask(source.excerpt(1)))));
      }
    }
  }

  private static String why(SourceText source) {
    boolean json = source.extension().equals(".json");
    if (!json && !NO_CODE.contains(source.extension())) {
      return "";
    }
    Work.spend(2L * source.text().length());
    if ((json && !hasWordAtStartOfLine(source.text()))
        || !WORDS.anyIn(source.text())
        || !(json ? JSON_CODE : CODE).finds(source.text())) {
      return "";
    }
    return "A file that is called " + source.extension() + " holds code.";
  }

  /// Returns whether a line begins with a word. Lines of data begin with quotation marks, brackets
  /// or numbers.
  private static boolean hasWordAtStartOfLine(String text) {
    boolean start = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (start && (Character.isLetter(c) || c == '_' || c == '#')) {
        return true;
      }
      start = c == '\n' || (start && Character.isWhitespace(c));
    }
    return false;
  }

  private static int firstLine(SourceText source) {
    var code = (source.extension().equals(".json") ? JSON_CODE : CODE).matcher(source.text());
    return code.find() ? source.lineAt(firstLetter(source.text(), code.start(), code.end())) : 1;
  }

  private static int firstLetter(String text, int from, int to) {
    int at = from;
    while (at < to - 1 && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /// Returns whether Python loads the file at every start.
  private static boolean isLoadedByItself(SourceText source) {
    String name = name(source.path());
    return name.equals("sitecustomize.py")
        || name.equals("usercustomize.py")
        || (name.endsWith(".pth") && STARTUP.finds(source.text()));
  }

  /// Returns the script that starts this hidden file, if the file has code.
  private static Optional<String> hidden(Sources sources, SourceText source) {
    String folder = hiddenPart(source.path());
    if (folder.isEmpty() || !CODE.finds(source.text())) {
      return Optional.empty();
    }
    String name = name(source.path());
    return sources.texts().stream()
        .filter(each -> !each.path().contains(folder) && MismatchScan.isCode(each))
        .filter(each -> starts(each.text(), folder, name))
        .map(SourceText::path)
        .findFirst();
  }

  private static boolean starts(String text, String folder, String name) {
    Work.spend(2L * text.length());
    return text.contains(folder) && text.contains(name);
  }

  /// Returns the first part of a path that begins with a dot and is not a known tool's.
  private static String hiddenPart(String path) {
    for (String part : path.split("/", -1)) {
      if (part.length() > 1
          && part.charAt(0) == '.'
          && !isTool(part.substring(1))
          && !part.contains("rc")
          && !part.startsWith(".env")) {
        return part;
      }
    }
    return "";
  }

  /// Returns whether tools keep scripts in such a folder. Caches and build folders do not count.
  private static boolean isTool(String name) {
    return MissingProgramScan.isTool(name) && !CACHES.contains(name);
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
