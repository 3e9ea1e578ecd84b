package dev.assay.sandbox.remote;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import java.util.List;
import java.util.Map;

/// One sandbox at a provider.
public interface RemoteHost {
  String providerId();

  /// Runs a command to its end, in as few requests as the provider allows.
  CommandResult run(Command command);

  /// Starts a command whose output is wanted as it comes.
  RunningCommand start(Command command, OutputListener listener);

  /// Runs the helper in the provider's sandbox, for ourselves.
  CommandResult helper(List<String> words);

  /// From now on commands run in the recorded sandbox within this one.
  void moveInside(Map<String, String> variables);

  /// Makes a snapshot of that name; what sandboxes that start from it have to name.
  String snapshot(String name);

  /// Lets it live on for a while if the provider would end it by itself.
  default void extend() {}

  /// Nothing happens if it is not there.
  void delete();
}
