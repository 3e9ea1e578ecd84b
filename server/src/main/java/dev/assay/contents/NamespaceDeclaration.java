package dev.assay.contents;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Recognizes a file `__init__.py` that does nothing but declare its package a namespace, which
/// several packages may then share: by pkgutil or by pkg_resources. Everything else is code.
final class NamespaceDeclaration {
  private static final int LONGEST = 8 * 1024;

  /// Printable ASCII. An encoding or a hidden character could change the text's meaning.
  private static final Pattern PLAIN = Pattern.compile("[\\x20-\\x7e\\t\\r\\n]*");

  private static final Pattern ENCODING = Pattern.compile("coding[:=]\\s*(?!utf-?8|ascii)", 2);
  private static final Pattern DOCUMENTATION = Pattern.compile("\\s*+[rRuU]?(\"\"\"|'''|\"|')");
  private static final Pattern COMMENT = Pattern.compile("\\s*#.*$");

  /// The declaring lines, without blanks and with one kind of quotes.
  private static final Set<String> DECLARATIONS =
      Set.of(
          "__path__=extend_path(__path__,__name__)",
          "__path__=pkgutil.extend_path(__path__,__name__)",
          "__path__=__import__('pkgutil').extend_path(__path__,__name__)",
          "__import__('pkg_resources').declare_namespace(__name__)",
          "pkg_resources.declare_namespace(__name__)",
          "declare_namespace(__name__)");

  /// The lines that may stand around them.
  private static final Set<String> AROUND =
      Set.of(
          "try:",
          "except:",
          "exceptImportError:",
          "except(AttributeError,ImportError):",
          "except(ImportError,AttributeError):",
          "exceptModuleNotFoundError:",
          "exceptException:",
          "else:",
          "pass",
          "importmodulefinder",
          "forpin__path__:",
          "modulefinder.AddPackagePath(__name__,p)",
          "importpkgutil",
          "importpkg_resources",
          "frompkgutilimportextend_path",
          "frompkg_resourcesimportdeclare_namespace",
          "from__future__importabsolute_import",
          "from__future__importannotations");

  private NamespaceDeclaration() {}

  static boolean isIn(String text) {
    if (text.length() > LONGEST
        || !PLAIN.matcher(text).matches()
        || ENCODING.matcher(text).find()) {
      return false;
    }
    boolean declares = false;
    for (String line : statements(text)) {
      if (DECLARATIONS.contains(line)) {
        declares = true;
      } else if (!AROUND.contains(line)) {
        return false;
      }
    }
    return declares;
  }

  private static List<String> statements(String text) {
    return withoutDocumentation(
            text.lines()
                .dropWhile(line -> line.isBlank() || line.strip().startsWith("#"))
                .collect(Collectors.joining("\n")))
        .lines()
        .map(line -> COMMENT.matcher(line).replaceFirst(""))
        .map(line -> line.replaceAll("\\s", "").replace('"', '\''))
        .filter(line -> !line.isEmpty())
        .toList();
  }

  /// Without the text that the code begins with, unless that has escapes in it.
  private static String withoutDocumentation(String code) {
    Matcher start = DOCUMENTATION.matcher(code);
    if (!start.lookingAt()) {
      return code;
    }
    String quotes = start.group(1);
    int end = code.indexOf(quotes, start.end());
    String inside = end < 0 ? "\\" : code.substring(start.end(), end);
    boolean plain = inside.indexOf('\\') < 0 && (quotes.length() == 3 || inside.indexOf('\n') < 0);
    return plain ? code.substring(end + quotes.length()) : code;
  }
}
