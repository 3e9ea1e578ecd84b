package dev.assay.packages.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The configuration of npm. npm does not show values with a password; they are read from its
/// files.
///
/// @param values the values by key: `registry`, `@scope:registry`, `//host/path/:_authToken`
public record NpmSetup(Map<String, String> values) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)\\}");

  public NpmSetup {
    values = Map.copyOf(values);
  }

  /// Asks this machine's `npm`.
  public static Found<NpmSetup> read(Map<String, String> environment) {
    Optional<String> list = MachineTool.run("npm", "config", "ls", "-l", "--json");
    if (list.isEmpty()) {
      return new Found.Unknown<>("this machine has no npm");
    }
    try {
      return new Found.Known<>(of(JSON.readTree(list.get()), environment));
    } catch (JacksonException e) {
      return new Found.Unknown<>("npm does not say how it is configured");
    }
  }

  /// @param list the output of `npm config ls -l --json`
  static NpmSetup of(JsonNode list, Map<String, String> environment) {
    Map<String, String> values = new TreeMap<>();
    for (String file : List.of("globalconfig", "userconfig")) {
      values.putAll(file(list.path(file).asString(""), environment));
    }
    environment.forEach(
        (name, value) -> {
          if (name.toLowerCase(Locale.ROOT).startsWith("npm_config_") && !value.isBlank()) {
            values.put(key(name.substring("npm_config_".length())), value);
          }
        });
    list.properties()
        .forEach(
            property -> {
              JsonNode value = property.getValue();
              if (value.isString() && !value.stringValue().isBlank()) {
                values.put(property.getKey(), value.stringValue());
              } else if (value.isArray() && value.size() > 0) {
                values.put(
                    property.getKey(),
                    String.join(",", value.valueStream().map(each -> each.asString("")).toList()));
              }
            });
    return new NpmSetup(values);
  }

  private static String key(String name) {
    return name.startsWith("//") ? name : name.toLowerCase(Locale.ROOT).replaceAll("(?!^)_", "-");
  }

  private static Map<String, String> file(String file, Map<String, String> environment) {
    Map<String, String> values = new TreeMap<>();
    try {
      if (file.isEmpty() || !Files.isRegularFile(Path.of(file))) {
        return values;
      }
      for (String line : Files.readAllLines(Path.of(file))) {
        int equals = line.indexOf('=');
        if (equals > 0 && !line.stripLeading().startsWith("#") && !line.startsWith(";")) {
          values.put(
              line.substring(0, equals).strip(),
              expanded(line.substring(equals + 1).strip(), environment));
        }
      }
    } catch (IOException e) {
      return values; // npm cannot read it either
    }
    return values;
  }

  private static String expanded(String text, Map<String, String> environment) {
    String plain =
        text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
            ? text.substring(1, text.length() - 1)
            : text;
    return VARIABLE
        .matcher(plain)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(environment.getOrDefault(match.group(1), match.group())));
  }

  public Optional<String> find(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /// The registries by scope: `@scope`.
  public Map<String, String> scopes() {
    Map<String, String> scopes = new TreeMap<>();
    values.forEach(
        (key, value) -> {
          if (key.startsWith("@") && key.endsWith(":registry")) {
            scopes.put(key.substring(0, key.length() - ":registry".length()), value);
          }
        });
    return scopes;
  }

  /// A credential for a place.
  ///
  /// @param place `host[:port]/path/`
  /// @param kind `_authToken`, `_auth`, `username` or `_password`
  public record Authority(String place, String kind, String value) {
    /// Shows only the kind.
    @Override
    public String toString() {
      return place + " " + kind;
    }
  }

  public List<Authority> authorities() {
    return values.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith("//"))
        .flatMap(
            entry -> {
              String key = entry.getKey().substring(2);
              int colon = key.lastIndexOf(':');
              return colon < 0
                  ? java.util.stream.Stream.<Authority>empty()
                  : java.util.stream.Stream.of(
                      new Authority(
                          key.substring(0, colon), key.substring(colon + 1), entry.getValue()));
            })
        .toList();
  }

  public List<String> noProxy() {
    return find("noproxy")
        .map(text -> Arrays.stream(text.split(",", -1)).map(String::strip).toList())
        .orElse(List.of());
  }

  /// Shows only the keys, because values may be secrets.
  @Override
  public String toString() {
    return values.keySet().toString();
  }
}
