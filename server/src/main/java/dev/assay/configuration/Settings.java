package dev.assay.configuration;

import java.util.Map;
import java.util.Optional;

/// The checked values that a server runs with.
public final class Settings {
  private final Map<String, Object> values;
  private final Map<String, Origin> origins;

  Settings(Map<String, Object> values, Map<String, Origin> origins) {
    this.values = Map.copyOf(values);
    this.origins = Map.copyOf(origins);
  }

  /// The place where a value was found.
  ///
  /// @param text the value as written there, without passwords; empty for a secret
  public record Origin(String place, String text) {}

  /// Returns the place where a setting was found, or empty if it was not set.
  public Optional<Origin> origin(Setting<?> setting) {
    return Optional.ofNullable(origins.get(setting.key()));
  }

  /// Returns the value of a setting. The setting must have a default, or the caller must know that
  /// it is set.
  public <T> T value(Setting<T> setting) {
    return find(setting)
        .orElseThrow(() -> new IllegalStateException(setting.key() + " is not set"));
  }

  @SuppressWarnings("unchecked") // put there by the setting's own form
  public <T> Optional<T> find(Setting<T> setting) {
    return Optional.ofNullable((T) values.get(setting.key()));
  }

  public boolean has(Setting<?> setting) {
    return values.containsKey(setting.key());
  }
}
