package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Signature;
import dev.assay.intake.tree.SourceText;
import java.util.EnumSet;
import java.util.Set;

/// Recognizes lines that belong to a list of forbidden actions. The line above the list must be
/// nothing but the prohibition: "Never forget to" and "Do not ask, but" forbid nothing.
final class Prohibition {
  private static final int ABOVE = 60;

  /// The rules for actions that an agent only takes when it is told to.
  private static final Set<ScanRule> INSTRUCTIONS =
      EnumSet.of(
          ScanRule.AGAINST_USER,
          ScanRule.PROMPT_INJECTION,
          ScanRule.JUDGE_MANIPULATION,
          ScanRule.DESTRUCTION,
          ScanRule.PRIVILEGE,
          ScanRule.CREDENTIALS);

  private static final Regex ITEM = new Regex("^\\s*(?:[-*+•]|[0-9]{1,2}[.)])\\s+\\S");

  /// An item with a negation. Together with the prohibition it may demand the action.
  private static final Regex NEGATIVE =
      new Regex(
          "(?i)\\b(?:never|not|cannot|\\w+n['’]t|no\\s+one|nobody|refus\\w+|fail\\w*\\s+to)\\b");

  private static final Regex NEVER =
      new Regex(
          "(?i)^\\s*(?:[-*+•]\\s+|[0-9]{1,2}[.)]\\s+)?[*_]*(?:you\\s+must\\s+)?(?:never|do\\s+not|don['’]t)\\s+(?:run|execute|use|call|type|issue|suggest)\\b[^.!?]*(?:[.!?](?:[^\\s.!?][^.!?]*)?)*?(?:[.!?](?:\\s|$)|$)");

  /// Words after which a sentence may demand an action nevertheless.
  private static final Regex TURN =
      new Regex(
          "(?i)\\b(?:instead|but|rather|except|unless|until|without|then|only|always|other\\s+than|before|after|when|if|directly|manually|twice)\\b|[;→]|=>|->");

  private static final Regex DECORATION =
      new Regex("^[\\s#>*_0-9.)(❌🚫⛔🛑✗✘⚠️-]+|[\\s*_:：!.。—–-]+$");

  private static final Regex FORBIDS =
      new Regex(
          "(?i)^(?:(?:you\\s+|agents?\\s+)?(?:(?:must|should|shall|may|can)\\s+)?(?:never|not)(?:\\s+ever)?(?:\\s+do)?(?:\\s+(?:this|these|these\\s+things|the\\s+following|any\\s+of\\s+(?:this|these|the\\s+following)))?"
              + "|do(?:\\s+not|n['’]?t)(?:\\s+do)?(?:\\s+(?:this|these|the\\s+following))?|do(?:\\s+not|n['’]?t)['’]?s"
              + "|(?:what\\s+|things\\s+)(?:(?:you\\s+must\\s+|you\\s+should\\s+)?(?:not\\s+to\\s+do|never\\s+do|not\\s+do|never\\s+to\\s+do)|to\\s+avoid)"
              + "|avoid(?:\\s+(?:these|this|the\\s+following|doing))?"
              + "|(?:(?:common|typical|frequent)\\s+)?(?:anti[- ]?patterns?|pitfalls|mistakes|errors)(?:\\s+to\\s+avoid)?"
              + "|(?:strictly\\s+)?(?:forbidden|prohibited|disallowed|not\\s+allowed|not\\s+permitted|out\\s+of\\s+bounds)(?:\\s+(?:actions?|operations?|patterns?|behaviou?rs?|practices?|commands?))?"
              + "|(?:bad|wrong)(?:\\s+(?:practices?|habits?))?|hard\\s+(?:stops?|no['’]?s)"
              + "|禁止(?:事项|事項|行为|行為|操作)?|不要(?:做)?|绝不|やってはいけないこと|してはいけないこと)$");

  private Prohibition() {}

  static boolean covers(Signature signature, SourceText source, int line) {
    if (!INSTRUCTIONS.contains(signature.rule()) || !source.extension().equals(".md")) {
      return false;
    }
    String text = source.line(line);
    return isForbidden(signature, text)
        || (ITEM.finds(text) && !NEGATIVE.finds(text) && FORBIDS.finds(bare(lead(source, line))));
  }

  /// Returns whether the line begins with a sentence that forbids the action, such as "Never run
  /// …". The rest of the line must not match.
  private static boolean isForbidden(Signature signature, String line) {
    Matcher sentence = NEVER.matcher(line);
    return sentence.find()
        && !TURN.finds(sentence.group())
        && !signature.matches(line.substring(sentence.end()));
  }

  /// Returns the nearest line above that is not part of a list: the line that introduces the list.
  private static String lead(SourceText source, int line) {
    for (int above = line - 1; above >= Math.max(1, line - ABOVE); above--) {
      String text = source.line(above);
      boolean continued = text.startsWith("  ") || text.startsWith("\t");
      if (!text.isBlank() && !continued && !ITEM.finds(text)) {
        return text;
      }
    }
    return "";
  }

  private static String bare(String lead) {
    return DECORATION.matcher(lead).replaceAll("");
  }
}
