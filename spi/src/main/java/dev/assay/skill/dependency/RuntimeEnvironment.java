package dev.assay.skill.dependency;

/// Where packages of languages lie inside a sandbox: in the environment that all skills share, or
/// in one that a skill has for itself. Packages of the operating system are always shared.
///
/// @param skill the name of the skill it belongs to; empty if it is shared
public record RuntimeEnvironment(String skill) {
  public static final RuntimeEnvironment SHARED = new RuntimeEnvironment("");

  /// The folder of all environments that belong to a skill.
  public static final String OWN = "/opt/skills";

  /// Links by which the programs of such environments are called by name; each starts the one of
  /// the skill it is called for.
  public static final String PROGRAMS = OWN + "/.bin";

  public RuntimeEnvironment {
    if (skill.contains("/") || skill.startsWith(".")) {
      throw new IllegalArgumentException("Not the name of a skill: " + skill);
    }
  }

  /// The one a path is in, or of whose skill it is an extra; the shared one if it is in none of a
  /// skill.
  public static RuntimeEnvironment at(String path) {
    String root = path.startsWith(ExtraPackages.FOLDER + "/") ? ExtraPackages.FOLDER : OWN;
    if (!path.startsWith(root + "/")) {
      return SHARED;
    }
    String below = path.substring(root.length() + 1);
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

  /// Who owns what leads into it from elsewhere.
  public String owner() {
    return isShared() ? "environment" : "environment of " + skill;
  }

  /// Where Python packages are.
  public String venv() {
    return folder() + "/venv";
  }

  /// Where npm packages are.
  public String npm() {
    return folder() + "/npm";
  }
}
