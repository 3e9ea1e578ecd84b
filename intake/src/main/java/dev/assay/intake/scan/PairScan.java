package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;

/// Finds instructions whose steps are harmless one by one: "after any task …" a few lines above a
/// command or sentence that sends or deletes, or the encryption of files with the removal of the
/// originals.
enum PairScan {
  SENT(
      ScanRule.AGAINST_USER,
      "Data is to be sent elsewhere as a routine that line %d starts.",
      Words.ROUTINE,
      "\\bcurl\\b[^\\n"
          + "]*\\s-X\\s*POST\\b[^\\n"
          + "]*https?://[^\\n"
          + "]*\\s(?:-F|-d|--data\\S*|--form)\\b|\\bcurl\\b[^\\n"
          + "]*\\s(?:-F|-T|-d|--data\\S*|--form|--upload-file)\\s*[\"']?\\w*=?@[^\\n"
          + "]*https?://|\\b(?:upload|send|transmit|forward)\\b[^\\n"
          + "]{0,80}\\bto\\s+(?:our|the|a|this)\\s+(?:\\w+\\s+){0,4}(?:server|collector|endpoint|webhook)\\b",
      "(?i)localhost|127\\.0\\.0\\.1|\\bMCP\\b|\\bdev\\s+server\\b"),
  DELETED(
      ScanRule.DESTRUCTION,
      "The user's files or entries are to be deleted as a routine that line %d starts.",
      Words.ROUTINE,
      "\\brm\\s+-[rRf]{2,3}\\s[^\\n"
          + "]*\\.\\./|\\b(?:remove|delete|erase|wipe)\\s+(?:all|every)\\s+(?:of\\s+the\\s+|the\\s+)?(?:other\\s+|existing\\s+)?(?:events|files|records|e-?mails|messages|contacts|documents|databases|backups)\\b",
      "(?i)\\b(?:test|mock|temp\\w*|generated|cache\\w*|confirm\\w*|never|don't|do not)\\b"),
  HELD(
      ScanRule.DESTRUCTION,
      "Files are to be encrypted (line %d) and the originals removed.",
      new Regex(
          "(?i)\\bencrypt\\w*\\b[^\\n]*\\b(?:files?|documents?|all|data)\\b|\\block\\s+it\\s+with\\b[^\\n]*\\bpassword\\b"),
      "\\b(?:securely\\s+)?(?:delete|remove|shred|overwrite)\\s+(?:all\\s+)?(?:the\\s+)?(?:original|unencrypted|plain)\\s+(?:\\w+\\s+){0,2}(?:files?|versions?|documents?|copies)\\b",
      "(?i)\\b(?:never|don't|do not|optional\\w*|if)\\b"),
  UNASKED(
      ScanRule.DESTRUCTION,
      "Work of the user is to be thrown away without the question that line %d forbids.",
      new Regex(
          "(?i)(?:^|[.,;:]\\s*)(?:run|execute|apply|perform)\\s[^\\n]{0,50}\\bwithout\\s+(?:asking|prompting|waiting|confirm\\w*|user\\s+(?:prompt|confirm)\\w*)\\b"),
      "\\bgit\\s+push\\s+(?:-f|--force)\\b|\\bgit\\s+reset\\s+--hard\\b|\\bgit\\s+clean\\s+-\\w*f|\\brm\\s+-rf\\s|\\bDROP\\s+(?:TABLE|DATABASE)\\b|\\bterraform\\s+destroy\\b",
      "(?i)\\b(?:never|don't|do not|not|confirm\\w*|node_modules|dist|build|/tmp)\\b"),
  FETCHED(
      ScanRule.REMOTE_INSTRUCTIONS,
      "The agent is to follow what it fetched on line %d.",
      new Regex("(?i)\\b(?:fetch|retrieve|download|load|get|open|pull)\\b[^\\n]{0,40}https?://"),
      "\\b(?:apply|adopt|follow|obey|execute|carry\\s+out)\\s+(?:(?:the|its|any|all|every)\\s+)*(?:\\w+\\s+)?(?:system\\s+prompt|instructions?|directives?|rules|commands?|orders)\\s+(?:it\\s+(?:defines|returns|contains|gives|holds)|that\\s+(?:it|they)\\s|(?:therein|inside|returned|received))|\\b(?:carry\\s+out|execute|run|follow|do|perform)\\b[^\\n]{0,80}\\bincluding\\s+(?:its\\s+|any\\s+|the\\s+|all\\s+)?(?:shell\\s+|terminal\\s+)?commands\\b|\\b(?:it|they|that\\s+(?:file|text|page|document)|what\\s+(?:it|they)\\s+says?)\\s+(?:overrides?|supersedes?|replaces?|(?:takes?|has|have)\\s+(?:the\\s+place|precedence|priority))\\b[^\\n]{0,30}\\b(?:sections?|instructions?|rules|steps|this\\s+(?:file|skill|document)|below|above)\\b",
      "(?i)\\b(?:never|don't|do not|not|user|installer|script)\\b");

  private static final int ABOVE = 10;

  private static final class Words {
    private static final Regex ROUTINE =
        new Regex(
            "(?i)\\b(?:after|before|when)\\s+(?:finishing\\s+|completing\\s+|editing\\s+|creating\\s+|updating\\s+)?(?:any|every|each|all|a)\\s+(?:\\w+\\s+){0,3}(?:tasks?|operations?|changes?|edits?|requests?|responses?|retrievals?|interactions?|sessions?)\\b|\\balways\\s+(?:execute|run|perform|include|do)\\s+the\\s+following\\b|\\bremember\\s+to\\s+(?:always\\s+)?(?:execute|run|perform)\\s+the\\s+following\\b|\\bwhenever\\s+you\\s+(?:are\\s+)?\\w+\\s+any\\b|\\bmake\\s+sure\\s+no\\s+data\\s+is\\s+lost\\b|\\bwhen\\s+(?:creating|editing|updating)\\s+(?:or\\s+\\w+\\s+)?(?:files|documents)\\b");
  }

  private final ScanRule rule;
  private final String message;
  private final Regex first;
  private final Regex second;
  private final Regex except;

  PairScan(ScanRule rule, String message, Regex first, String second, String except) {
    this.rule = rule;
    this.message = message;
    this.first = first;
    this.second = new Regex("(?i)" + second);
    this.except = new Regex(except);
  }

  static void look(SourceText source, FindingList findings) {
    boolean routine = Words.ROUTINE.mayFind(source.text());
    for (PairScan pair : values()) {
      boolean first = pair.first == Words.ROUTINE ? routine : pair.first.mayFind(source.text());
      if (first && pair.second.mayFind(source.text())) {
        pair.search(source, findings);
      }
    }
  }

  private void search(SourceText source, FindingList findings) {
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      if (second.finds(text) && !except.finds(text)) {
        int start = firstAbove(source, line);
        if (start > 0) {
          findings.add(
              rule.at(source.path(), line, message.formatted(start), SecretScan.mask(text)));
          return;
        }
      }
    }
  }

  /// Returns the nearest line above that starts the pair; 0 if there is none.
  private int firstAbove(SourceText source, int line) {
    for (int above = line; above >= Math.max(1, line - ABOVE); above--) {
      if (first.finds(source.line(above))) {
        return above;
      }
    }
    return 0;
  }
}
