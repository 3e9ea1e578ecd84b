package dev.assay.skill.sandbox;

import dev.assay.skill.dependency.RuntimeEnvironment;
import java.util.Map;
import java.util.TreeMap;

/// The variables that every command finds, on every engine. Nothing of our own environment is among
/// them.
public final class UsualVariables {
  private UsualVariables() {}

  /// @param user as whom commands run
  /// @param home that user's folder
  public static Map<String, String> of(SandboxSpec spec, String user, String home) {
    Map<String, String> variables = new TreeMap<>(RuntimeEnvironment.SHARED.variables());
    variables.put("HOME", home);
    variables.put("USER", user);
    variables.put("LOGNAME", user);
    variables.put("SHELL", "/bin/sh");
    variables.put("LANG", "C.UTF-8");
    variables.put("TMPDIR", "/tmp");
    variables.put("npm_config_prefix", RuntimeEnvironment.SHARED.npm());
    variables.put("npm_config_update_notifier", "false");
    variables.put("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    if (!(spec.network() instanceof Network.Open)) {
      // Clients that would try again for a minute give up at once: there is nothing to wait for.
      variables.put("npm_config_fetch_retries", "0");
      variables.put("PIP_RETRIES", "0");
    }
    variables.putAll(spec.variables());
    return variables;
  }
}
