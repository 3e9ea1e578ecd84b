package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.tree.SourceText;
import java.util.List;

/// Finds programs whose steps are harmless one by one and dangerous near each other: fetched text
/// and a call that runs text, or encoded data and the lookup of a host name. The names of the
/// variables between them do not matter.
final class CodePairScan {
  private static final List<CodePairScan> ALL =
      List.of(
          new CodePairScan(
              ScanRule.DOWNLOAD_AND_RUN,
              "Text is run as code; line %d fetches some.",
              "\\bfetch\\(|\\bhttps?\\s*$|\\bhttps?\\.(?:get|request)\\(|\\baxios\\b|\\bgot\\(|\\bundici\\b|^\\s*\\.get\\(\\s*[\"'`]https?:",
              "\\bvm\\.(?:runIn\\w*Context|compileFunction|Script)\\b|\\bReflect\\.construct\\(\\s*(?:Async)?Function\\b|\\bgetPrototypeOf\\(\\s*async\\b[^\\n]*\\.constructor|\\bnew\\s+(?:AsyncFunction|GeneratorFunction)\\(|\\b(?:module|m|mod)\\._compile\\(|\\brequireFromString\\(",
              "runIn",
              "compileFunction",
              "vm.Script",
              "Reflect.construct",
              "getPrototypeOf",
              "AsyncFunction",
              "GeneratorFunction",
              "_compile",
              "requireFromString"),
          new CodePairScan(
              ScanRule.EXFILTRATION,
              "A name of a host is put together and looked up, which tells it to the owner of the domain;"
                  + " line %d encodes something.",
              "\\b(?:b32encode|b16encode|b64encode|urlsafe_b64encode|hexlify|EncodeToString|base32|btoa|xxd\\s+-p)\\b|\\.hex\\(\\)|toString\\(\\s*[\"'](?:hex|base64)|\\bbase64\\s+-w|unpack1?\\([\"'][Hhm]|\\bhex\\.Encode",
              "\\b(?:net\\.)?Lookup(?:Host|IP|IPAddr|TXT|CNAME|Addr|NS)\\([^\\n]*(?:Sprintf|\\+)|\\bdns\\.(?:promises\\.)?(?:lookup|resolve\\w*)\\([^\\n]*(?:\\$\\{|\\+)|\\b(?:gethostbyname(?:_ex)?|getaddrinfo)\\(\\s*(?:f[\"']|[\"'][^\"']*[\"']\\s*(?:%%|\\.format)|\\w+\\s*\\+)|\\bresolver\\.(?:resolve|query)\\(\\s*(?:f[\"']|\\w+\\s*\\+|[\"'][^\"']*[\"']\\s*%%)|\\bgetaddress\\([^\\n]*#\\{|\\b(?:nslookup|dig|host)\\b[^\\n]*\\$\\{?\\w+\\}?[\"']?\\.[\"']?[\\w$]",
              "lookup",
              "dns.",
              "gethostbyname",
              "getaddrinfo",
              "resolver.",
              "getaddress",
              "nslookup",
              "dig ",
              "host "));

  private static final int NEAR = 40;

  private final ScanRule rule;
  private final String message;
  private final Regex first;
  private final Regex second;
  private final WordTable words;

  /// @param words the words of which the second step has at least one; a faster check than the
  ///   pattern
  private CodePairScan(
      ScanRule rule, String message, String first, String second, String... words) {
    this.rule = rule;
    this.message = message;
    this.first = new Regex(first);
    this.second = new Regex("(?i)" + second.replace("%%", "%"));
    this.words = WordTable.of(words);
  }

  static void look(SourceText source, FindingList findings) {
    if (!MismatchScan.isCode(source)) {
      return;
    }
    for (CodePairScan pair : ALL) {
      if (pair.words.anyIn(source.text()) && pair.first.mayFind(source.text())) {
        pair.search(source, findings);
      }
    }
  }

  private void search(SourceText source, FindingList findings) {
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      if (words.anyIn(text) && second.finds(text) && !UnsaidEffects.isComment(text)) {
        int near = near(source, line);
        if (near > 0) {
          findings.add(
              rule.at(
                  source.path(),
                  line,
                  message.formatted(near),
                  SecretScan.mask(source.excerpt(line))));
          return;
        }
      }
    }
  }

  /// Returns the nearest line with the first step, preferring lines above; 0 if there is none.
  private int near(SourceText source, int line) {
    for (int above = line; above >= Math.max(1, line - NEAR); above--) {
      if (first.finds(source.line(above))) {
        return above;
      }
    }
    for (int below = line + 1; below <= Math.min(source.lines(), line + NEAR); below++) {
      if (first.finds(source.line(below))) {
        return below;
      }
    }
    return 0;
  }
}
