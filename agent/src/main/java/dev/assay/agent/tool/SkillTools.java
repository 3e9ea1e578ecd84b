package dev.assay.agent.tool;

import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The tools that use skills. A skill must be named exactly as in the list.
final class SkillTools {
  static final String LOAD = "load_skill";

  private static final int MOST_FILES = 1000;
  private static final int MOST_BODY = 100_000;
  private static final long MOST_BYTES = 12 << 20;

  private final Supplier<SandboxFiles> files;
  private final Map<String, String> descriptions;
  private final QuotedData quotation;
  private final TextPage page;
  private final SkillScripts scripts;

  /// @param descriptions the descriptions of the skills that may be used, by name, in the order of
  ///   the list
  SkillTools(
      Supplier<Sandbox> sandbox,
      Map<String, String> descriptions,
      QuotedData quotation,
      Shell shell) {
    files = () -> sandbox.get().files();
    this.descriptions = descriptions;
    this.quotation = quotation;
    page = new TextPage(files, quotation);
    scripts = new SkillScripts(files, shell);
  }

  List<Tool> tools() {
    return List.of(listSkills(), loadSkill(), readResource(), executeScript());
  }

  private Tool listSkills() {
    return FunctionTool.of(
        "list_skills",
        "Lists the skills there are, with what each is for.",
        """
        {"type": "object", "additionalProperties": false, "properties": {}}
        """,
        _ ->
            descriptions.isEmpty()
                ? ToolAnswer.of("There are no skills.")
                : ToolAnswer.of(
                    quotation.around(
                        "skills",
                        descriptions.entrySet().stream()
                            .map(entry -> "- " + entry.getKey() + ": " + entry.getValue())
                            .collect(Collectors.joining("\n")))));
  }

  private Tool loadSkill() {
    return FunctionTool.of(
        LOAD,
        "Loads the instructions of a skill. Do this before you use a skill.",
        """
        {"type": "object", "additionalProperties": false, "required": ["name"], "properties": {
          "name": {"type": "string", "description": "Exactly as in the list of skills."}}}
        """,
        arguments -> {
          String folder = folder(arguments.text("name"));
          String body = SkillBody.of(read(folder + "/SKILL.md"));
          String rest = "";
          if (body.length() > MOST_BODY) {
            rest = "The text goes on; read the rest with read_file " + folder + "/SKILL.md.\n";
            body = body.substring(0, MOST_BODY);
          }
          return ToolAnswer.lasting(
              "Skill "
                  + arguments.text("name")
                  + "\nBase folder: "
                  + folder
                  + " (relative paths in the text start there)\n"
                  + quotation.around("skill " + arguments.text("name"), body)
                  + rest
                  + resources(folder));
        });
  }

  private Tool readResource() {
    return FunctionTool.of(
        "read_skill_resource",
        "Reads a text file of a skill, by its path relative to the skill's folder.",
        """
        {"type": "object", "additionalProperties": false, "required": ["name", "path"], "properties": {
          "name": {"type": "string", "description": "Exactly as in the list of skills."},
          "path": {"type": "string", "minLength": 1}}}
        """,
        arguments -> {
          String path = SandboxPath.below(folder(arguments.text("name")), arguments.text("path"));
          return ToolAnswer.of(page.read(path, 1, 5000));
        });
  }

  private Tool executeScript() {
    return FunctionTool.of(
        "execute_skill_script",
        "Runs a script of a skill in /workspace/intermediate with a list of arguments.",
        """
        {"type": "object", "additionalProperties": false, "required": ["name", "script"], "properties": {
          "name": {"type": "string", "description": "Exactly as in the list of skills."},
          "script": {"type": "string", "minLength": 1, "description": "Its path relative to the skill's folder, for example scripts/run.py."},
          "arguments": {"type": "array", "items": {"type": "string"}, "description": "Each is passed as it is; no shell reads them."},
          "timeout_seconds": {"type": "integer", "minimum": 1, "maximum": 3600, "description": "300 if left out."}}}
        """,
        arguments ->
            scripts.run(
                folder(arguments.text("name")),
                arguments.text("script"),
                arguments.words("arguments"),
                arguments.seconds("timeout_seconds", Shell.USUAL)));
  }

  private String folder(String name) {
    if (!descriptions.containsKey(name)) {
      throw new IllegalArgumentException(
          "There is no skill with the name \""
              + name
              + "\". The skills are: "
              + String.join(", ", descriptions.keySet())
              + ".");
    }
    return Layout.SKILLS + "/" + name;
  }

  private String read(String path) {
    return new String(files.get().read(path, MOST_BYTES), java.nio.charset.StandardCharsets.UTF_8);
  }

  private String resources(String folder) {
    String list =
        files.get().glob(folder, "**", MOST_FILES).stream()
            .filter(entry -> entry.kind() == FileEntry.Kind.FILE)
            .map(FileEntry::path)
            .filter(path -> !path.equals("SKILL.md"))
            .sorted()
            .map(Visible::line)
            .collect(Collectors.joining("\n"));
    return list.isEmpty()
        ? "It has no other files."
        : "Its other files:\n" + quotation.around("files", list);
  }
}
