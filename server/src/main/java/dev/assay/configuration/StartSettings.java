package dev.assay.configuration;

import dev.assay.home.Home;
import dev.assay.home.StartedWith;
import dev.assay.skill.Secret;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The settings of a start with given options. The class does not use Spring, so that a command can
/// compare the settings with those of a running private server.
public final class StartSettings {
  /// Variables besides the settings that change the behaviour of a server: its search paths for
  /// programs and its use of the network.
  private static final Pattern TELLING_VARIABLE =
      Pattern.compile(
          "PATH|HOME|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|ASSAY_ADMIN_PASSWORD|PIP_.+|SSL_CERT_.+"
              + "|.+_CA_(BUNDLE|CERTS)|(?i:npm_config_.+|.+_proxy)");

  private StartSettings() {}

  /// @throws dev.assay.skill.AssayException with `CONFIGURATION_INVALID` and everything that is
  ///   wrong
  public static Settings read(ServeOptions options) {
    SettingsReader reader = files(options.home(), options.workingDirectory());
    options.configuration().ifPresent(reader::file);
    reader.environment(options.environment());
    options
        .port()
        .ifPresent(port -> reader.option(Catalogue.SERVER_PORT, port.toString(), "--port"));
    return reader.settings();
  }

  /// Reads the settings of a start without options.
  ///
  /// @throws dev.assay.skill.AssayException with `CONFIGURATION_INVALID` and everything that is
  ///   wrong
  public static Settings read(Home home, Path workingDirectory, Map<String, String> environment) {
    return files(home, workingDirectory).environment(environment).settings();
  }

  private static SettingsReader files(Home home, Path workingDirectory) {
    return new SettingsReader()
        .pathsFrom(workingDirectory)
        .fileIfThere(home.configurationFile())
        .fileIfThere(workingDirectory.resolve("assay.yml"));
  }

  /// @throws dev.assay.skill.AssayException with `CONFIGURATION_INVALID` and all problems of the
  ///   settings
  public static void check(ServeOptions options) {
    read(options);
  }

  /// Tests whether a server with these options prints JSON lines for programs.
  public static boolean logsForPrograms(ServeOptions options) {
    return logsForPrograms(read(options));
  }

  public static boolean logsForPrograms(Settings settings) {
    return settings.value(Catalogue.LOG_FORMAT).equals(Catalogue.LOG_FORMAT_JSON);
  }

  /// Describes the settings and surroundings of a private server with these options.
  ///
  /// @param key the key of the digests, see [StartedWith#of]
  public static StartedWith startedWith(ServeOptions options, Secret key) {
    return startedWith(options, read(options), key);
  }

  public static StartedWith startedWith(ServeOptions options, Settings settings, Secret key) {
    Map<String, String> values = new TreeMap<>();
    Catalogue.all().stream()
        .filter(setting -> settings.origin(setting).isPresent())
        .forEach(setting -> values.put(setting.key(), text(settings.find(setting).orElseThrow())));
    options
        .environment()
        .forEach(
            (name, value) -> {
              if (TELLING_VARIABLE.matcher(name).matches()) {
                values.put(name, value);
              }
            });
    return StartedWith.of(options.privateBuild().orElseThrow(), values, key);
  }

  private static String text(Object value) {
    return value instanceof Secret secret ? secret.reveal() : value.toString();
  }
}
