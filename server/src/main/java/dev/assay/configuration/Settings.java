package dev.assay.configuration;

import java.util.Map;
import java.util.Optional;

/// The values a server runs with. All were checked when this was made.
public final class Settings {
  private final Map<String, Object> values;
  private final Map<String, Origin> origins;

  Settings(Map<String, Object> values, Map<String, Origin> origins) {
    this.values = Map.copyOf(values);
    this.origins = Map.copyOf(origins);
  }

  /// Where a value was found.
  ///
  /// @param text as it stands there, without passwords; empty for a secret
  public record Origin(String place, String text) {}

  /// Empty for what nobody set.
  public Optional<Origin> origin(Setting<?> setting) {
    return Optional.ofNullable(origins.get(setting.key()));
  }

  /// The value of a setting that has a default or that the caller knows to be set.
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
