package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Vendors;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Finds programs that put encoded data into an address that SKILL.md does not name. Such a request
/// looks like one for a picture or a page.
final class EncodedAddressScan {
  private static final int MOST_NAMES = 50;
  private static final WordTable WORDS =
      WordTable.of(
          "btoa",
          "'hex'",
          "\"hex\"",
          "base64",
          "encode(",
          "encode64",
          "hexlify",
          ".hex(",
          "EncodeToString",
          "pack(",
          "bin2hex",
          "xxd");

  private static final String ENCODER =
      "(?:\\bbtoa\\(|\\.toString\\(\\s*[\"'](?:hex|base64(?:url)?)[\"']|\\b(?:urlsafe_)?b(?:64|32|16|85)encode\\(|\\bhexlify\\(|\\.hex\\(\\)|\\bEncodeToString\\(|\\bbase64\\s+-w|encode64\\b|\\.pack\\(\\s*[\"'](?:m0?|H\\*)[\"']|\\b(?:base64_encode|encode_base64|bin2hex|ToBase64String)\\(|\\bxxd\\s+-p)";

  private static final Regex ENCODES = new Regex("(\\$?\\b\\w{1,40})\\s*:?=\\s*[^\\n=]*" + ENCODER);

  private static final Regex ENCODED = new Regex(ENCODER);

  /// An address up to the end of its string, with the expression that is appended to it.
  private static final Regex ADDRESS =
      new Regex(
          "https?://([A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+)[^\\s\"'`]*(?:[\"'`]\\s*[+%]\\s*[\\w.(]+)?");

  private static final Regex FILLED = new Regex("\\{[^}\\s]*\\}|\\$\\w+|\\s*[+%]\\s*[\\w.(]+$");

  /// The harmless hosts, as whole names: this machine, examples, and services that draw a diagram
  /// from the address.
  private static final Regex HARMLESS =
      new Regex(
          "^(?:127\\.0\\.0\\.1|mermaid\\.ink|kroki\\.io|(?:www\\.)?plantuml\\.com|quickchart\\.io|example\\.(?:com|org|net)|(?:[a-z0-9-]+\\.)+example\\.com)$");

  private EncodedAddressScan() {}

  static void look(Sources sources, FindingList findings) {
    String skill =
        sources.find("SKILL.md").map(SourceText::text).orElse("").toLowerCase(Locale.ROOT);
    for (SourceText source : sources.texts()) {
      if (MismatchScan.isCode(source)
          && WORDS.anyIn(source.text())
          && source.text().contains("://")
          && ENCODED.mayFind(source.text())) {
        search(source, skill, findings);
      }
    }
  }

  private static void search(SourceText source, String skill, FindingList findings) {
    Map<String, Integer> encoded = new HashMap<>();
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      if (encoded.size() < MOST_NAMES && WORDS.anyIn(text) && ENCODES.mayFind(text)) {
        Matcher name = ENCODES.matcher(text);
        if (name.find()) {
          encoded.put(name.group(1), line);
        }
      }
      if (!text.contains("://") || UnsaidEffects.isComment(text)) {
        continue;
      }
      Matcher address = ADDRESS.matcher(text);
      if (address.find() && !isNamed(address.group(1), skill)) {
        Optional<Integer> from = carried(address.group(), encoded, line);
        if (from.isPresent()) {
          findings.add(
              ScanRule.EXFILTRATION.at(
                  source.path(),
                  line,
                  "What line %d encodes is put into an address that SKILL.md does not name."
                      .formatted(from.get()),
                  SecretScan.mask(source.excerpt(line))));
          return;
        }
      }
    }
  }

  /// Returns the line that encodes a value of the address.
  private static Optional<Integer> carried(String address, Map<String, Integer> encoded, int line) {
    Work.spend((long) (encoded.size() + 1) * address.length());
    Matcher filled = FILLED.matcher(address);
    while (filled.find()) {
      if (ENCODED.finds(filled.group())) {
        return Optional.of(line);
      }
      for (Map.Entry<String, Integer> each : encoded.entrySet()) {
        if (holds(filled.group(), each.getKey())) {
          return Optional.of(each.getValue());
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isNamed(String host, String skill) {
    String name = host.toLowerCase(Locale.ROOT);
    return HARMLESS.finds(name) || skill.contains(name) || Vendors.publishes(name);
  }

  /// Returns whether the text has the name as a whole word.
  private static boolean holds(String text, String name) {
    for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      int end = at + name.length();
      boolean begins =
          at == 0
              || text.charAt(at - 1) == '$'
              || !Character.isJavaIdentifierPart(text.charAt(at - 1));
      if (begins && (end == text.length() || !Character.isJavaIdentifierPart(text.charAt(end)))) {
        return true;
      }
    }
    return false;
  }
}
