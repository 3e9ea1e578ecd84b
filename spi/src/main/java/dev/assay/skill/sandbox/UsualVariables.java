package dev.assay.skill.sandbox;

import dev.assay.skill.dependency.ExtraPackages;
import dev.assay.skill.dependency.RuntimeEnvironment;
import java.util.Map;
import java.util.TreeMap;

/// The environment variables of every command, on every engine. No variable of the server's own
/// environment is among them.
public final class UsualVariables {
  private static final String SYSTEM =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  private static final String PATH =
      String.join(
          ":",
          ExtraPackages.TOOLS + "/bin",
          RuntimeEnvironment.PROGRAMS,
          RuntimeEnvironment.SHARED.venv() + "/bin",
          RuntimeEnvironment.SHARED.npm() + "/bin",
          ExtraPackages.TOOLS + "/local/bin",
          ExtraPackages.TOOLS + "/venv/bin",
          SYSTEM,
          ExtraPackages.PROGRAMS);
  private static final String NODE_PATH =
      "%s/lib/node_modules:%s/npm/lib/node_modules"
          .formatted(RuntimeEnvironment.SHARED.npm(), ExtraPackages.SESSION);

  private UsualVariables() {}

  /// @param user the user that runs the commands
  /// @param home that user's folder
  public static Map<String, String> of(SandboxSpec spec, String user, String home) {
    Map<String, String> variables = new TreeMap<>();
    variables.put("PATH", PATH);
    variables.put("NODE_PATH", NODE_PATH);
    variables.put("HOME", home);
    variables.put("USER", user);
    variables.put("LOGNAME", user);
    variables.put("SHELL", "/bin/sh");
    variables.put("LANG", "C.UTF-8");
    variables.put("TMPDIR", "/tmp");
    variables.put("npm_config_prefix", ExtraPackages.SESSION + "/npm");
    variables.put("npm_config_update_notifier", "false");
    variables.put("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    if (!(spec.network() instanceof Network.Open)) {
      // Clients that would retry for a minute give up at once: there is nothing to wait for.
      variables.put("npm_config_fetch_retries", "0");
      variables.put("PIP_RETRIES", "0");
    }
    variables.putAll(spec.variables());
    return variables;
  }
}
