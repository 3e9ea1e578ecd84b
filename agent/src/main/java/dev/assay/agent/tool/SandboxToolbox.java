package dev.assay.agent.tool;

import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// All tools of one sandbox.
public final class SandboxToolbox {
  private SandboxToolbox() {}

  /// @param skills the descriptions of the skills that may be used, by name
  public static List<Tool> of(
      Supplier<Sandbox> sandbox, Map<String, String> skills, QuotedData quotation) {
    ShortenedResult longText = new ShortenedResult(sandbox);
    Shell shell = new Shell(sandbox, quotation, longText);
    List<Tool> tools = new ArrayList<>();
    tools.add(shell.execute());
    tools.addAll(new FileReading(sandbox, quotation, longText).tools());
    tools.addAll(new FileWriting(sandbox).tools());
    tools.addAll(new SkillTools(sandbox, skills, quotation, shell).tools());
    return List.copyOf(tools);
  }
}
