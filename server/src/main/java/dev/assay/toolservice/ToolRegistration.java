package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// A project's own tool beside the built-in ones. Agents can call it; workers of the project
/// perform it and check its arguments.
///
/// @param inputSchema the schema for models
public record ToolRegistration(String name, String description, ObjectNode inputSchema) {
  private static final Pattern NAME =
      Pattern.compile("[a-z][a-z0-9_]{0,30}\\.[a-z][a-z0-9_]{0,30}");
  private static final Set<String> RESERVED =
      Set.of("skills", "agent", "assay", "sys", "submit", "tool");
  private static final int LONGEST_DESCRIPTION = 1024;
  private static final int LONGEST_SCHEMA = 16 * 1024;

  public ToolRegistration {
    if (!NAME.matcher(name).matches()) {
      throw refused(
          "\"%s\" cannot be the name of a tool: use two words of a-z, 0-9 and _ with a dot between"
                  .formatted(Visible.line(name, 80))
              + " them, for example tickets.create.");
    }
    String first = name.substring(0, name.indexOf('.'));
    if (RESERVED.contains(first) || isTaken(name)) {
      throw refused("The name \"%s\" is reserved. Take another first word.".formatted(name));
    }
    if (description.isBlank() || description.length() > LONGEST_DESCRIPTION) {
      throw refused(
          "\"description\" says what the tool does and when to use it, in 1 to %d characters."
              .formatted(LONGEST_DESCRIPTION));
    }
    if (inputSchema.toString().length() > LONGEST_SCHEMA
        || !inputSchema.path("type").asString("").equals("object")) {
      throw refused(
          "\"input_schema\" is a JSON schema of at most %d characters with \"type\": \"object\"."
              .formatted(LONGEST_SCHEMA));
    }
  }

  /// Says whether two names look alike to models, which see `_` for `.`.
  static boolean lookAlike(String one, String other) {
    return one.replace('.', '_').equals(other.replace('.', '_'));
  }

  private static boolean isTaken(String name) {
    return ToolSpec.BUILT_IN.keySet().stream().anyMatch(each -> lookAlike(each, name));
  }

  private static AssayException refused(String why) {
    return new AssayException(ErrorCode.BAD_REQUEST, why);
  }
}
