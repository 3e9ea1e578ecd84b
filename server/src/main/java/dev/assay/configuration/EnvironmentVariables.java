package dev.assay.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Reads settings from the environment. An unknown variable that begins with `ASSAY_` is a problem,
/// because it is most likely misspelt.
final class EnvironmentVariables {
  /// Variables of the launcher and the command line. They are not settings of the server.
  static final Set<String> OTHERS =
      Set.of(
          "ASSAY_HOME",
          "ASSAY_ADMIN_PASSWORD",
          "ASSAY_BENCH_LAUNCHER",
          "ASSAY_CACHE",
          "ASSAY_HEAP",
          "ASSAY_JAVA_HOME",
          "ASSAY_NO_ARCHIVE",
          "ASSAY_SERVER",
          "ASSAY_TOKEN");

  /// Variables that Kubernetes sets for a service called "assay" or "assay-…".
  private static final Pattern SERVICE_LINK =
      Pattern.compile("ASSAY_(.*_)?(SERVICE_(HOST|PORT)(_.*)?|PORT_\\d+_(TCP|UDP|SCTP)(_.*)?)");

  private EnvironmentVariables() {}

  static List<SettingsReader.Entry> read(Map<String, String> environment, List<String> problems) {
    List<SettingsReader.Entry> entries = new ArrayList<>();
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              if (!name.startsWith("ASSAY_") || OTHERS.contains(name) || isLink(name, value)) {
                return;
              }
              Catalogue.all().stream()
                  .filter(setting -> setting.variable().equals(name))
                  .findFirst()
                  .ifPresentOrElse(
                      setting -> entries.add(new SettingsReader.Entry(setting.key(), value, name)),
                      () ->
                          problems.add(
                              "environment: unknown variable "
                                  + name
                                  + Suggestion.of(
                                      name,
                                      Catalogue.all().stream().map(Setting::variable).toList())));
            });
    return entries;
  }

  private static boolean isLink(String name, String value) {
    return SERVICE_LINK.matcher(name).matches()
        || (name.endsWith("_PORT") && value.startsWith("tcp://"));
  }
}
