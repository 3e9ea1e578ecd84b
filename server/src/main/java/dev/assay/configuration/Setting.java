package dev.assay.configuration;

import java.util.Locale;
import java.util.Optional;

/// One thing that can be set: its key, what its values look like, its default and what it does.
public record Setting<T>(String key, Form<T> form, Optional<String> fallback, String purpose) {

  static <T> Setting<T> of(String key, Form<T> form, String fallback, String purpose) {
    return new Setting<>(key, form, Optional.of(fallback), purpose);
  }

  static <T> Setting<T> optional(String key, Form<T> form, String purpose) {
    return new Setting<>(key, form, Optional.empty(), purpose);
  }

  /// The environment variable that sets it: `assay.database.url` is `ASSAY_DATABASE_URL`.
  public String variable() {
    return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }
}
