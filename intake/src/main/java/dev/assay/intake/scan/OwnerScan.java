package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Finds repositories, modules, actions, scoped packages, images and extensions whose owner has
/// nearly the name of a well-known owner.
final class OwnerScan {
  private static final Regex OWNER =
      new Regex(
          "\\b(?:github|gitlab)\\.com[/:]([A-Za-z0-9-]+)/|\\buses:\\s*([A-Za-z0-9-]+)/|(?:^|[\\s\"'`=])@([a-z0-9-]+)/[a-z0-9._-]+|\\b(?:FROM|docker\\s+pull|docker\\s+run(?:\\s+-\\S+)*|image:)\\s+[\"']?(?:docker\\.io/|ghcr\\.io/)?([a-z0-9-]+)/[a-z0-9]|--install-extension[\\s\"',]+([A-Za-z0-9-]+)\\.|\\bskills\\s+(?:add|install)\\s+([\\w-]+)/|\\bplugin\\s+marketplace\\s+add\\s+([\\w-]+)/");

  /// The words of which each line with a name has at least one.
  private static final List<String> WORDS =
      List.of(
          "github.com",
          "uses:",
          " @",
          "\"@",
          "'@",
          "FROM ",
          "docker ",
          "image:",
          "--install-extension",
          "skills add",
          "marketplace add");

  /// The same words, matched in either case.
  private static final WordTable TABLE = WordTable.of(WORDS.toArray(String[]::new));

  private static final int MOST = 2_000;
  private static final int SHORTEST = 6;
  private static final int LONGEST_LINE = 4_000;

  private OwnerScan() {}

  /// The well-known owners, read when first needed.
  private static final class WellKnown {
    private static final List<String> OWNERS = Resources.lines("well-known-owners.txt");
  }

  static void look(Sources sources, FindingList findings) {
    Map<String, Optional<String>> seen = new HashMap<>();
    for (SourceText source : sources.texts()) {
      Work.spend(4L * source.text().length());
      if (!source.path().startsWith("evals/")) {
        lines(source).stream().forEach(line -> search(source, line, seen, findings));
      }
    }
  }

  private static BitSet lines(SourceText source) {
    BitSet lines = new BitSet();
    String text = source.text();
    for (int at = TABLE.indexIn(text, 0); at >= 0; at = TABLE.indexIn(text, at)) {
      int line = source.lineAt(at);
      if (WORDS.stream().anyMatch(source.line(line)::contains)) {
        lines.set(line);
      }
      at = line < source.lines() ? source.start(line + 1) : text.length();
    }
    return lines;
  }

  private static void search(
      SourceText source, int line, Map<String, Optional<String>> seen, FindingList findings) {
    String text = source.line(line);
    if (text.length() > LONGEST_LINE || seen.size() >= MOST) {
      return;
    }
    Matcher owner = OWNER.matcher(text);
    while (owner.find()) {
      String name = name(owner);
      if (!seen.containsKey(name)) {
        Optional<String> known = neighbour(name);
        seen.put(name, known);
        known.ifPresent(
            each ->
                findings.add(
                    ScanRule.TYPOSQUAT.at(
                        source.path(),
                        line,
                        "The owner " + name + " is nearly " + each + ".",
                        SecretScan.mask(source.excerpt(line)))));
      }
    }
  }

  private static String name(Matcher owner) {
    for (int group = 1; group <= owner.groupCount(); group++) {
      if (owner.group(group) != null) {
        return owner.group(group).toLowerCase(Locale.ROOT);
      }
    }
    return "";
  }

  private static Optional<String> neighbour(String name) {
    List<String> owners = WellKnown.OWNERS;
    Work.spend(20L * owners.size());
    if (name.length() < SHORTEST || owners.contains(name)) {
      return Optional.empty();
    }
    return owners.stream()
        .filter(each -> each.length() >= SHORTEST)
        .filter(each -> TyposquatScan.isSlip(name, each) || isDoubled(name, each))
        .findFirst();
  }

  /// Returns whether the names differ only in doubled letters, as `gorrila` and `gorilla`.
  private static boolean isDoubled(String name, String known) {
    return Math.abs(name.length() - known.length()) <= 1 && single(name).equals(single(known));
  }

  private static String single(String name) {
    StringBuilder kept = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      if (i == 0 || name.charAt(i) != name.charAt(i - 1)) {
        kept.append(name.charAt(i));
      }
    }
    return kept.toString();
  }
}
