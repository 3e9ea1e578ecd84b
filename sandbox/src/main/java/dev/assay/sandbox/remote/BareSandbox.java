package dev.assay.sandbox.remote;

import java.time.Duration;

/// A sandbox as its provider makes it, without Assay's helper.
public interface BareSandbox {
  /// The result of a script.
  ///
  /// @param text output and error output together
  record Executed(int code, String text) {}

  /// Runs a script with the shell of the default user.
  Executed run(String script, Duration most);

  /// Makes a snapshot of that name. Returns the reference for sandboxes that start from it.
  String snapshot(String name);

  void delete();
}
