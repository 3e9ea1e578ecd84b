package dev.assay.skill.dependency;

import java.util.Map;
import java.util.TreeMap;

/// Where packages of languages lie inside a sandbox: in the environment that all skills share, or
/// in one that a skill has for itself. Packages of the operating system are always shared.
///
/// @param skill the name of the skill it belongs to; empty if it is shared
public record RuntimeEnvironment(String skill) {
  public static final RuntimeEnvironment SHARED = new RuntimeEnvironment("");

  /// The folder of all environments that belong to a skill.
  public static final String OWN = "/opt/skills";

  private static final String SYSTEM_PATH =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  public RuntimeEnvironment {
    if (skill.contains("/") || skill.startsWith(".")) {
      throw new IllegalArgumentException("Not the name of a skill: " + skill);
    }
  }

  /// The one a path is in; the shared one if it is in none of a skill.
  public static RuntimeEnvironment at(String path) {
    if (!path.startsWith(OWN + "/")) {
      return SHARED;
    }
    String below = path.substring(OWN.length() + 1);
    int end = below.indexOf('/');
    String name = end < 0 ? below : below.substring(0, end);
    return name.startsWith(".") ? SHARED : new RuntimeEnvironment(name);
  }

  public boolean isShared() {
    return skill.isEmpty();
  }

  public String folder() {
    return isShared() ? "/opt/runtime" : OWN + "/" + skill;
  }

  /// Where Python packages are.
  public String venv() {
    return folder() + "/venv";
  }

  /// Where npm packages are.
  public String npm() {
    return folder() + "/npm";
  }

  /// By which a command finds what is in it, and behind that what is shared.
  public Map<String, String> variables() {
    Map<String, String> variables = new TreeMap<>();
    String path = SHARED.programs() + ":" + SYSTEM_PATH;
    String modules = SHARED.modules();
    variables.put("PATH", isShared() ? path : programs() + ":" + path);
    variables.put("NODE_PATH", isShared() ? modules : modules() + ":" + modules);
    if (!isShared()) {
      variables.put("VIRTUAL_ENV", venv());
    }
    return variables;
  }

  private String programs() {
    return venv() + "/bin:" + npm() + "/bin";
  }

  private String modules() {
    return npm() + "/lib/node_modules";
  }
}
