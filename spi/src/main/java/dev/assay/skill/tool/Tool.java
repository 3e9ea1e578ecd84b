package dev.assay.skill.tool;

import dev.assay.skill.model.ToolDescription;

/// A tool that a model can use. Implementations are thread-safe: the calls of one reply run side by
/// side.
public interface Tool {
  ToolDescription description();

  /// Does the work. A mistake of the model, or a missing thing, is a failed [ToolAnswer] in words
  /// it can act on. An exception is a failure of the platform and ends the agent's run.
  ///
  /// @param arguments JSON that fits the schema of the description
  ToolAnswer use(String arguments);
}
