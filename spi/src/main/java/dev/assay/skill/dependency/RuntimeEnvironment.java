package dev.assay.skill.dependency;

/// The place of language packages inside a sandbox: the environment that all skills share, or a
/// skill's own. Packages of the operating system are always shared.
///
/// @param skill the name of the skill it belongs to; empty if it is shared
public record RuntimeEnvironment(String skill) {
  public static final RuntimeEnvironment SHARED = new RuntimeEnvironment("");

  /// The folder of all environments that belong to a skill.
  public static final String OWN = "/opt/skills";

  /// The folder of links by which programs in skills' environments are called. Each link starts the
  /// program of the skill that calls it.
  public static final String PROGRAMS = OWN + "/.bin";

  public RuntimeEnvironment {
    if (skill.contains("/") || skill.startsWith(".")) {
      throw new IllegalArgumentException("Not the name of a skill: " + skill);
    }
  }

  /// The environment that a path is in, or whose extra packages it is in; the shared one if it is
  /// in no skill's.
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

  /// The owner of the files elsewhere that lead into it.
  public String owner() {
    return isShared() ? "environment" : "environment of " + skill;
  }

  /// The folder of Python packages.
  public String venv() {
    return folder() + "/venv";
  }

  /// The folder of npm packages.
  public String npm() {
    return folder() + "/npm";
  }
}
