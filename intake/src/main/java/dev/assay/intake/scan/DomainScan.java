package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Finds hosts that scripts connect to and SKILL.md does not mention.
final class DomainScan {
  private static final Regex HOST =
      new Regex(
          "(?i)\\bhttps?://([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9-]+)*\\.[a-z]{2,})\\b");
  private static final List<String> CALLS =
      List.of(
          "requests.",
          "urllib",
          "httpx",
          "aiohttp",
          "http.client",
          "fetch(",
          "axios",
          "curl ",
          "wget ",
          "XMLHttpRequest",
          "WebSocket(",
          "Invoke-WebRequest",
          "Invoke-RestMethod",
          "Net::HTTP");
  private static final Set<String> SCRIPTS =
      Set.of(".py", ".sh", ".bash", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".ps1");

  /// The hosts that occur in files as identifiers or examples, and the usual package indexes.
  private static final List<String> ORDINARY =
      List.of(
          "example.com",
          "example.org",
          "example.net",
          "w3.org",
          "schemas.microsoft.com",
          "openxmlformats.org",
          "purl.org",
          "xmlsoap.org",
          "json-schema.org",
          "schema.org",
          "docbook.org",
          "oasis-open.org",
          "opendocument.org",
          "apache.org",
          "python.org",
          "mozilla.org",
          "gnu.org",
          "opensource.org",
          "creativecommons.org",
          "pypi.org",
          "npmjs.org",
          "npmjs.com",
          "pythonhosted.org");

  private static final int MOST_LISTED = 5;

  private final String declared;

  /// The declared text in lower case; computed when first needed.
  private Optional<String> lower = Optional.empty();

  private final Set<String> seen = new HashSet<>();
  private final FindingList findings;

  /// @param declared the text in which the skill may declare its hosts
  DomainScan(String declared, FindingList findings) {
    this.declared = declared;
    this.findings = findings;
  }

  void look(SourceText source) {
    if (!SCRIPTS.contains(source.extension())
        || !source.text().contains("://")
        || CALLS.stream().noneMatch(source.text()::contains)) {
      return;
    }
    for (int number = 1; number <= source.lines(); number++) {
      String line = source.line(number);
      String start = line.stripLeading();
      if (!line.contains("://") || start.startsWith("#") || start.startsWith("//")) {
        continue;
      }
      List<String> hosts = new ArrayList<>();
      Matcher host = HOST.matcher(line);
      while (host.find()) {
        String name = host.group(1).toLowerCase(Locale.ROOT);
        if (isUndeclared(name)) {
          hosts.add(name);
        }
      }
      if (!hosts.isEmpty()) {
        findings.add(
            ScanRule.UNDECLARED_DOMAIN.at(
                source.path(),
                number,
                "The script talks to " + listed(hosts) + ".",
                SecretScan.mask(source.excerpt(number))));
      }
    }
  }

  private static String listed(List<String> hosts) {
    int more = hosts.size() - MOST_LISTED;
    return more <= 0
        ? String.join(", ", hosts)
        : String.join(", ", hosts.subList(0, MOST_LISTED)) + " and " + more + " more";
  }

  private boolean isUndeclared(String host) {
    boolean ordinary =
        ORDINARY.stream().anyMatch(known -> host.equals(known) || host.endsWith("." + known));
    return !ordinary && seen.add(host) && !isDeclared(host);
  }

  private boolean isDeclared(String host) {
    Work.spend(declared.length());
    String text = lower.orElseGet(() -> declared.toLowerCase(Locale.ROOT));
    lower = Optional.of(text);
    return text.contains(host);
  }
}
