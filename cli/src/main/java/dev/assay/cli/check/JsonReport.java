package dev.assay.cli.check;

import dev.assay.skill.Finding;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.eval.Eval;
import dev.assay.skill.eval.Trigger;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Writes a JSON object for one skill, or a list for many.
public final class JsonReport implements ReportWriter {
  private final PrintStream out;
  private final boolean many;
  private boolean first = true;

  public JsonReport(PrintStream out, boolean many) {
    this.out = out;
    this.many = many;
  }

  @Override
  public void skill(CheckedSkill skill) {
    if (many) {
      out.print(first ? "[\n  " : ",\n  ");
    }
    out.print(CheckJson.write(object(skill), many ? 1 : 0));
    first = false;
  }

  @Override
  public void finish() {
    out.println(many ? first ? "[]" : "\n]" : "");
    out.flush();
  }

  private static Map<String, Object> object(CheckedSkill skill) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("path", skill.path());
    skill.examination().name().ifPresent(name -> object.put("name", name));
    skill.examination().digest().ifPresent(digest -> object.put("digest", digest));
    object.put("passed", skill.passed());
    object.put("errors", findings(skill.errors()));
    object.put("warnings", findings(skill.warnings()));
    object.put("findings", findings(skill.evidence()));
    Map<String, Object> dependencies = new LinkedHashMap<>();
    dependencies.put("pip", requirements(skill.examination().dependencies().pip()));
    dependencies.put("npm", requirements(skill.examination().dependencies().npm()));
    dependencies.put("system", requirements(skill.examination().dependencies().system()));
    object.put("dependencies", dependencies);
    Map<String, Object> evals = new LinkedHashMap<>();
    evals.put("evals", skill.examination().evals().evals().stream().map(JsonReport::eval).toList());
    evals.put(
        "triggers",
        skill.examination().evals().triggers().stream().map(JsonReport::trigger).toList());
    object.put("evals", evals);
    return object;
  }

  private static List<Map<String, Object>> findings(List<Finding> findings) {
    return findings.stream().map(JsonReport::finding).toList();
  }

  private static Map<String, Object> finding(Finding finding) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("code", finding.code());
    object.put("severity", finding.severity().name().toLowerCase(Locale.ROOT));
    object.put("origin", finding.origin().word());
    finding
        .risk()
        .ifPresent(
            risk -> {
              object.put("category", risk.category());
              object.put("risk", risk.level().word());
              object.put("confidence", risk.confidence().word());
            });
    object.put("message", finding.message());
    if (!finding.file().isEmpty()) {
      object.put("file", finding.file());
    }
    if (finding.line() > 0) {
      object.put("line", finding.line());
    }
    object.put("hint", finding.hint());
    if (!finding.excerpt().isEmpty()) {
      object.put("excerpt", finding.excerpt());
    }
    return object;
  }

  private static List<Map<String, Object>> requirements(List<Requirement> requirements) {
    return requirements.stream().map(JsonReport::requirement).toList();
  }

  private static Map<String, Object> requirement(Requirement requirement) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("name", requirement.name());
    object.put("range", requirement.range());
    if (!requirement.extras().isEmpty()) {
      object.put("extras", requirement.extras());
    }
    requirement.marker().ifPresent(marker -> object.put("marker", marker));
    if (!requirement.hashes().isEmpty()) {
      object.put("hashes", requirement.hashes());
    }
    object.put("file", requirement.file());
    object.put("line", requirement.line());
    return object;
  }

  private static Map<String, Object> eval(Eval eval) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("id", eval.id());
    object.put("prompt", eval.prompt());
    object.put("expected_output", eval.expectedOutput());
    object.put("files", eval.files());
    object.put("expectations", eval.expectations());
    return object;
  }

  private static Map<String, Object> trigger(Trigger trigger) {
    return new LinkedHashMap<>(
        Map.of("query", trigger.query(), "should_trigger", trigger.shouldTrigger()));
  }
}
