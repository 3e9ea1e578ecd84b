package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Finds scripts that send files or their content to a host, if SKILL.md neither mentions sending
/// data nor names the host.
final class UnsaidUploadScan {
  private static final Regex SENDS =
      new Regex(
          "\\bcurl\\b[^\\n]*\\s(?:-T|--upload-file|-F|--form|--data-binary|-d|--data\\S*)\\s*[\"']?[^\\n]*https?://|\\bcurl\\b[^\\n]*https?://[^\\n]*\\s(?:-T|--upload-file|-F|--form|--data-binary|-d|--data\\S*)\\s|\\bwget\\b[^\\n]*--post-\\w+[^\\n]*https?://|\\bfetch\\(\\s*[\"'`]https?://[^\\n]*\\b(?:POST|PUT)\\b|\\bsendBeacon[?.]*\\(\\s*[\"'`]https?://|\\b(?:requests|httpx)\\.(?:post|put)\\(\\s*f?[\"']https?://|\\baxios\\.(?:post|put)\\(\\s*[\"'`]https?://|\\burlopen\\([^\\n]*[\"']https?://[^\\n]*(?:data=|,\\s*\\w)|\\bInvoke-(?:RestMethod|WebRequest)\\b[^\\n]*https?://[^\\n]*(?:-InFile|-Body)\\b|\\bNet::HTTP\\.post\\w*\\([^\\n]*https?://|\\bhttp\\.Post\\(\\s*\"https?://");

  private static final WordTable WORDS =
      WordTable.of(
          "curl",
          "wget",
          "fetch(",
          "sendBeacon",
          ".post(",
          ".put(",
          "urlopen",
          "Invoke-",
          "HTTP.post",
          "http.Post");

  /// The words with which a skill mentions that it sends data.
  private static final Regex SAID =
      new Regex(
          "(?i)\\b(?:upload\\w*|apis?|endpoints?|servers?|cloud|sync\\w*|posts?|posting|submit\\w*|publish\\w*|sends?|sending|sent|telemetry|analytics|web-?hooks?|notif\\w+|remote|service|services|http|https|requests?|network|on-?line|internet|urls?|slack|discord|telegram|e-?mails?|llms?|tokens?|account|hosted|deploy\\w*|mcp|model|ping\\w*|report\\w*\\s+to|connect\\w*)\\b|(?:上传|发送|服务器|接口|アップロード|送信|サーバ|envía|enviar|servidor|hochladen|senden|Server|téléverser|envoy|serveur)");

  /// A promise that no data is sent.
  private static final Regex PROMISED =
      new Regex(
          "(?i)\\b(?:never|no|not|nothing|without|does\\s+not|doesn't)\\s+(?:\\w+\\s+){0,3}(?:sends?|sending|sent|uploads?|uploaded|leaves?|network|internet|servers?|cloud|on-?line|transmit\\w*|connects?|accounts?|api\\s+keys?)\\b[^.\\n]*|\\b(?:stays?|kept|remains?|runs?)\\s+(?:\\w+\\s+){0,2}(?:on\\s+(?:the|your|this)\\s+(?:machine|computer|device|disk)|local(?:ly)?)\\b|\\b(?:works?|runs?|fully|entirely|completely)\\s+off-?line\\b");

  private static final Regex NAMED = new Regex("(?m)^name:[^\\n]*");
  private static final Regex ADDRESS = new Regex("https?://([A-Za-z0-9.-]+)");

  /// A request with a token. The script then has an account with the service.
  private static final Regex AUTHORIZED = new Regex("\\b(?:Authorization|Bearer|X-Api-Key)\\b");

  private static final Regex HERE =
      new Regex(
          "(?i)^(?:localhost|127\\.|0\\.0\\.0\\.0|example\\.|www\\.example\\.|host\\.docker)");
  private static final List<String> GENERAL = List.of("https", "http", "com", "example");
  private static final int NAME = 4;

  /// The length below which a text is too short to judge by what it omits.
  private static final int LONG = 400;

  private UnsaidUploadScan() {}

  static void look(Sources sources, FindingList findings) {
    Optional<SourceText> skill = sources.find("SKILL.md");
    if (skill.isEmpty()) {
      return;
    }
    List<SourceText> scripts =
        sources.texts().stream().filter(each -> MismatchScan.isCode(each) && mayBe(each)).toList();
    if (scripts.isEmpty()) {
      return;
    }
    boolean promised = PROMISED.finds(skill.get().text());
    if ((!promised && skill.get().text().length() < LONG)
        || SAID.finds(PROMISED.matcher(skill.get().text()).replaceAll(" "))) {
      return;
    }
    String names = promised ? "" : body(skill.get().text());
    scripts.forEach(each -> look(each, names, findings));
  }

  /// Returns SKILL.md without the skill's name, because hosts may be named after it.
  private static String body(String skill) {
    return NAMED.matcher(skill).replaceFirst("").toLowerCase(Locale.ROOT);
  }

  private static boolean mayBe(SourceText source) {
    Work.spend(2L * source.text().length());
    if (!source.text().contains("://")
        || !WORDS.anyIn(source.text())
        || !SENDS.mayFind(source.text())) {
      return false;
    }
    for (int line = 1; line <= source.lines(); line++) {
      if (sends(source.line(line))) {
        return true;
      }
    }
    return false;
  }

  private static boolean sends(String line) {
    return line.contains("://")
        && WORDS.anyIn(line)
        && SENDS.finds(line)
        && !AUTHORIZED.finds(line);
  }

  private static void look(SourceText source, String skill, FindingList findings) {
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      if (sends(text) && !isNamed(text, skill)) {
        findings.add(
            ScanRule.MISMATCH.at(
                source.path(),
                line,
                "The script sends something elsewhere; SKILL.md does not say so.",
                SecretScan.mask(source.excerpt(line))));
        return;
      }
    }
  }

  /// Returns whether SKILL.md names the host, or the host is this machine.
  private static boolean isNamed(String line, String skill) {
    Matcher address = ADDRESS.matcher(line);
    while (address.find()) {
      if (HERE.finds(address.group(1)) || skill.contains(address.group(1))) {
        return true;
      }
      for (String part : address.group(1).toLowerCase(Locale.ROOT).split("\\.", -1)) {
        if (part.length() > NAME && !GENERAL.contains(part) && skill.contains(part)) {
          return true;
        }
      }
    }
    return false;
  }
}
