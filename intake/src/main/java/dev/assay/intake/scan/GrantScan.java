package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.tree.SourceText;
import java.util.List;

/// Finds commands that give access to an account or address written in the skill: cloud shares and
/// roles, guests, hidden copies of mail. Accounts and addresses that documents use as examples do
/// not count.
final class GrantScan {
  private static final List<GrantScan> ALL =
      List.of(
          new GrantScan(
              "",
              "An account that is written into the skill gets what belongs to the user.",
              "\\bmodify-(?:db-(?:cluster-)?)?(?:snapshot|image)-attribute\\b|--operation-type\\s+add\\s+--user-ids\\s|[\"']AWS[\"']\\s*:\\s*\\[?\\s*[\"']arn:aws:iam::[0-9]|--share-with[=\\s]",
              "(?:^|[^0-9])([0-9]{12})(?:[^0-9]|$)",
              "^(?:0{12}|1{12}|2{12}|3{12}|9{12}|(?:0000|1111|2222|3333|4444|5555|6666|7777|8888|9999){3}|[0-9]*(?:1234567890|0987654321|9876543210)[0-9]*)$",
              "snapshot-attribute",
              "image-attribute",
              "--user-ids",
              "arn:aws:iam::",
              "--share-with"),
          new GrantScan(
              "@",
              "Somebody whose address is written into the skill is let in.",
              "\\badd-iam-policy-binding\\b[^\\n]*--member[=\\s]+[\"']?(?:user|group):|\\b(?:add|invite|share|grant|give)\\b[^\\n@]{0,80}[\\s`\"'(<=:][\\w.+-]+@[^\\n]{0,80}\\b(?:as\\s+(?:an?\\s+)?(?:writer|editor|admin\\w*|owner|guest|member|collaborator|maintainer|viewer|reader)|(?:write|edit|admin|full)\\s+(?:access|rights|permissions?))\\b|\\bbcc\\b[^\\n@]{0,40}[\\s`\"'(<=:][\\w.+-]+@|\\bto\\s*[=:]\\s*[\"'][\\w.+-]+@[^\\n]*[\"']F(?:wd|W):",
              "(?:^|[^\\w.+-])([\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+)",
              "(?i)@(?:[\\w-]+\\.)*(?:example\\.(?:com|org|net)|company\\.(?:com|org)|acme\\.(?:com|org|io|corp)|domain\\.com|email\\.com|test\\.com|contoso\\.com|corp\\.com|mycompany\\.com|yourcompany\\.com|gserviceaccount\\.com)$|^(?:your|my|user|someone|somebody|name|alice|bob|carol|john|jane|team|colleague|admin|dev)[\\w.+-]*@",
              "add",
              "invite",
              "share",
              "grant",
              "give",
              "bcc",
              "fwd:",
              "fw:"),
          new GrantScan(
              "/",
              "Somebody whose name is written into the skill is let into a repository or organisation.",
              "(?:\\bgh\\s+api\\b|\\bPUT\\b|api\\.github\\.com|\\.put\\()[^\\n]*/(?:collaborators|memberships)/[A-Za-z0-9]",
              "/(?:collaborators|memberships)/([A-Za-z0-9][A-Za-z0-9-]*)",
              "(?i)^(?:your|my|user(?:name)?|someone|somebody|name|alice|bob|carol|john|jane|octocat|login|handle|owner|member|collaborator|invitee|teammate)(?:-?(?:user(?:name)?|name|login|handle|smith|doe|[0-9]+))?$",
              "collaborators/",
              "memberships/"),
          new GrantScan(
              "members",
              "Somebody who is written into the skill is let into a project or group.",
              "(?:\\bglab\\b|/api/v4/|\\bPRIVATE-TOKEN\\b)[^\\n]*\\bmembers\\b",
              "\\b(?:user_id|username|user|email)[\"']?(?:\\s*[=:]\\s*|\\s+)[\"']?([A-Za-z0-9][\\w.@+-]*)",
              "(?i)^(?:[0-9]{1,3}|1234\\w*|your.*|my.*|user(?:name)?|someone|somebody|name|alice|bob|carol|john|jane|login|member|[\\w.+-]+@example\\.\\w+)$",
              "glab",
              "/api/v4/",
              "private-token"));

  private static final Regex REFUSES =
      new Regex("(?i)\\b(?:never|not|don't)\\s+(?:\\w+\\s+)?(?:add|invite|share|grant|give)\\b");

  private final String mark;
  private final String message;
  private final Regex grants;
  private final Regex whom;
  private final Regex example;
  private final WordTable words;

  /// @param mark the text without which a line names no account
  /// @param words the words of which a granting line has at least one; faster to find than the
  ///   pattern
  private GrantScan(
      String mark, String message, String grants, String whom, String example, String... words) {
    this.mark = mark;
    this.message = message;
    this.grants = new Regex("(?i)" + grants);
    this.whom = new Regex(whom);
    this.example = new Regex(example);
    this.words = WordTable.of(words);
  }

  static void look(SourceText source, FindingList findings) {
    for (GrantScan each : ALL) {
      if (source.text().contains(each.mark)
          && each.words.anyIn(source.text())
          && each.grants.mayFind(source.text())) {
        each.search(source, findings);
      }
    }
  }

  private void search(SourceText source, FindingList findings) {
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      if (text.contains(mark)
          && words.anyIn(text)
          && grants.finds(text)
          && !REFUSES.finds(text)
          && namesSomebody(text)) {
        findings.add(
            ScanRule.EXFILTRATION.at(
                source.path(), line, message, SecretScan.mask(source.excerpt(line))));
        return;
      }
    }
  }

  /// Returns whether a line names an account that is not an example.
  private boolean namesSomebody(String line) {
    Matcher named = whom.matcher(line);
    for (int at = 0; at <= line.length() && named.find(at); at = named.end(1)) {
      if (!example.finds(named.group(1))) {
        return true;
      }
    }
    return false;
  }
}
