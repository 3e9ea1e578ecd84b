package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Vendors;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.BitSet;
import java.util.Set;

/// Finds passages that have the user fetch and start a program, with words that are typical for
/// malware: they weaken a protection, skip a check or dispel a doubt. The lines around the download
/// are searched together, because such a passage has several lines.
final class PrerequisiteScan {
  private static final Set<String> TEXTS =
      Set.of(".md", ".txt", ".rst", ".adoc", ".html", ".mdx", ".markdown", "");

  /// The approximate number of steps per character.
  private static final long COST = 200;

  private static final int ABOVE = 5;
  private static final int BELOW = 7;

  private static final String FILE =
      "\\.(?:exe|dmg|pkg|msi|run|scr|appimage|7z|rar|deb|rpm|command|bat|cmd|ps1|vbs|hta|iso|jar|xpi|crx|vsix|apk|zip|tgz|tar\\.[gx]z)\\b";

  private static final Regex FETCHES =
      new Regex(
          "(?i)\\b(?:download\\w*|fetch\\w*|get|gets|grab|obtain|retrieve|pull|take|save|install)\\b");
  private static final Regex SOURCE =
      new Regex("(?i)https?://|" + FILE + "|\\breleases?\\s+(?:page|of)\\b");
  private static final Regex LINKED =
      new Regex("(?i)https?://[^\\s)`]*(?:" + FILE + "|/releases/download/)");
  private static final Regex PROGRAM =
      new Regex(
          "(?i)\\b(?:runtime|helper|plug-?in|driver|agent|daemon|binary|installer|extension|add-?on|codec|bridge|companion|component|connector|utility|setup|executable|launcher|patch|client|engine)\\b|/releases/download/|"
              + FILE);
  private static final Regex STARTS =
      new Regex(
          "(?i)\\b(?:run|runs|running|launch|start|execute|double-?click|open|install|chmod|executable|load)\\b");

  /// A text that weakens a protection, or skips a check of the program.
  private static final String UNPROTECTED =
      "\\b(?:anti-?virus|defender|virus\\s+scanner|security\\s+software|endpoint\\s+protection|malware\\s+protection|EDR)\\b[^\\n.]{0,60}\\b(?:exceptions?|exclusions?|off|disabled?|paused?|whitelist|allow-?list|ignored?|false\\s+(?:positive|alarm)s?|complains?|warns?)\\b|\\b(?:exclude|exempt|whitelist|allow-?list|exceptions?|exclusions?|disable|turn\\s+off|switch\\s+off|pause|deactivate|bypass|stop|ignore|dismiss|confirm)\\b[^\\n.]{0,50}\\b(?:anti-?virus|defender|smart\\s?screen|gatekeeper|real-?time\\s+protection|restricted\\s+mode|driver\\s+signature|signature\\s+(?:check|verification|enforcement)\\w*|secure\\s+boot|system\\s+integrity|virus\\s+scanner|unknown\\s+(?:publisher|developer|sources?)|unidentified\\s+developer)\\b|com\\.apple\\.quarantine|\\bspctl\\s+--(?:master|global)-disable|\\bxattr\\s+-(?:c|cr|rc|dr)\\b|\\bUnblock-File\\b|\\btestsigning\\s+on\\b|\\b(?:run|open)\\s+anyway\\b|\\bcsrutil\\s+disable\\b|\\bunknown\\s+sources\\b";

  private static final String UNCHECKED =
      "\\b(?:checksum|signature|hash|certificate|digest)\\b[^\\n]{0,60}\\b(?:skip|ignore|outdated|mismatch|does\\s+not\\s+match|doesn't\\s+match|not\\s+needed|unnecessary|wrong)\\b|\\b(?:skip|ignore|disregard|without)\\b[^\\n.]{0,40}\\b(?:checksum|signature|hash|certificate\\s+warning|comparison)\\b|\\b(?:asks?|prompts?)\\s+for\\s+(?:the|your|an?|their)\\s+(?:\\w+\\s+)?(?:login|admin\\w*|system|root|sudo|keychain|mac)\\s+password\\b|\\b(?:archive|zip|7z|rar)\\s+(?:key|password|passphrase|pass)\\b";

  /// A text that puts pressure on the user, or keeps the user from looking.
  private static final String PRESSED =
      "\\bif\\s+(?:the\\s+user|they|he\\s+or\\s+she|somebody|anyone)\\s+(?:hesitates?|refuses?|objects?|doubts?|declines?|is\\s+(?:unsure|worried|suspicious)|asks\\s+why)\\b|\\bevery\\s+(?:\\w+\\s+)?skill\\s+needs\\b|\\bkeep\\s+it\\s+in\\s+(?:the\\s+)?autostart\\b|\\bunattended\\s+(?:switch|flag|mode|option|install\\w*)\\b|\\bon\\s+the\\s+user's\\s+behalf\\b|\\bnot\\s+(?:yet\\s+)?(?:in|on|part\\s+of)\\s+the\\s+(?:community|official|public|plug-?in|app)\\s+(?:list|store|registry|catalog\\w*|marketplace|director\\w+|index)\\b|\\bno\\s+need\\s+to\\s+(?:inspect|check|look|verify|read|review)\\b|\\b(?:refuse|stop|do\\s+not\\s+(?:continue|proceed|answer|start)|don't\\s+(?:continue|proceed))\\b[^\\n.]{0,40}\\buntil\\b|\\bwithout\\s+(?:it|this|the\\s+\\w+),?\\s+(?:\\w+\\s+){0,5}(?:fails?|wrong|nothing|refuses?|cannot|crash\\w*)\\b";

  private static final Regex MARKED =
      new Regex("(?i)" + UNPROTECTED + "|" + UNCHECKED + "|" + PRESSED);

  /// An instruction to paste a command into a prompt of the system.
  private static final Regex PROMPT =
      new Regex(
          "(?i)\\b(?:win(?:dows)?|super)(?:\\s+(?:key|logo))?[\\s*`]*\\+[\\s*`]*[rx]\\b|\\brun\\s+dialog\\b|\\bspotlight\\b|\\b(?:open|start)\\s+(?:a\\s+|the\\s+)?[*`]*(?:terminal|powershell|command\\s+prompt)\\b");

  private static final Regex PASTED =
      new Regex(
          "(?i)\\b(?:ctrl|control|strg|cmd|command)[\\s*`]*\\+[\\s*`]*v\\b|⌘\\s*v\\b|\\bpaste\\s+(?:it|the|what|that)\\b");
  private static final Regex COPIED =
      new Regex(
          "(?i)\\bclipboard\\b|\\b(?:verification|captcha|not\\s+a\\s+robot|device\\s+check|human\\s+check)\\b|\\b(?:code|command|line|text)\\b[^\\n.]{0,40}\\b(?:page|site|website)\\b|\\b(?:page|site|website)\\b[^\\n.]{0,60}\\b(?:shows|gives|copies|copied|displays)\\b");
  private static final Regex KEY = new Regex("(?i)\\b(?:enter|return)\\b");

  private static final WordTable WORDS =
      WordTable.of(
          "://",
          "release",
          ".exe",
          ".dmg",
          ".msi",
          ".run",
          ".pkg",
          ".zip",
          ".scr",
          ".7z",
          ".appimage",
          ".rar",
          ".deb",
          ".rpm",
          ".command",
          ".bat",
          ".cmd",
          ".ps1",
          ".vbs",
          ".hta",
          ".iso",
          ".jar",
          ".xpi",
          ".crx",
          ".vsix",
          ".apk",
          ".tgz",
          ".tar.");

  private PrerequisiteScan() {}

  static void look(SourceText source, Quotation quotation, FindingList findings) {
    if (!TEXTS.contains(source.extension()) || !WORDS.anyIn(source.text())) {
      return;
    }
    Marks marks = new Marks(source);
    boolean marked = MARKED.mayFind(source.text());
    boolean pasted = PASTED.mayFind(source.text()) && PROMPT.mayFind(source.text());
    for (int line = 1; (marked || pasted) && line <= source.lines(); line++) {
      String text = source.line(line);
      String why =
          marked && WORDS.anyIn(text) && marks.isNear(line) && isFetched(text)
              ? fetched(source, line)
              : pasted && mayPaste(text) && PASTED.finds(text) ? pasted(source, line) : "";
      if (!why.isEmpty() && !quotation.is(ScanRule.FAKE_PREREQUISITE, source, line)) {
        findings.add(
            ScanRule.FAKE_PREREQUISITE.at(source.path(), line, why, SecretScan.mask(text)));
        return;
      }
    }
  }

  /// The lines with words that are typical for malware. Each line is searched once, and only when
  /// needed.
  private static final class Marks {
    private final SourceText source;
    private final BitSet marked = new BitSet();
    private int next = 1;

    Marks(SourceText source) {
      this.source = source;
    }

    /// @param line the line, not above the line of the call before
    boolean isNear(int line) {
      int last = Math.min(line + BELOW, source.lines());
      for (next = Math.max(next, line - ABOVE); next <= last; next++) {
        String text = source.line(next);
        if (MARKED.mayFind(text)) {
          Work.spend(COST * text.length());
          marked.set(next, MARKED.matcher(text).find());
        }
      }
      int near = marked.nextSetBit(Math.max(1, line - ABOVE));
      return near >= 0 && near <= last;
    }
  }

  private static boolean mayPaste(String text) {
    return text.indexOf('+') >= 0 || text.indexOf('⌘') >= 0 || text.contains("aste");
  }

  private static boolean isFetched(String text) {
    return SOURCE.finds(text)
        && (FETCHES.finds(text) || LINKED.finds(text))
        && SOURCE.finds(Vendors.withoutAddresses(text));
  }

  private static String fetched(SourceText source, int line) {
    String passage = passage(source, line);
    Work.spend(COST * passage.length());
    boolean suspicious = PROGRAM.finds(passage) && STARTS.finds(passage) && MARKED.finds(passage);
    return suspicious
        ? "A program is to be fetched and started, past the checks that would stop it."
        : "";
  }

  private static String pasted(SourceText source, int line) {
    String passage = passage(source, line);
    return PROMPT.finds(passage) && COPIED.finds(passage) && KEY.finds(passage)
        ? "A command from elsewhere is to be pasted where the system runs it."
        : "";
  }

  /// Returns the lines around a line, up to the nearest headings.
  private static String passage(SourceText source, int line) {
    int from = line;
    while (from > 1 && line - from < ABOVE && !source.line(from).startsWith("#")) {
      from--;
    }
    StringBuilder passage = new StringBuilder();
    for (int at = from; at <= source.lines() && at <= line + BELOW; at++) {
      String text = source.line(at);
      if (at > line && text.startsWith("#")) {
        break;
      }
      passage.append(text).append('\n');
    }
    return passage.toString();
  }
}
