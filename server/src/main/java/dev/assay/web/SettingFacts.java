package dev.assay.web;

import java.util.List;
import java.util.Optional;

/// The settings of this installation.
@FunctionalInterface
public interface SettingFacts {
  List<Line> look();

  /// One setting.
  ///
  /// @param value the value or the default; empty if there is none, and for a secret
  /// @param place the place where the value was set; empty if it was not set
  /// @param variable the environment variable of the setting
  record Line(
      String key,
      Optional<String> value,
      Optional<String> place,
      Optional<String> fallback,
      boolean secret,
      String purpose,
      String variable) {}
}
