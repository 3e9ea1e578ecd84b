package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.tree.SourceText;
import java.util.List;

/// Finds code that runs a text from a variable as code or as a command. In scripts every such text
/// counts. Documents also explain such code, so there the text around it must not speak of attacks.
final class UntrustedCodeScan {
  private static final String NAME = "[a-z_][a-zA-Z0-9_.]*";
  private static final String TAKEN =
      "(?:config|conf|settings|options|rules?|steps?|hooks?|plugins?|cfg|spec|manifest|actions?|tasks?|response|resp)\\w*(?:\\[[^\\]\\n]*\\]|\\.get\\([^)\\n]*\\))";
  private static final String FILLED =
      "(?:f[\"'][^\\n]*\\{|[\"'][^\"'\\n]*[\"']\\s*(?:\\+|%\\s*[a-z(]|\\.format\\())";
  private static final String SPACE =
      "(?:globals|locals|\\{|[a-z_]*(?:ns|namespace|scope|env|context|__dict__)\\b|[a-z_]+\\.__dict__)";

  private static final Regex SCRIPT =
      new Regex(
          "(?:^|[^.$\\w])eval\\s*\\(\\s*"
              + NAME
              + "(?:\\[[^\\]\\n]*\\]|\\.get\\([^)\\n]*\\))?\\s*(?:\\)|,\\s*"
              + SPACE
              + ")|(?:^|[^.$\\w])exec\\s*\\(\\s*"
              + NAME
              + "(?:\\[[^\\]\\n]*\\]|\\.get\\([^)\\n]*\\))?\\s*(?:\\)\\s*$|,\\s*"
              + SPACE
              + ")|\\bos\\.(?:system|popen)\\s*\\(\\s*(?:"
              + NAME
              + "(?:\\[[^\\]\\n]*\\]|\\.get\\([^)\\n]*\\))?\\s*\\)|"
              + FILLED
              + ")|\\bsubprocess\\.\\w+\\s*\\(\\s*(?:"
              + FILLED
              + "|"
              + TAKEN
              + "\\s*,)[^\\n]*\\bshell\\s*=\\s*True|\\.execute\\s*\\(\\s*f[\"']+[^\\n]*(?i:where)\\b[^\\n]*=\\s*'?\\{");

  /// A value of a configuration that is run. Explanations of attacks do not use this form.
  private static final Regex CONFIGURED =
      new Regex(
          "(?:^|[^.$\\w])(?:eval|exec)\\s*\\(\\s*"
              + TAKEN
              + "|\\bos\\.(?:system|popen)\\s*\\(\\s*(?:f[\"'][^\\n]*\\{\\s*)?"
              + TAKEN
              + "|\\bsubprocess\\.\\w+\\s*\\(\\s*"
              + TAKEN
              + "\\s*,[^\\n]*\\bshell\\s*=\\s*True");

  private static final Regex NAMED =
      new Regex(
          "(?:^|[^.$\\w])exec\\s*\\(\\s*[a-z_]+\\s*(?:\\)\\s*$|,\\s*"
              + SPACE
              + ")|\\bos\\.(?:system|popen)\\s*\\(\\s*(?:"
              + NAME
              + "\\s*\\)|f[\"'][^\\n]*\\{)");

  /// The words of which each such statement has at least one. Searching for them is much faster.
  private static final WordTable WORDS =
      WordTable.of(
          "eval(", "exec(", "eval (", "exec (", "os.system", "os.popen", "shell", ".execute");

  private UntrustedCodeScan() {}

  static void look(
      SourceText source, List<Statements.Unit> units, Quotation quotation, FindingList findings) {
    boolean document = source.extension().equals(".md");
    if (units.isEmpty() || !WORDS.anyIn(source.text())) {
      return;
    }
    for (Statements.Unit unit : units) {
      for (Statements.Statement each : unit.statements()) {
        boolean runs =
            WORDS.anyIn(each.text())
                && (document ? isRunInDocument(source, each) : SCRIPT.finds(each.text()));
        if (runs
            && !isKnown(source, each.line(), findings)
            && !quotation.is(ScanRule.UNTRUSTED_CODE, source, each.line())) {
          findings.add(
              ScanRule.UNTRUSTED_CODE.at(
                  source.path(),
                  each.line(),
                  "A text that is not known before is run as code or as a command.",
                  SecretScan.mask(source.excerpt(each.line()))));
          return;
        }
      }
    }
  }

  /// Returns whether the line already has a finding.
  private static boolean isKnown(SourceText source, int line, FindingList findings) {
    return findings.kept().stream()
        .anyMatch(each -> each.line() == line && each.file().equals(source.path()));
  }

  private static boolean isRunInDocument(SourceText source, Statements.Statement each) {
    return CONFIGURED.finds(each.text())
        || (NAMED.finds(each.text()) && !Quotation.speaksOfAttacks(source, each.line()));
  }
}
