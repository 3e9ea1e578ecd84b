package dev.assay.intake.scan;

import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Decides whether a line quotes an attack. Skills about security do so in their documents and test
/// material. An attacker can also call a skill a security tool, so the text around the line has to
/// speak of attacks as well.
final class Quotation {
  private static final int MAX_FRONTMATTER = 40;
  private static final int ABOVE = 12;
  private static final int ENOUGH = 3;
  private static final Regex MATERIAL =
      new Regex(
          "(?i)(?:^|/)(?:docs?|guides?|tests?|fixtures?|test-fixtures|patterns?|rules?|examples?|samples?|references?)/");
  private static final Regex SECURITY =
      new Regex(
          "(?i)^(?:description:|\\s)[^\\n"
              + "]*\\b(?:security|secure|malicious|malware|injection|vulnerab\\w*|pentest\\w*|penetration[- ]test\\w*|(?:ethical|privilege)\\s+(?:hack\\w*|escalat\\w*)|forensics?|red[-"
              + " ]team\\w*|audit\\w*|threat|compromise|phishing|ssrf|request\\s+forgery|incident\\s+response|blue[- ]teams?|yara|red\\s+flags?|exploit\\w*|hardening|jailbreak|owasp|reverse\\s+shells?|risky|exfiltration|evasion|ransom\\w*|rançongiciels?|scan(?:s|ner|ning)?\\b[^\\n"
              + "]*\\bskills?)|^(?:description:|\\s)[^\\n]*(?:セキュリティ|脆弱性|安全审计|网络安全|渗透测试|漏洞)");
  private static final Regex TALK =
      new Regex(
          "(?i)\\b(?:attack\\w*|malicious\\w*|suspicious|red\\s+flags?|exploit\\w*|inject\\w*|vulnerab\\w*|insecure|unsafe|dangerous|blocked|blocks|reject\\w*|detect\\w*|flag(?:s|ged)?|forbidden|denied|bypass\\w*|adversar\\w*|poison\\w*|pentest\\w*|escalat\\w*|compromis\\w*|backdoor\\w*|jailbreak\\w*|threats?|traversal|wrong|phish\\w*|signs\\s+of|indicators?\\s+of|evasion|risky|ssrf|block|obfuscat\\w*|infosteal\\w*|ransom\\w*)\\b|攻撃|攻击|脆弱|悪意|恶意|漏洞|不正|注入|盗|❌|🚩|⚠|🔴");

  /// A block quotation that begins with a quotation mark or an emphasis.
  private static final Regex QUOTE = new Regex("^\\s*>\\s*[\"“'`*_]");

  private static final Regex CELL = new Regex("^\\s*\\|\\s*`[^`]+`\\s*\\|");
  private static final Regex DISCLAIMER =
      new Regex(
          "(?i)\\b(?:never|do\\s+not|don't)\\s+(?:act\\s+on|follow|obey|execute|run)\\s+(?:it|them|these|those|any|unknown|what|such|the\\s+(?:examples?|samples?|quotes?))\\b|\\bnot\\s+what\\s+to\\s+run\\b");

  /// Options of a command, which do not count as speaking of attacks.
  private static final Regex OPTION =
      new Regex("(?i)-e(?:p|x\\w*)\\s+bypass\\b|--?\\w*(?:bypass|unsafe|dangerous)[\\w-]*");

  private static final Regex FORGET =
      new Regex(
          "(?i)^(?:please\\s+|now\\s+|first,?\\s+)?(?:ignore|disregard|forget|override)\\s+(?:all\\s+|any\\s+|the\\s+|your\\s+)*(?:previous|prior|earlier|above|system)\\b");

  /// The rules whose findings skills about security quote. Flows and indicators are never
  /// quotations.
  private static final Set<ScanRule> QUOTABLE =
      EnumSet.of(
          ScanRule.PROMPT_INJECTION,
          ScanRule.AGAINST_USER,
          ScanRule.JUDGE_MANIPULATION,
          ScanRule.CREDENTIALS,
          ScanRule.DOWNLOAD_AND_RUN,
          ScanRule.DESTRUCTION,
          ScanRule.REVERSE_SHELL,
          ScanRule.PRIVILEGE,
          ScanRule.PERSISTENCE,
          ScanRule.ENVIRONMENT_DUMP,
          ScanRule.OBFUSCATION,
          ScanRule.DROP_SITE,
          ScanRule.FAKE_PREREQUISITE,
          ScanRule.UNTRUSTED_CODE,
          ScanRule.RAW_ADDRESS);

  /// The rules whose lines have no effect if the agent is told not to follow them. A command would
  /// still be run.
  private static final Set<ScanRule> INSTRUCTIONS =
      EnumSet.of(ScanRule.PROMPT_INJECTION, ScanRule.AGAINST_USER);

  private final Optional<SourceText> skill;
  private final Map<String, Boolean> files = new HashMap<>();

  /// The result for the skill; computed when first needed.
  private Optional<Boolean> security = Optional.empty();

  Quotation(Sources sources) {
    skill = sources.find("SKILL.md");
  }

  boolean is(ScanRule rule, SourceText source, int line) {
    return QUOTABLE.contains(rule)
        && isAboutSecurity()
        && !isInstruction(rule, source, line)
        && (MATERIAL.finds(source.path())
            ? files.computeIfAbsent(source.path(), any -> speaksOfAttacks(source))
            : source.extension().equals(".md")
                && (speaksOfAttacks(source, line) || isShown(rule, source, line)));
  }

  /// Returns whether the line has the form of a quotation in a file whose title speaks of attacks,
  /// or the text tells the agent not to follow the line.
  private static boolean isShown(ScanRule rule, SourceText source, int line) {
    boolean form =
        QUOTE.finds(source.line(line))
            || (rule != ScanRule.DOWNLOAD_AND_RUN && CELL.finds(source.line(line)));
    return (form && introduction(source, TALK))
        || (INSTRUCTIONS.contains(rule) && isDisclaimed(source, line));
  }

  /// Returns whether the introduction or the following lines of the section say not to follow the
  /// text.
  private static boolean isDisclaimed(SourceText source, int line) {
    if (introduction(source, DISCLAIMER)) {
      return true;
    }
    for (int below = line; below <= Math.min(source.lines(), line + ABOVE); below++) {
      String text = source.line(below);
      if (below > line && text.startsWith("#")) {
        return false;
      }
      if (DISCLAIMER.finds(text)) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether the title or the text before the first section matches.
  private static boolean introduction(SourceText source, Regex what) {
    int rules = 0;
    for (int line = 1; line <= Math.min(source.lines(), MAX_FRONTMATTER); line++) {
      String text = source.line(line);
      rules += text.startsWith("---") ? 1 : 0;
      if (text.startsWith("##")) {
        return false;
      }
      if (rules >= 2 && what.finds(text)) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether the line is a sentence of SKILL.md that tells the agent to ignore
  /// instructions. Such a line is no quotation.
  private static boolean isInstruction(ScanRule rule, SourceText source, int line) {
    return rule == ScanRule.PROMPT_INJECTION
        && source.path().equals("SKILL.md")
        && FORGET.finds(source.line(line))
        && !isFenced(source, line);
  }

  private static boolean isFenced(SourceText source, int line) {
    boolean fenced = false;
    for (int above = 1; above < line; above++) {
      fenced ^= source.line(above).stripLeading().startsWith("```");
    }
    return fenced;
  }

  /// Returns whether a file of patterns or examples speaks of attacks.
  private static boolean speaksOfAttacks(SourceText source) {
    int count = TALK.finds(source.path()) ? ENOUGH : 0;
    for (int line = 1; line <= source.lines() && count < ENOUGH; line++) {
      count += TALK.finds(source.line(line)) ? 1 : 0;
    }
    return count >= ENOUGH;
  }

  /// Returns whether the line, a line above it in the section, or the heading speaks of attacks.
  static boolean speaksOfAttacks(SourceText source, int line) {
    for (int above = line; above >= Math.max(1, line - ABOVE); above--) {
      if (TALK.finds(OPTION.matcher(source.line(above)).replaceAll(" "))) {
        return true;
      }
      if (above != line && source.line(above).startsWith("#")) {
        return false;
      }
    }
    return false;
  }

  private boolean isAboutSecurity() {
    boolean known = security.orElseGet(() -> skill.filter(Quotation::isAboutSecurity).isPresent());
    security = Optional.of(known);
    return known;
  }

  private static boolean isAboutSecurity(SourceText skill) {
    int last = Math.min(skill.lines(), MAX_FRONTMATTER);
    for (int line = 1; line <= last; line++) {
      String text = skill.line(line);
      if (line > 1 && text.startsWith("---")) {
        return false;
      }
      if (SECURITY.finds(text)) {
        return true;
      }
    }
    return false;
  }
}
