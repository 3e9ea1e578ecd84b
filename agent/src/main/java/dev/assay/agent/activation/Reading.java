package dev.assay.agent.activation;

import java.util.List;

/// A shell line's use of skills.
///
/// @param touches every file of a listed skill that it uses
/// @param showsOnly true if the line only shows text, so that its output is nothing but the skill's
public record Reading(List<FileUse> touches, boolean showsOnly) {
  public Reading {
    touches = List.copyOf(touches);
  }
}
