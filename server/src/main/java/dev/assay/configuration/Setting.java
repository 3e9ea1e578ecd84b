package dev.assay.configuration;

import java.util.Locale;
import java.util.Optional;

/// A setting: its key, the form of its values, its default and its purpose.
public record Setting<T>(String key, Form<T> form, Optional<String> fallback, String purpose) {

  static <T> Setting<T> of(String key, Form<T> form, String fallback, String purpose) {
    return new Setting<>(key, form, Optional.of(fallback), purpose);
  }

  static <T> Setting<T> optional(String key, Form<T> form, String purpose) {
    return new Setting<>(key, form, Optional.empty(), purpose);
  }

  /// The name of the environment variable for this setting: `assay.database.url` is
  /// `ASSAY_DATABASE_URL`.
  public String variable() {
    return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }
}
