package dev.assay.skill.tool;

import dev.assay.skill.model.ToolDescription;

/// Something a model can use. Implementations are safe for use by many threads: the calls of one
/// reply run side by side.
public interface Tool {
  ToolDescription description();

  /// Does the work. What the model did wrong, or what is not there, is a failed [ToolAnswer] in
  /// words it can act on. An exception is a failure of the platform and ends the agent's run.
  ///
  /// @param arguments JSON that fits the schema of the description
  ToolAnswer use(String arguments);
}
