package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.Locale;
import java.util.Optional;

/// Compares the description of a skill with its scripts. A skill that only rewrites, formats or
/// counts, and whose text never mentions a network, has no reason to open a connection.
final class MismatchScan {
  private static final Regex DESCRIPTION =
      new Regex("(?m)^description:([^\\n]*(?:\\n[ \\t]+[^\\n]*)*)");
  private static final Regex LOCAL =
      new Regex(
          "(?i)\\b(?:(?:re)?format\\w*|beautif\\w*|indent\\w*|pretti\\w*|re-?writ\\w*|grammar|spelling|typos?|summari[sz]\\w*|convert\\w*|count\\w*|calculat\\w*|sort\\w*|renam\\w*|capitali[sz]\\w*|markdown|plain"
              + " text|regular expressions?|unit conversions?|colou?rs?|templates?|style"
              + " guide)\\b");
  private static final Regex NETWORK =
      new Regex(
          "(?i)https?:|\\b(?:apis?|http|urls?|web\\w*|on-?line|internet|network\\w*|downloads?|downloading|fetch\\w*|upload\\w*|servers?|cloud|remote\\w*|browser\\w*|sync\\w*|send\\w*|sent|e-?mails?|hooks?|publish\\w*|deploy\\w*|search\\w*|github|gitlab|tokens?|requests?|endpoints?|services?|slack|discord|telegram|telemetry|analytics|connect\\w*|curl|hosts?|llms?|models?|crawl\\w*|scrap\\w*|rss|feeds?|sockets?|dns|ftp|ssh|mcp)\\b");
  private static final Regex CONNECTS =
      new Regex(
          "\\b(?:requests|httpx|aiohttp|axios|urllib3?)\\.(?:get|post|put|patch|request|urlopen|Request|PoolManager|ClientSession)\\s*\\(|\\burllib\\.request\\.\\w+\\s*\\(|\\burlopen\\s*\\(|\\bfetch\\s*\\(\\s*[\"'`]https?:|\\bhttp\\.client\\.HTTPS?Connection\\s*\\(|\\bsocket\\.(?:create_connection|connect)\\s*\\(|\\.connect\\s*\\(\\s*\\(|\\bnew\\s+WebSocket\\s*\\(|(?:^|[;&|`(]\\s*)(?:curl|wget|nc|ncat|socat)\\s+[^\\n"
              + "]*\\S|/dev/tcp/|\\bhttps?\\.request\\s*\\(|\\bnet\\.connect\\s*\\(|HTTPServer\\s*\\(\\s*\\(\\s*[\"'](?:0\\.0\\.0\\.0)?[\"']|\\bdgram\\.createSocket\\s*\\(|\\bexec\\.Command\\(\\s*\"(?:curl|wget|ssh|scp|rsync|nc)\"|\\bhttp\\.(?:Get|Post)\\(|[\\[(]\\s*[\"'](?:curl|wget|scp|rsync|nc)[\"']\\s*,|\\bLWP::|\\bNet::HTTP\\b");
  private static final Regex HERE = new Regex("(?i)localhost|127\\.0\\.0\\.1|\\[::1\\]");

  /// A promise to stay off the network.
  private static final Regex OFFLINE =
      new Regex(
          "(?i)\\b(?:no|without(?:\\s+any)?|needs?\\s+no|never\\s+uses?\\s+the)\\s+(?:network|internet|on-?line|connection)(?:\\s+(?:access|connection|calls?|needed|required|requests?))*\\b|\\b(?:works?|runs?|fully|entirely|completely)\\s+off-?line\\b");

  /// The length from which a text that never mentions a network implies that there is none.
  private static final int LONG = 400;

  private static final int NAME = 5;
  private static final Regex HOST =
      new Regex(
          "\\b[a-zA-Z0-9-]+(?:\\.[a-zA-Z0-9-]+)*\\.(?:com|org|net|io|dev|ai|app|co|cloud)\\b");

  private MismatchScan() {}

  static void look(Sources sources, FindingList findings) {
    Optional<SourceText> skill = sources.find("SKILL.md");
    if (skill.isEmpty()
        || sources.texts().stream().noneMatch(MismatchScan::mayConnect)
        || !promisesLocalWork(skill.get().text())) {
      return;
    }
    boolean text = worksOnText(skill.get().text());
    for (SourceText source : sources.texts()) {
      if (!source.extension().equals(".md")
          && isCode(source)
          && (text || !namesHost(source, skill.get().text()))) {
        firstConnection(source)
            .ifPresent(
                line ->
                    findings.add(
                        ScanRule.MISMATCH.at(
                            source.path(),
                            line,
                            "The script opens a connection, but SKILL.md never mentions a network.",
                            SecretScan.mask(source.excerpt(line)))));
      }
    }
  }

  private static boolean worksOnText(String skill) {
    var description = DESCRIPTION.matcher(skill);
    return OFFLINE.finds(skill) || (description.find() && LOCAL.finds(description.group(1)));
  }

  /// Returns whether SKILL.md has a word of a host's name. A skill that names a payment provider
  /// does not need to mention the network as well.
  private static boolean namesHost(SourceText source, String skill) {
    String text = skill.toLowerCase(Locale.ROOT);
    var host = HOST.matcher(source.text());
    while (host.find()) {
      for (String part : host.group().toLowerCase(Locale.ROOT).split("[^a-z0-9]+", -1)) {
        if (part.length() >= NAME && text.contains(part)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean promisesLocalWork(String text) {
    var description = DESCRIPTION.matcher(text);
    if (!description.find()) {
      return false;
    }
    if (!NETWORK.finds(text)) {
      return LOCAL.finds(description.group(1)) || text.length() > LONG;
    }
    return OFFLINE.mayFind(text)
        && text.lines().anyMatch(OFFLINE::finds)
        && !NETWORK.finds(OFFLINE.matcher(text).replaceAll(" "));
  }

  private static boolean mayConnect(SourceText source) {
    return isCode(source) && CONNECTS.mayFind(source.text());
  }

  static boolean isCode(SourceText source) {
    return switch (source.extension()) {
      case ".py",
          ".sh",
          ".bash",
          ".zsh",
          ".mk",
          ".bat",
          ".cmd",
          ".psm1",
          ".js",
          ".mjs",
          ".cjs",
          ".ts",
          ".rb",
          ".pl",
          ".ps1",
          ".go",
          ".php",
          ".lua",
          "" ->
          !source.path().startsWith("evals/") && !source.path().startsWith("tests/");
      default -> false;
    };
  }

  private static Optional<Integer> firstConnection(SourceText source) {
    for (int line = 1; line <= source.lines(); line++) {
      if (connects(source.line(line))) {
        return Optional.of(line);
      }
    }
    return Optional.empty();
  }

  /// Returns whether the line opens a connection to another machine.
  static boolean connects(String line) {
    String code = line.strip();
    boolean comment = code.startsWith("#") || code.startsWith("//") || code.startsWith("*");
    return !comment && CONNECTS.finds(line) && !HERE.finds(line);
  }
}
