package dev.assay.skill.model;

import java.util.List;

/// A reply as its provider made it, in order, to be sent back with the next request: reasoning,
/// signatures and other fields that only that provider understands. No other code reads it.
///
/// @param origin the provider that made it; it is sent back to no other
public record Original(String origin, List<Block> blocks) {
  public static final Original NONE = new Original("", List.of());

  public Original {
    blocks = List.copyOf(blocks);
  }

  /// A piece of a reply.
  public sealed interface Block {}

  /// Text of the reply.
  public record Text(String text) implements Block {}

  /// A tool call of the reply.
  ///
  /// @param number the index among the reply's calls, from 0
  /// @param extra a JSON object with the fields besides id, name and arguments; empty for none
  public record Call(int number, String extra) implements Block {}

  /// A piece between text and calls, as JSON.
  public record Part(String json) implements Block {}

  /// A field beside the content, its value as JSON.
  public record Field(String name, String json) implements Block {}
}
