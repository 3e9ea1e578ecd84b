package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.tree.SourceText;

/// Finds sentences against the user in other languages than English: those that hide something from
/// the user, or set other instructions aside.
final class ForeignScan {
  private static final Regex HIDES =
      new Regex(
          "(?i)不要(?:告诉|告知|通知|提醒|向)用户|不得告知用户|瞒着用户|用户不知情|ユーザーに(?:は)?(?:知らせ|伝え|言わ)(?:ないで|ず|ない)|사용자에게\\s*(?:알리지|말하지)|не\\s+(?:говори|сообщай|рассказывай)(?:те)?\\s+(?:об\\s+этом\\s+)?пользовател|no\\s+(?:le\\s+)?(?:digas|informes|menciones)[^.\\n]{0,20}\\bal\\s+usuario|ne\\s+(?:dites|dis|mentionnez|prévenez)\\s+(?:pas|rien)[^.\\n]{0,20}\\bà\\s+l.utilisateur|(?:sag|sage|verrate|erzähle)[^.\\n]{0,20}\\bdem\\s+(?:nutzer|benutzer|anwender)[^.\\n]{0,12}\\bnicht|não\\s+(?:diga|informe|conte)[^.\\n]{0,16}\\bao\\s+usuário|لا\\s+تخبر\\s+المستخدم");
  private static final Regex OVERRIDES =
      new Regex(
          "(?i)忽略(?:之前|以前|先前|上述|所有)[^。\\n]{0,8}(?:指令|指示|提示|规则)|(?:以前|これまで|上記)の(?:指示|命令)を(?:すべて)?無視|이전\\s*(?:지시|명령)[^.\\n]{0,6}무시|игнорируй(?:те)?\\s+(?:все\\s+)?(?:предыдущ|прошл)|ignora\\s+(?:todas\\s+)?las\\s+instrucciones\\s+(?:anteriores|previas)|ignore[zr]?\\s+(?:toutes\\s+)?les\\s+instructions\\s+précédentes|(?:ignoriere|vergiss)\\s+(?:alle\\s+)?(?:vorherigen|bisherigen|obigen)\\s+(?:anweisungen|instruktionen)|ignore\\s+(?:todas\\s+)?as\\s+instruções\\s+anteriores");

  /// Without one of these words there is nothing to find; looking for them is much faster.
  private static final WordTable HIDING =
      WordTable.of(
          "不要",
          "不得告知",
          "瞒着",
          "不知情",
          "ユーザーに",
          "사용자에게",
          "пользовател",
          "usuario",
          "usuário",
          "utilisateur",
          "nutzer",
          "anwender",
          "المستخدم");

  private static final WordTable OVERRIDING =
      WordTable.of(
          "忽略",
          "無視",
          "무시",
          "игнорируй",
          "instrucciones",
          "précédentes",
          "anweisungen",
          "instruktionen",
          "instruções");

  private ForeignScan() {}

  static void look(SourceText source, FindingList findings) {
    if (HIDING.anyIn(source.text())) {
      add(
          HIDES,
          ScanRule.AGAINST_USER,
          "The text hides something from the user.",
          source,
          findings);
    }
    if (OVERRIDING.anyIn(source.text())) {
      add(
          OVERRIDES,
          ScanRule.PROMPT_INJECTION,
          "The text sets other instructions aside.",
          source,
          findings);
    }
  }

  private static void add(
      Regex regex, ScanRule rule, String message, SourceText source, FindingList findings) {
    Matcher found = regex.matcher(source.text());
    if (found.find()) {
      int line = source.lineAt(found.start());
      findings.add(rule.at(source.path(), line, message, SecretScan.mask(source.excerpt(line))));
    }
  }
}
