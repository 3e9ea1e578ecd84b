package dev.assay.web;

import java.util.List;
import java.util.Optional;

/// The settings of this installation.
@FunctionalInterface
public interface SettingFacts {
  List<Line> look();

  /// One setting.
  ///
  /// @param value as it was set, or its default; empty if there is none, and for a secret
  /// @param place where it was set; empty if nobody did
  /// @param variable the environment variable that would set it
  record Line(
      String key,
      Optional<String> value,
      Optional<String> place,
      Optional<String> fallback,
      boolean secret,
      String purpose,
      String variable) {}
}
