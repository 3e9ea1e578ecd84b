package dev.assay.configuration;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Collects values from files and from the environment and makes [Settings] of them, or says
/// everything that is wrong at once.
public final class SettingsReader {
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();
  private Path folder = Path.of("");

  /// A raw value and where it was found.
  record Entry(String key, String text, String place) {}

  /// Paths that do not begin at the root begin here; else in the folder the process runs in.
  public SettingsReader pathsFrom(Path folder) {
    this.folder = folder;
    return this;
  }

  /// Reads a file; what it says goes before everything read so far. A file that is not there is an
  /// error: use [#fileIfThere(Path)] for places that are only looked into.
  public SettingsReader file(Path file) {
    SettingsFile.read(file, problems).forEach(this::put);
    return this;
  }

  public SettingsReader fileIfThere(Path file) {
    return Files.exists(file) ? file(file) : this;
  }

  /// Reads the variables that begin with `ASSAY_`; they go before everything read so far.
  public SettingsReader environment(Map<String, String> environment) {
    EnvironmentVariables.read(environment, problems).forEach(this::put);
    return this;
  }

  /// Sets one value, as an option of the command line does.
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

  /// Whatever stands before an `@` in something like an address.
  private static boolean mayHoldPassword(String text) {
    return text.matches("(?s).*[:/].*@.*");
  }

  /// An address may have a password inside, where none belongs.
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
