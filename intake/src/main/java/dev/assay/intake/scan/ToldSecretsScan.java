package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.HashSet;
import java.util.Set;

/// Finds instructions that leak secrets without code: put into the address of an image, sent to a
/// service that checks them, or asked for where they open a wallet.
final class ToldSecretsScan {
  private static final Regex IMAGE =
      new Regex("!\\[[^\\]\\n]*\\]\\(https?://[^)\\s]*\\?[^)\\s]*=[^)\\s]+\\)");
  private static final Regex STORE =
      new Regex(
          "(?:^|[\\s`\"'(/])\\.(?:env|netrc|npmrc|pgpass|git-credentials|ssh/id_\\w+|aws/credentials|kube/config)\\b");
  private static final Regex ENCODED =
      new Regex("(?i)\\bbase-?(?:64|32)\\b|\\burl-?encod|\\bhexadec|\\bhex\\b");
  private static final Regex SENDS =
      new Regex(
          "\\bcurl\\b[^\\n]*https?://|\\brequests\\.post\\(|\\bInvoke-RestMethod\\b[^\\n]*https?://");
  private static final Regex VALUE =
      new Regex(
          "(?:-d|--data\\S*|-F|json=|data=|-Body)\\s*[\"'{@]*[^\\n]*(?:=|:\\s*)[\"']?\\$?[{<]*(?i:value|key|secret|token|credential)\\b");
  private static final Regex PREFIX =
      new Regex("[`\"'(\\s](sk-|AKIA|ghp_|gho_|xox[abp]-|glpat-|AIza|sk_live_|npm_)");
  private static final Regex ASKS =
      new Regex(
          "(?i)\\b(?:ask|prompt|request|have)\\b[^\\n.]{0,50}\\b(?:for|to\\s+(?:enter|paste|give|provide|type|share))\\b[^\\n.]{0,60}\\b(?:(?:recovery|seed|mnemonic|backup|secret\\s+recovery)\\s+(?:phrases?|words)|mnemonics?)\\b");
  private static final Regex NOT =
      new Regex(
          "(?i)\\b(?:never|not|don't|doesn't|won't|without|no|nobody|scam\\w*|phish\\w*|attack\\w*|if\\s+(?:a|any)\\w*|who|that|sites?|generate\\w*|test\\w*)\\b");

  /// The number of lines above and below that belong together.
  private static final int NEAR = 6;

  private ToldSecretsScan() {}

  static void look(SourceText source, Quotation quotation, FindingList findings) {
    boolean image = IMAGE.mayFind(source.text()) && source.text().contains("![");
    boolean sends = SENDS.mayFind(source.text()) && PREFIX.mayFind(source.text());
    boolean asks = ASKS.mayFind(source.text());
    if (!image && !sends && !asks) {
      return;
    }
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      if (image && text.contains("![") && IMAGE.finds(text) && isFilled(source, line)) {
        report(
            ScanRule.EXFILTRATION,
            "The address of an image carries a file of secrets.",
            source,
            line,
            quotation,
            findings);
        image = false;
      } else if (sends && SENDS.finds(text) && isChecked(source, line)) {
        report(
            ScanRule.EXFILTRATION,
            "Keys of several services are to be sent to one address.",
            source,
            line,
            quotation,
            findings);
        sends = false;
      } else if (asks && ASKS.finds(text) && !NOT.finds(asked(text))) {
        report(
            ScanRule.AGAINST_USER,
            "The user is to be asked for the phrase that opens a wallet.",
            source,
            line,
            quotation,
            findings);
        asks = false;
      }
    }
  }

  /// Returns the sentence up to the secret that it asks for.
  private static String asked(String text) {
    Matcher asks = ASKS.matcher(text);
    int end = asks.find() ? asks.end() : text.length();
    return text.substring(text.lastIndexOf(". ", end - 1) + 1, end);
  }

  /// Returns whether a line nearby says to encode the content of a file of secrets.
  private static boolean isFilled(SourceText source, int line) {
    for (int at = first(line); at <= last(source, line); at++) {
      String text = source.line(at);
      if (STORE.finds(text) && ENCODED.finds(text)) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether the lines above list the prefixes of several services' keys, and the command
  /// has a value.
  private static boolean isChecked(SourceText source, int line) {
    Set<String> prefixes = new HashSet<>();
    for (int at = first(line); at <= line; at++) {
      Matcher prefix = PREFIX.matcher(source.line(at));
      while (prefix.find()) {
        prefixes.add(prefix.group(1));
      }
    }
    if (prefixes.size() < 2) {
      return false;
    }
    for (int at = line; at <= Math.min(source.lines(), line + 2); at++) {
      if (VALUE.finds(source.line(at))) {
        return true;
      }
    }
    return false;
  }

  private static int first(int line) {
    Work.spend(NEAR);
    return Math.max(1, line - NEAR);
  }

  private static int last(SourceText source, int line) {
    return Math.min(source.lines(), line + NEAR);
  }

  private static void report(
      ScanRule rule,
      String message,
      SourceText source,
      int line,
      Quotation quotation,
      FindingList findings) {
    if (!quotation.is(rule, source, line)) {
      findings.add(rule.at(source.path(), line, message, SecretScan.mask(source.excerpt(line))));
    }
  }
}
