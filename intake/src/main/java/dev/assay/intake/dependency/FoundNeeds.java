package dev.assay.intake.dependency;

import dev.assay.intake.requirement.Declaration;
import dev.assay.intake.requirement.MalformedRequirement;
import dev.assay.intake.requirement.NpmSpec;
import dev.assay.intake.requirement.Pep508;
import dev.assay.intake.requirement.SystemSpec;
import dev.assay.intake.rule.ControlCharacters;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds packages that a skill needs without declaring them, from install commands in its text and
/// from `pyproject.toml`. Text that cannot be parsed is ignored.
public final class FoundNeeds {
  private static final Set<String> TEXTS = Set.of(".md", ".sh", ".bash");

  /// The tools that come with a language, or install packages.
  private static final Set<String> TOOLS =
      Set.of("pip", "setuptools", "wheel", "npm", "python", "python3", "package", "packages");

  private static final int MOST = 2_000;

  private final Sources sources;
  private final Map<String, Requirement> found = new LinkedHashMap<>();
  private final Set<String> read = new HashSet<>();

  public FoundNeeds(Sources sources) {
    this.sources = sources;
  }

  /// Returns the packages that are found and not declared, in the order of the text.
  public List<Requirement> beyond(Dependencies declared) {
    for (SourceText source : sources.texts()) {
      if (!source.isWhole() || DependencyReader.isElsewhere(source.path())) {
        continue;
      }
      if (source.path().equals("SKILL.md")
          || (TEXTS.contains(source.extension()) && isOwn(source))) {
        commands(source);
      } else if (source.path().endsWith("pyproject.toml")) {
        PyProject.read(source).forEach((text, line) -> add(Ecosystem.PIP, text, source, line));
      }
    }
    declared.requirements().forEach(known -> found.remove(key(known)));
    return List.copyOf(found.values());
  }

  /// Returns a requirement in the short form of the frontmatter.
  public static String entry(Requirement requirement) {
    return switch (requirement.ecosystem()) {
      case PIP -> requirement.spelling();
      case NPM -> "npm:" + requirement.spelling();
      case SYSTEM -> "apt:" + requirement.spelling();
    };
  }

  /// Returns whether a document is about the skill's own work. Other documents, such as guides in a
  /// subfolder, may install packages that the skill does not need.
  private static boolean isOwn(SourceText source) {
    return source.path().startsWith("scripts/") || source.path().indexOf('/') < 0;
  }

  private void commands(SourceText source) {
    for (InstallCommands.Installed each : InstallCommands.in(source).commands()) {
      if (each.isRun()) {
        continue;
      }
      if (each.program().equals("brew")) {
        Programs.packageOf(each.text())
            .ifPresent(known -> add(Ecosystem.SYSTEM, known, source, each.line()));
      } else {
        add(each.ecosystem(), each.text(), source, each.line());
      }
    }
  }

  /// Returns whether the limit of two thousand packages is reached, so that some may be missing.
  public boolean isCut() {
    return found.size() >= MOST;
  }

  private void add(Ecosystem ecosystem, String text, SourceText source, int line) {
    if (isCut() || !read.add(ecosystem + " " + text)) {
      return;
    }
    try {
      Declaration declaration =
          switch (ecosystem) {
            case PIP -> Pep508.parse(text);
            case NPM -> NpmSpec.parse(text);
            case SYSTEM -> SystemSpec.parse(text);
          };
      Requirement requirement = declaration.at(source.path(), line);
      if (!TOOLS.contains(requirement.name()) && !ControlCharacters.in(requirement.spelling())) {
        found.putIfAbsent(key(requirement), requirement);
      }
    } catch (MalformedRequirement e) {
      // a word of prose, not a package
    }
  }

  private static String key(Requirement requirement) {
    return requirement.ecosystem() + " " + requirement.name();
  }
}
