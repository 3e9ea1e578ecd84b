package dev.assay.intake.portability;

import com.google.re2j.Pattern;
import dev.assay.intake.program.MissingScripts;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.tree.SkillTree;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import dev.assay.intake.tree.TreeFile;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Follows the links from SKILL.md through the skill's Markdown files.
public final class References {
  private static final int MAX_HOPS = 2;
  private static final Pattern EXTERNAL = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*:|//|#|/)");
  private static final Pattern PLACEHOLDER =
      Pattern.compile("[{}$*<>|\\\\]|\\.\\.\\.|^(url|link|path|file)$");

  private final Set<String> files = new HashSet<>();
  private final Set<String> folders = new HashSet<>();
  private final Sources sources;
  private final List<MissingScripts.Missing> missing;
  private final FindingList findings;

  /// @param missing the scripts that the instructions run and the skill lacks
  public References(
      SkillTree tree, Sources sources, List<MissingScripts.Missing> missing, FindingList findings) {
    for (TreeFile file : tree.files()) {
      files.add(file.path());
      for (int at = file.path().indexOf('/'); at >= 0; at = file.path().indexOf('/', at + 1)) {
        folders.add(file.path().substring(0, at));
      }
    }
    this.sources = sources;
    this.missing = List.copyOf(missing);
    this.findings = findings;
  }

  /// @param start SKILL.md
  /// @param bodyLine the first line of its body
  public void check(SourceText start, int bodyLine) {
    Map<String, Integer> hops = new HashMap<>(Map.of(start.path(), 0));
    Deque<SourceText> queue = new ArrayDeque<>(List.of(start));
    while (!queue.isEmpty()) {
      SourceText source = queue.remove();
      int hop = hops.getOrDefault(source.path(), 0);
      MarkdownLinks markdown = MarkdownLinks.of(source, source == start ? bodyLine : 1);
      if (markdown.firstLeftOut() > 0) {
        findings.add(
            PortabilityRule.MANY_REFERENCES.at(
                source.path(),
                markdown.firstLeftOut(),
                "Links from here on were not followed.",
                source.excerpt(markdown.firstLeftOut())));
      }
      for (MarkdownLinks.Link link : markdown.links()) {
        Optional<String> target = resolve(source, link.target(), link.line());
        if (target.isEmpty() || !target.get().endsWith(".md") || hops.containsKey(target.get())) {
          continue;
        }
        hops.put(target.get(), hop + 1);
        if (hop + 1 > MAX_HOPS) {
          findings.add(
              PortabilityRule.REFERENCE_CHAIN.at(
                  source.path(),
                  link.line(),
                  target.get() + " is reached only through " + (hop + 1) + " links from SKILL.md.",
                  source.excerpt(link.line())));
        }
        sources.find(target.get()).ifPresent(queue::add);
      }
    }
    scripts();
  }

  private void scripts() {
    for (MissingScripts.Missing each : missing) {
      if (each.likely()) {
        missing(each.source(), each.call().line(), each.call().path());
      }
    }
  }

  private Optional<String> resolve(SourceText source, String link, int line) {
    if (EXTERNAL.matcher(link).find() || PLACEHOLDER.matcher(link).find()) {
      return Optional.empty();
    }
    String target = decode(link.replaceAll("[#?].*$", ""));
    int slash = source.path().lastIndexOf('/');
    String folder = slash < 0 ? "" : source.path().substring(0, slash + 1);
    Optional<String> fromHere = normalize(folder + target);
    Optional<String> fromTop = normalize(target);
    if (fromHere.isEmpty()) {
      findings.add(
          PortabilityRule.REFERENCE_OUTSIDE.at(
              source.path(),
              line,
              "The link " + link + " leaves the skill's folder.",
              source.excerpt(line)));
      return Optional.empty();
    }
    if (exists(fromHere.get())) {
      return fromHere;
    }
    if (fromTop.isPresent() && exists(fromTop.get())) {
      return fromTop;
    }
    if (target.contains(".") || target.contains("/")) {
      missing(source, line, link);
    }
    return Optional.empty();
  }

  private void missing(SourceText source, int line, String target) {
    findings.add(
        PortabilityRule.REFERENCE_MISSING.at(
            source.path(), line, "There is no file " + target + ".", source.excerpt(line)));
  }

  private boolean exists(String path) {
    return path.isEmpty() || files.contains(path) || folders.contains(path);
  }

  /// Returns the path without `.` and `..`; empty when it leaves the skill's folder.
  private static Optional<String> normalize(String path) {
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/", -1)) {
      if (part.equals("..")) {
        if (parts.isEmpty()) {
          return Optional.empty();
        }
        parts.removeLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    return Optional.of(String.join("/", parts));
  }

  private static String decode(String link) {
    try {
      return URLDecoder.decode(link.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return link;
    }
  }
}
