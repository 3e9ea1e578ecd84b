package dev.assay.sandbox.remote;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import java.util.List;
import java.util.Map;

/// A sandbox at a provider.
public interface RemoteHost {
  String providerId();

  /// Runs a command to its end, in as few requests as the provider allows.
  CommandResult run(Command command);

  /// Starts a command whose output is sent to the listener as it arrives.
  RunningCommand start(Command command, OutputListener listener);

  /// Runs the helper in the provider's sandbox, for the server.
  CommandResult helper(List<String> words);

  /// Moves to the recorded sandbox within this one: later commands run there.
  void moveInside(Map<String, String> variables);

  /// Makes a snapshot of that name. Returns the reference for sandboxes that start from it.
  String snapshot(String name);

  /// Extends its life if the provider would end it by itself.
  default void extend() {}

  /// Deletes it. Has no effect if it is missing.
  void delete();
}
