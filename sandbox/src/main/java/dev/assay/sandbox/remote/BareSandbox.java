package dev.assay.sandbox.remote;

import java.time.Duration;

/// A sandbox just as its provider makes it, without our helper.
public interface BareSandbox {
  /// How a script ended.
  ///
  /// @param text output and error output in one
  record Executed(int code, String text) {}

  /// Has the shell of its usual user read a script.
  Executed run(String script, Duration most);

  /// Makes a snapshot of that name; what sandboxes that start from it have to name.
  String snapshot(String name);

  void delete();
}
