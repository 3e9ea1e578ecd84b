package dev.assay.skill.model;

import java.util.List;

/// A message of a chat.
public sealed interface Message {
  String text();

  /// The operator's instructions. Untrusted text appears in them only inside a fence.
  record Instruction(String text) implements Message {}

  /// The words of the person, or of the program in its place.
  record Request(String text) implements Message {}

  /// The model's answer, and the tools it wants to use.
  ///
  /// @param original the same in the form its provider wants back
  record Reply(String text, List<ToolCall> calls, Original original) implements Message {
    public Reply {
      calls = List.copyOf(calls);
    }

    public Reply(String text, List<ToolCall> calls) {
      this(text, calls, Original.NONE);
    }
  }

  /// A tool's answer.
  ///
  /// @param failed true if the text is an error the model should act on
  record ToolResult(String callId, String tool, String text, boolean failed) implements Message {}
}
