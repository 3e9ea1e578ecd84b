package dev.assay.intake.tree;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Extracts the text of an office document. Word processors and spreadsheets store it as XML on a
/// single line, with tags in the middle of words. Each paragraph becomes a line. Tags with
/// attributes follow on their own lines, so that no readable text is lost.
final class OfficeText {
  private static final Set<String> DOCUMENTS =
      Set.of(
          ".docx", ".docm", ".dotx", ".dotm", ".xlsx", ".xlsm", ".xltx", ".pptx", ".pptm", ".potx",
          ".ppsx", ".odt", ".ods", ".odp", ".ott", ".epub");

  /// The tags that end a line for a reader, without their namespace.
  private static final Set<String> ENDS =
      Set.of(
          "p", "br", "cr", "tab", "tc", "si", "h", "li", "div", "title", "table-cell", "c", "row");

  private static final int LONGEST_NAME = 40;

  private static final Map<String, String> NAMED =
      Map.of("lt", "<", "gt", ">", "quot", "\"", "apos", "'", "amp", "&");

  private static final Pattern ENTITY =
      Pattern.compile("&(#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|lt|gt|quot|apos|amp);");

  private final StringBuilder text = new StringBuilder();
  private final StringBuilder tags = new StringBuilder();

  private OfficeText() {}

  /// @param path the path of a file inside an archive: `report.docx!/word/document.xml`
  static boolean isPart(String path) {
    int inner = path.lastIndexOf("!/");
    String outer = path.substring(0, Math.max(0, inner)).toLowerCase(Locale.ROOT);
    return inner > 0
        && (path.endsWith(".xml") || path.endsWith(".rels"))
        && DOCUMENTS.contains(outer.substring(Math.max(0, outer.lastIndexOf('.'))));
  }

  static String of(String xml) {
    OfficeText read = new OfficeText();
    read.read(xml);
    return read.text.append('\n').append(read.tags).toString();
  }

  private void read(String xml) {
    int at = 0;
    while (at < xml.length()) {
      int tag = xml.indexOf('<', at);
      int end = tag < 0 ? -1 : xml.indexOf('>', tag);
      if (end < 0) {
        break;
      }
      text.append(xml, at, tag);
      tag(xml.substring(tag + 1, end));
      at = end + 1;
    }
    text.append(xml, at, xml.length());
    unescape();
  }

  private void tag(String tag) {
    int blank = blank(tag);
    if (ENDS.contains(name(tag.substring(0, blank)))) {
      text.append('\n');
    }
    if (blank < tag.length() || tag.length() > LONGEST_NAME) {
      tags.append('<').append(tag).append(">\n");
    }
  }

  private static int blank(String tag) {
    int at = 0;
    while (at < tag.length() && !Character.isWhitespace(tag.charAt(at))) {
      at++;
    }
    return at;
  }

  /// Returns a tag's name without namespace: `p` of `/w:p` and `w:p`, `br` of `w:br/`.
  private static String name(String tag) {
    String bare = tag.endsWith("/") ? tag.substring(0, tag.length() - 1) : tag;
    return bare.substring(Math.max(bare.indexOf('/'), bare.indexOf(':')) + 1);
  }

  private void unescape() {
    String plain = ENTITY.matcher(text).replaceAll(OfficeText::character);
    text.setLength(0);
    text.append(plain);
  }

  private static String character(MatchResult entity) {
    String name = entity.group(1);
    if (name.startsWith("#")) {
      boolean hexadecimal = name.startsWith("#x");
      int code = Integer.parseInt(name.substring(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
      return Character.isValidCodePoint(code)
          ? Matcher.quoteReplacement(Character.toString(code))
          : Matcher.quoteReplacement(entity.group());
    }
    return NAMED.getOrDefault(name, "");
  }
}
