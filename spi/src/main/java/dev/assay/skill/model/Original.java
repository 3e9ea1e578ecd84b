package dev.assay.skill.model;

import java.util.List;

/// A reply as its provider made it, in order, to be given back with the next request: reasoning,
/// signatures and whatever else only that provider understands. Nobody else reads it.
///
/// @param origin who made it; it is given back to nobody else
public record Original(String origin, List<Block> blocks) {
  public static final Original NONE = new Original("", List.of());

  public Original {
    blocks = List.copyOf(blocks);
  }

  /// One piece of a reply.
  public sealed interface Block {}

  /// What was said.
  public record Text(String text) implements Block {}

  /// One of the reply's tool calls.
  ///
  /// @param number its place among the reply's calls, from 0
  /// @param extra a JSON object with the fields besides id, name and arguments; empty for none
  public record Call(int number, String extra) implements Block {}

  /// A piece between text and calls, as JSON.
  public record Part(String json) implements Block {}

  /// A field beside the content, its value as JSON.
  public record Field(String name, String json) implements Block {}
}
