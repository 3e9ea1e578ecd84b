package dev.assay.skill.model;

import java.util.List;

/// One message of a chat.
public sealed interface Message {
  String text();

  /// What the operator orders. Never carries text of strangers outside of a fence.
  record Instruction(String text) implements Message {}

  /// What the person, or the program in its place, says.
  record Request(String text) implements Message {}

  /// What the model said, and the tools it wants to use.
  ///
  /// @param original the same as its provider wants it back
  record Reply(String text, List<ToolCall> calls, Original original) implements Message {
    public Reply {
      calls = List.copyOf(calls);
    }

    public Reply(String text, List<ToolCall> calls) {
      this(text, calls, Original.NONE);
    }
  }

  /// What a tool answered.
  ///
  /// @param failed whether the text is an error the model should act on
  record ToolResult(String callId, String tool, String text, boolean failed) implements Message {}
}
