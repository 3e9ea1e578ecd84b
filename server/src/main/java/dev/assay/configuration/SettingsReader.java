package dev.assay.configuration;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Collects values from files and the environment and makes [Settings] of them. If values are
/// wrong, it reports all problems at once.
public final class SettingsReader {
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();
  private Path folder = Path.of("");

  /// A raw value and the place where it was found.
  record Entry(String key, String text, String place) {}

  /// Sets the folder against which relative paths are resolved. The default is the working
  /// directory of the process.
  public SettingsReader pathsFrom(Path folder) {
    this.folder = folder;
    return this;
  }

  /// Reads a file. Its values override everything read before. A missing file is an error; use
  /// [#fileIfThere(Path)] for optional files.
  public SettingsReader file(Path file) {
    SettingsFile.read(file, problems).forEach(this::put);
    return this;
  }

  public SettingsReader fileIfThere(Path file) {
    return Files.exists(file) ? file(file) : this;
  }

  /// Reads the variables that begin with `ASSAY_`. They override everything read before.
  public SettingsReader environment(Map<String, String> environment) {
    EnvironmentVariables.read(environment, problems).forEach(this::put);
    return this;
  }

  /// Sets one value from an option of the command line.
  public SettingsReader option(Setting<?> setting, String text, String option) {
    put(new Entry(setting.key(), text, option));
    return this;
  }

  public Settings settings() {
    Map<String, Object> values = new LinkedHashMap<>();
    Map<String, Settings.Origin> origins = new LinkedHashMap<>();
    for (Setting<?> setting : Catalogue.all()) {
      Entry entry = entries.get(setting.key());
      if (entry != null) {
        convert(setting, entry, values);
        origins.put(setting.key(), new Settings.Origin(entry.place(), shown(setting, entry)));
      } else {
        setting.fallback().ifPresent(text -> values.put(setting.key(), read(setting, text)));
      }
    }
    Settings settings = new Settings(values, origins);
    if (problems.isEmpty()) {
      problems.addAll(Agreement.problemsOf(settings));
    }
    if (!problems.isEmpty()) {
      throw new AssayException(
          ErrorCode.CONFIGURATION_INVALID,
          "The configuration is not valid:\n  " + String.join("\n  ", problems),
          Map.of("problems", List.copyOf(problems)));
    }
    return settings;
  }

  private void put(Entry entry) {
    entries.put(entry.key(), entry);
  }

  private void convert(Setting<?> setting, Entry entry, Map<String, Object> values) {
    try {
      Object value = read(setting, entry.text().strip());
      values.put(setting.key(), value instanceof Path path ? folder.resolve(path) : value);
    } catch (IllegalArgumentException e) {
      String shown =
          setting.form().visibility() == Form.Visibility.HIDDEN || mayHoldPassword(entry.text())
              ? "a value that cannot be used"
              : "\"" + withoutCredentials(entry.text()) + "\"";
      problems.add(
          "%s: %s is %s; allowed: %s"
              .formatted(entry.place(), setting.key(), shown, setting.form().allowed()));
    }
  }

  private static String shown(Setting<?> setting, Entry entry) {
    return setting.form().visibility() == Form.Visibility.HIDDEN
        ? ""
        : withoutCredentials(entry.text().strip());
  }

  /// Tests whether a text looks like an address with text before an `@`, which may be a password.
  private static boolean mayHoldPassword(String text) {
    return text.matches("(?s).*[:/].*@.*");
  }

  /// Masks passwords in an address, also where a password does not belong.
  private static String withoutCredentials(String text) {
    return text.replaceAll("//[^/]*@", "//***@").replaceAll("(?i)(password=)[^&]*", "$1***");
  }

  private static Object read(Setting<?> setting, String text) {
    Object value = setting.form().reader().apply(text);
    if (value == null) {
      throw new IllegalArgumentException(setting.key());
    }
    return value;
  }
}
