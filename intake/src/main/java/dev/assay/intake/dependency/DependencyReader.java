package dev.assay.intake.dependency;

import dev.assay.intake.document.Node;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads a skill's dependencies from every place that declares them.
public final class DependencyReader {
  private static final Set<String> COMMANDS =
      Set.of(".md", ".sh", ".bash", ".txt", ".yml", ".yaml");

  private static final Set<String> MATERIAL =
      Set.of("assets", "evals", "examples", "references", "templates", "tests");

  private static final int MAX_NAMED = 12;

  private final Sources sources;
  private final Collector collector;
  private final FindingList findings;

  public DependencyReader(Sources sources, FindingList findings) {
    this.sources = sources;
    this.findings = findings;
    this.collector = new Collector(findings);
  }

  public Dependencies read(SourceText skillMd, Optional<Node.Fields> frontmatter) {
    frontmatter.ifPresent(fields -> new FrontmatterDependencies(skillMd, collector).read(fields));
    RuntimeNeeds needs = new RuntimeNeeds(skillMd, collector);
    frontmatter.ifPresent(needs::read);
    RequirementsTxt requirements = new RequirementsTxt(sources::find, collector);
    for (SourceText source : sources.texts()) {
      if (!source.isWhole() || isElsewhere(source.path())) {
        continue;
      }
      if (RequirementsTxt.is(source.path())) {
        requirements.read(source);
      } else if (PackageJson.is(source.path())) {
        new PackageJson(source, collector).read();
      } else if (source.extension().equals(".py")) {
        new InlineScript(source, collector).read();
      }
      if (COMMANDS.contains(source.extension())) {
        new RunnerLines(source, collector).read();
      }
    }
    for (String path : sources.withoutText(DependencyReader::reads)) {
      findings.add(DependencyRule.MALFORMED.in(path, path + " is too large, or is not text."));
    }
    conflicts(collector.requirements());
    Dependencies declared = new Dependencies(collector.requirements());
    needs.reportMissing();
    reportFound(new FoundNeeds(sources).beyond(declared));
    return declared;
  }

  /// Returns the packages that the skill's text installs and no file declares, in the short form of
  /// the frontmatter.
  public static List<String> undeclared(Sources sources) {
    FindingList ignored = new FindingList(1, 1);
    SourceText none = new SourceText("SKILL.md", "");
    Dependencies files = new DependencyReader(sources, ignored).read(none, Optional.empty());
    return new FoundNeeds(sources).beyond(files).stream().map(FoundNeeds::entry).toList();
  }

  /// Reports all found packages in one finding, at the place of the first.
  private void reportFound(List<Requirement> found) {
    if (!found.isEmpty()) {
      List<String> names = found.stream().limit(MAX_NAMED).map(FoundNeeds::entry).toList();
      String more = found.size() > MAX_NAMED ? " and " + (found.size() - MAX_NAMED) + " more" : "";
      findings.add(
          DependencyRule.FOUND_IN_TEXT.at(
              found.getFirst().file(),
              found.getFirst().line(),
              "Found in text and not declared: " + String.join(", ", names) + more + ".",
              ""));
    }
  }

  /// Returns whether a file only declares dependencies, such as `requirements.txt`.
  public static boolean reads(String path) {
    return !isElsewhere(path) && (RequirementsTxt.is(path) || PackageJson.is(path));
  }

  static boolean isElsewhere(String path) {
    return path.contains("!") || isMaterial(path);
  }

  /// Returns whether a file is material that the skill hands out or describes. Its dependencies are
  /// not the skill's.
  private static boolean isMaterial(String path) {
    int slash = path.indexOf('/');
    return slash > 0 && MATERIAL.contains(path.substring(0, slash)) && !path.endsWith(".md");
  }

  /// Reports pairs of declarations of one package that no version satisfies.
  private void conflicts(List<Requirement> requirements) {
    Map<String, Requirement> first = new HashMap<>();
    for (Requirement each : requirements) {
      if (each.marker().isPresent() || each.range().isEmpty() || each.range().startsWith("@")) {
        continue;
      }
      Requirement known = first.putIfAbsent(each.ecosystem() + " " + each.name(), each);
      if (known != null
          && known.ecosystem() == Ecosystem.PIP
          && !Collector.isEmpty(known.range())
          && !Collector.isEmpty(each.range())
          && Collector.isEmpty(known.range() + "," + each.range())) {
        findings.add(
            DependencyRule.CONFLICT.at(
                each.file(),
                each.line(),
                each.spelling()
                    + " cannot hold together with "
                    + known.spelling()
                    + " of "
                    + known.file()
                    + ".",
                ""));
      }
    }
  }
}
