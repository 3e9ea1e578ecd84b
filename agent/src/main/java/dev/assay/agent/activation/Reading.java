package dev.assay.agent.activation;

import java.util.List;

/// What a shell line does with skills.
///
/// @param touches every file of a listed skill that it uses
/// @param showsOnly whether all it does is show text, so that its output is nothing but the skill's
public record Reading(List<FileUse> touches, boolean showsOnly) {
  public Reading {
    touches = List.copyOf(touches);
  }
}
