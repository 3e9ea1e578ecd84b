package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Vendors;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Finds instructions that send files or data to an address unrelated to the skill, such as one
/// upload address in a skill for spreadsheets. A skill for a service names the service many times.
final class OutboundScan {
  private static final int OFTEN = 3;
  private static final Regex COMMAND =
      new Regex(
          "(?i)\\bcurl\\b[^\\n"
              + "]*(?:\\s(?:-F|--form)\\s*[\"']?[\\w-]+=@|\\s(?:-T|--upload-file)\\s|\\s(?:-d|--data\\S*)\\s*[\"']?@|\\s-X\\s*POST\\b[^\\n"
              + "]*\\s(?:-d|--data\\S*)\\s[^\\n"
              + "]*(?:<[a-z_]+>|\\$\\(cat\\s))|\\bwget\\b[^\\n"
              + "]*--post-(?:file|data)|\\brequests\\.post\\s*\\([^\\n"
              + "]*\\bfiles\\s*=");
  private static final Regex SENTENCE =
      new Regex(
          "(?i)\\b(?:upload|send|transmit|forward|back(?:ed)?\\s*up|sync|mirror|copy|push|submit|post|report|share|store|save|export|publish)\\b[^\\n"
              + "]{0,60}\\b(?:files?|documents?|data|results?|contents?|copy|copies|backups?|reports?|quer(?:y|ies)|logs?|outputs?|presentations?|spreadsheets?|code|messages?|everything|credentials|repository|it|them)\\b[^\\n"
              + "]{0,80}\\b(?:to|at|on|with|via)\\b[^\\n"
              + "]{0,40}(?:https?://|www\\.|[a-z0-9-]+\\.(?:com|net|io|dev|co|cloud|app|xyz)\\b)");

  /// The words of which each such sentence has at least one. Searching for them is much faster.
  private static final WordTable ADDRESSES =
      WordTable.of("http", "www.", ".com", ".net", ".io", ".dev", ".co", ".app", ".xyz", ".cloud");

  private static final Regex ADDRESS =
      new Regex(
          "(?i)(?:https?://|\\bwww\\.|\\b(?:to|at|on|with|via)\\s+[\"'`<(\\[]*)([a-z0-9-][a-z0-9.-]*\\.[a-z]{2,})(?:[:/\\s\"'`)>,?.]|$)");
  private static final Regex HARMLESS =
      new Regex(
          "(?i)\\b(?:issues?|pull\\s+requests?|bugs?|feedback|localhost|127\\.0\\.0\\.1|never|not|don't|optional\\w*)\\b|your-|yourapp|\\$\\{?[A-Z_]*(?:KEY|TOKEN)\\b|\\byour\\s+\\w+\\s+(?:server|endpoint)");

  /// The parts of host names that do not tell the owner.
  private static final List<String> GENERAL =
      List.of(
          "www",
          "api",
          "app",
          "dev",
          "com",
          "org",
          "net",
          "io",
          "co",
          "ai",
          "cloud",
          "data",
          "v1",
          "onrender",
          "herokuapp",
          "vercel",
          "netlify",
          "workers",
          "pages",
          "fly",
          "railway",
          "upload",
          "uploads",
          "files",
          "service",
          "services");

  private static final Regex SERVICE = new Regex("(?:apis?|app|hq|cdn|cloud)$");

  private static final List<String> ORDINARY =
      List.of(
          "example.com",
          "example.org",
          "example.net",
          "company.com",
          "acme.com",
          "domain.com",
          "yourdomain.com",
          "github.com",
          "githubusercontent.com",
          "gitlab.com",
          "google.com",
          "googleapis.com",
          "openai.com",
          "anthropic.com",
          "slack.com",
          "discord.com",
          "telegram.org",
          "microsoft.com",
          "amazonaws.com",
          "azure.com",
          "windows.net",
          "notion.com",
          "stripe.com",
          "httpbin.org",
          "huggingface.co",
          "cloudflare.com",
          "atlassian.net");

  private final FindingList findings;
  private final String skill;

  /// The description and title of the skill in lower case; computed when first needed, like `all`.
  private String about = "";

  private String all = "";
  private final Map<String, Boolean> own = new HashMap<>();
  private boolean reported;

  OutboundScan(Sources sources, FindingList findings) {
    this.findings = findings;
    this.skill = sources.find("SKILL.md").map(SourceText::text).orElse("");
  }

  private void read() {
    if (!all.isEmpty()) {
      return;
    }
    this.all = skill.toLowerCase(Locale.ROOT);
    int end = skill.indexOf("\n---", 4);
    int title = skill.indexOf("\n#", Math.max(0, end));
    int stop = title < 0 ? Math.max(0, end) : skill.indexOf('\n', title + 1);
    this.about = all.substring(0, stop < 0 ? all.length() : stop).replaceAll("[\\s_.-]+", "");
  }

  void look(View view) {
    SourceText shown = view.shown();
    if (reported
        || skill.isEmpty()
        || (!COMMAND.mayFind(shown.text()) && !SENTENCE.mayFind(shown.text()))) {
      return;
    }
    for (int line = 1; line <= shown.lines(); line++) {
      String text = shown.line(line);
      if (text.indexOf('.') > 0
          && (COMMAND.finds(text) || isSentence(text))
          && !HARMLESS.finds(text)
          && isUnrelated(text)) {
        reported = true;
        findings.add(
            ScanRule.EXFILTRATION.at(
                shown.path(),
                view.lineOf().applyAsInt(line),
                "Data is to be sent to an address that has nothing to do with the rest of the"
                    + " skill.",
                SecretScan.mask(text)));
        return;
      }
    }
  }

  private static boolean isSentence(String line) {
    return ADDRESSES.anyIn(line) && SENTENCE.finds(line);
  }

  private boolean isUnrelated(String line) {
    Matcher address = ADDRESS.matcher(line);
    boolean found = false;
    while (address.find()) {
      String host = address.group(1).toLowerCase(Locale.ROOT);
      if (own.computeIfAbsent(host, this::isOwn)) {
        return false;
      }
      found = true;
    }
    return found;
  }

  /// Returns whether the host belongs to the skill's subject, or is an ordinary host such as a
  /// forge.
  private boolean isOwn(String host) {
    read();
    Work.spend(about.length() + all.length());
    return isOrdinary(host) || isNamed(host) || Vendors.publishes(host) || count(host) >= OFTEN;
  }

  private static boolean isOrdinary(String host) {
    return ORDINARY.stream().anyMatch(each -> host.equals(each) || host.endsWith("." + each));
  }

  /// Returns whether the skill's description or title names a part of the host.
  private boolean isNamed(String host) {
    for (String each : host.split("[.-]", -1)) {
      String part = SERVICE.matcher(each).replaceFirst("");
      if (part.length() > 2 && !GENERAL.contains(part) && about.contains(part)) {
        return true;
      }
    }
    return false;
  }

  private int count(String host) {
    int count = 0;
    for (int at = all.indexOf(host); at >= 0 && count < OFTEN; at = all.indexOf(host, at + 1)) {
      count++;
    }
    return count;
  }
}
