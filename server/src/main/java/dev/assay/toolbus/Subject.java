package dev.assay.toolbus;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.Words;
import java.util.List;
import java.util.regex.Pattern;

/// The address of a message:
/// `cg.{version}.{project}.{channel}.{category}.{component}.{target}.{suffix}`.
public record Subject(
    String project,
    String channel,
    Category category,
    String component,
    String target,
    String suffix) {
  public static final String VERSION = "v1r4";
  public static final String PREFIX = "cg";

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{1,128}");
  private static final int TOKENS = 8;

  /// The category of a message: a command, or the report of an event.
  public enum Category {
    CMD,
    EVT;

    String word() {
      return Words.of(this);
    }
  }

  public Subject {
    for (String token : List.of(project, channel, component, target, suffix)) {
      if (!TOKEN.matcher(token).matches()) {
        throw malformed(token, "each part must match " + TOKEN.pattern());
      }
    }
  }

  /// @throws AssayException with `BAD_REQUEST`
  public static Subject parse(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != TOKENS || !parts[0].equals(PREFIX) || !parts[1].equals(VERSION)) {
      throw malformed(
          text,
          "expected %s.%s.{project}.{channel}.{cmd or evt}.{component}.{target}.{suffix}"
              .formatted(PREFIX, VERSION));
    }
    return new Subject(
        parts[2],
        parts[3],
        Words.require(Category.values(), Category::word, "category", parts[4]),
        parts[5],
        parts[6],
        parts[7]);
  }

  private static AssayException malformed(String text, String expected) {
    return new AssayException(
        ErrorCode.BAD_REQUEST,
        "\"%s\" cannot be the subject of a message: %s."
            .formatted(Visible.line(text, 120), expected));
  }

  public String text() {
    return String.join(
        ".", PREFIX, VERSION, project, channel, category.word(), component, target, suffix);
  }

  /// A pattern for all subjects of a project.
  static String ofProject(String project) {
    return String.join(".", PREFIX, VERSION, project, ">");
  }
}
