package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.tree.SourceText;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Finds keys and tokens by their form. The findings do not contain them.
public final class SecretScan {
  private static final List<String> STARTS =
      List.of(
          "AKIA",
          "ASIA",
          "ghp_",
          "gho_",
          "ghu_",
          "ghs_",
          "github_pat_",
          "sk-",
          "xox",
          "AIza",
          "glpat-",
          "sk_live_",
          "rk_live_",
          "npm_",
          "hf_");
  private static final Regex TOKEN =
      new Regex(
          "\\b(?:(?:AKIA|ASIA)[0-9A-Z]{16}\\b|gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,}"
              + "|sk-(?:ant-|proj-|svcacct-)?[A-Za-z0-9_-]{24,}|xox[abprs]-[0-9]{8,}-[A-Za-z0-9-]{10,}"
              + "|AIza[0-9A-Za-z_-]{35}|glpat-[A-Za-z0-9_-]{20,}|[sr]k_live_[A-Za-z0-9]{20,}"
              + "|npm_[A-Za-z0-9]{36}\\b|hf_[A-Za-z0-9]{30,})");
  private static final String KEY_START = "PRIVATE KEY-----";

  /// The words that begin a key or token. The label of a word is its place in the list; the last
  /// one is for keys.
  private static final WordTable WORDS = new WordTable();

  static {
    for (int start = 0; start < STARTS.size(); start++) {
      WORDS.add(STARTS.get(start), 1L << start);
    }
    WORDS.add(KEY_START, 1L << STARTS.size());
  }

  private static final Regex KEY =
      new Regex(
          "-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\\s{1,4}(?:[A-Za-z0-9+/=]{16,}\\s{1,4}){0,2}[A-Za-z0-9+/=]{40,}");
  private static final Regex EXAMPLE =
      new Regex("(?i)example|your|xxxx|placeholder|dummy|test|abcdef|123456|0000|redacted");
  private static final int MAX_FINDINGS = 5;

  private SecretScan() {}

  static void look(SourceText source, FindingList findings) {
    String text = source.text();
    Set<Integer> tried = new HashSet<>();
    int count = 0;
    long labels = WORDS.labels(text);
    for (int i = 0; labels != 0 && i < STARTS.size(); i++) {
      String start = STARTS.get(i);
      for (int at = (labels & (1L << i)) == 0 ? -1 : text.indexOf(start);
          at >= 0 && count < MAX_FINDINGS;
          at = text.indexOf(start, at + start.length())) {
        boolean inWord = at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
        if (!inWord && tried.add(source.lineAt(at)) && hasToken(source.line(source.lineAt(at)))) {
          count++;
          add(source, at, "This looks like a live token.", findings);
        }
      }
    }
    if ((labels & (1L << STARTS.size())) != 0 && text.contains(KEY_START)) {
      Matcher key = KEY.matcher(text);
      if (key.find()) {
        add(source, key.start(), "This is a private key.", findings);
      }
    }
  }

  /// Masks every token in a line.
  public static String mask(String line) {
    return TOKEN.matcher(line).replaceAll("***");
  }

  private static boolean hasToken(String line) {
    Matcher token = TOKEN.matcher(line);
    while (token.find()) {
      if (isReal(token.group())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isReal(String token) {
    boolean digit = token.chars().anyMatch(Character::isDigit);
    boolean varied = token.toLowerCase(Locale.ROOT).chars().distinct().count() >= 10;
    return digit && varied && !EXAMPLE.matcher(token).find();
  }

  private static void add(SourceText source, int offset, String message, FindingList findings) {
    int line = source.lineAt(offset);
    findings.add(ScanRule.SECRET.at(source.path(), line, message, mask(source.excerpt(line))));
  }
}
