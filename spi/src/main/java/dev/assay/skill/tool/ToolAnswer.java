package dev.assay.skill.tool;

/// A tool's answer.
///
/// @param failed true if the text is an error the model should act on
/// @param lasting true if the text must stay word for word when a long context is shortened, as the
///   text of a skill must
public record ToolAnswer(String text, boolean failed, boolean lasting) {
  public static ToolAnswer of(String text) {
    return new ToolAnswer(text, false, false);
  }

  public static ToolAnswer failed(String text) {
    return new ToolAnswer(text, true, false);
  }

  public static ToolAnswer lasting(String text) {
    return new ToolAnswer(text, false, true);
  }
}
