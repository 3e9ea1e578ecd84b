package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Vendors;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Finds files that a document or a makefile fetches, and in a later block makes executable or
/// runs. Copies and renamed files are followed.
final class FetchedFileScan {
  private static final Regex FETCHED =
      new Regex(
          "\\b(?:curl|wget)\\b[^\\n|;]*?\\s(?:-[a-zA-Z]*[oO]|--output|--output-document)[\\s=]*[\"']?([^\\s\"';&|`)]+)[^\\n]*");
  private static final Regex MOVED =
      new Regex(
          "\\b(?:cp|mv|install|ln)\\s+(?:-\\S+\\s+(?:[0-7]{3,4}\\s+)?)*[\"']?([^\\s\"']+)[\"']?\\s+[\"']?([^\\s\"';&|`)]+)");
  private static final Regex ADDRESS = new Regex("https?://[^\\s\"'`)]+");
  private static final int MOST = 20;
  private static final int SHORTEST = 4;
  private static final int LONGEST = 200;

  /// A fetched file: the line that fetches it, and a pattern for lines that run it.
  private record Fetched(int line, Regex run) {}

  private final Map<String, Fetched> names = new LinkedHashMap<>();
  private final SourceText source;

  private FetchedFileScan(SourceText source) {
    this.source = source;
  }

  static void look(SourceText source, FindingList findings) {
    boolean looked =
        source.extension().equals(".md")
            || source.extension().equals(".mk")
            || source.path().endsWith("akefile");
    if (looked && source.text().contains("://") && FETCHED.mayFind(source.text())) {
      new FetchedFileScan(source).search(findings);
    }
  }

  private void search(FindingList findings) {
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      remember(text, line);
      Optional<Integer> from = runs(text);
      if (from.isPresent()) {
        findings.add(
            ScanRule.DOWNLOAD_AND_RUN.at(
                source.path(),
                line,
                "A file that line " + from.get() + " fetches is run.",
                SecretScan.mask(source.excerpt(line))));
        return;
      }
    }
  }

  private void remember(String text, int line) {
    if (names.size() >= MOST) {
      return;
    }
    if ((text.contains("curl") || text.contains("wget")) && text.contains("://")) {
      String rest = Vendors.without(text);
      Matcher fetched = FETCHED.matcher(rest);
      if (fetched.find() && ADDRESS.finds(rest)) {
        add(fetched.group(1), line);
      }
    } else if (!names.isEmpty()) {
      Matcher moved = MOVED.matcher(text);
      if (moved.find() && names.containsKey(moved.group(1))) {
        add(moved.group(2), names.get(moved.group(1)).line());
      }
    }
  }

  private void add(String name, int line) {
    String plain = name.startsWith("./") ? name.substring(2) : name;
    if (plain.length() >= SHORTEST
        && plain.length() <= LONGEST
        && !plain.startsWith("http")
        && !plain.startsWith("-")) {
      names.put(plain, new Fetched(line, run(plain)));
    }
  }

  /// Returns the line that fetched the file which this line runs.
  private Optional<Integer> runs(String text) {
    for (Map.Entry<String, Fetched> each : names.entrySet()) {
      Work.spend(text.length());
      if (text.contains(each.getKey()) && each.getValue().run().finds(text)) {
        return Optional.of(each.getValue().line());
      }
    }
    return Optional.empty();
  }

  private static Regex run(String name) {
    String quoted = Pattern.quote(name);
    return new Regex(
        "\\bchmod\\s+(?:\\+x|[ua]\\+x|[0-7]*[157][0-7]*)\\s+[\"']?(?:\\./)?"
            + quoted
            + "|(?:^|[;&|`(]\\s*|\\bsudo\\s+)(?:bash|sh|zsh|python3?|node|ruby|perl|source|\\.)\\s+[\"']?(?:\\./)?"
            + quoted
            + "(?:[\\s\"'`;&|)]|$)|"
            + quoted
            + "[^\\n]*\\|\\s*(?:(?:ba|z)?sh\\b|\\$\\(SHELL\\))");
  }
}
