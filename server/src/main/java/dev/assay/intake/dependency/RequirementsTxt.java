package dev.assay.intake.dependency;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.assay.intake.requirement.Declaration;
import dev.assay.intake.requirement.MalformedRequirement;
import dev.assay.intake.requirement.Pep508;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.dependency.Ecosystem;

/// Reads a pip requirements file.
final class RequirementsTxt {
  private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*$");
  private static final Pattern LINE_OPTIONS =
      Pattern.compile("\\s--(?:hash|config-settings|global-option)\\b.*$");
  private static final Pattern INDEX =
      Pattern.compile(
          "^(?:-i|-f|--index-url|--extra-index-url|--find-links|--trusted-host)(?:[\\s=]|$)");
  private static final Pattern OPTION =
      Pattern.compile(
          "^(?:-r|-c|-e|--requirement|--constraint|--editable|--no-index|--prefer-binary|--pre|--require-hashes|--no-binary|--only-binary|--use-feature)(?:[\\s=]|$)");
  private static final Pattern ADDRESS =
      Pattern.compile("^(?:(?:git|hg|svn|bzr)\\+|https?://|file:|\\.{0,2}/)");
  private static final Pattern EGG = Pattern.compile("#(?:.*&)?egg=([A-Za-z0-9._-]+)");
  private static final Pattern LAST_PART =
      Pattern.compile(
          "([A-Za-z0-9][A-Za-z0-9._-]*?)(?:\\.git|\\.whl|\\.zip|\\.tar\\.gz)?/?(?:[@#].*)?$");

  private final SourceText source;
  private final Collector collector;

  RequirementsTxt(SourceText source, Collector collector) {
    this.source = source;
    this.collector = collector;
  }

  static boolean is(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.startsWith("requirements") && name.endsWith(".txt");
  }

  void read() {
    StringBuilder joined = new StringBuilder();
    int first = 1;
    for (int number = 1; number <= source.lines(); number++) {
      String line = number == 1 ? source.line(1).replaceFirst("^\ufeff", "") : source.line(number);
      if (joined.isEmpty()) {
        first = number;
      }
      if (line.endsWith("\\") && number < source.lines()) {
        joined.append(line, 0, line.length() - 1).append(' ');
        continue;
      }
      line(joined.append(line).toString(), first);
      joined.setLength(0);
    }
  }

  private void line(String raw, int number) {
    String text = COMMENT.matcher(raw).replaceFirst("").strip();
    if (text.isEmpty()) {
      return;
    }
    if (INDEX.matcher(text).find()) {
      collector.report(
          DependencyRule.OTHER_INDEX, "The file changes where packages come from.", source, number);
      return;
    }
    if (OPTION.matcher(text).find()) {
      return;
    }
    if (text.startsWith("-")) {
      collector.malformed(
          text, new MalformedRequirement("is not an option of pip"), source, number);
      return;
    }
    if (ADDRESS.matcher(text).find()) {
      address(text, number);
      return;
    }
    collector.declare(Ecosystem.PIP, LINE_OPTIONS.matcher(text).replaceFirst(""), source, number);
  }

  /// A package by address or folder; its name is a guess unless the address says it.
  private void address(String text, int number) {
    Matcher egg = EGG.matcher(text);
    Matcher part = LAST_PART.matcher(text);
    String name = egg.find() ? egg.group(1) : part.find() ? part.group(1) : "local";
    collector.add(
        Declaration.of(Ecosystem.PIP, Pep508.normalize(name), "@ " + text), source, number);
  }
}
