package dev.assay.skill.sandbox;

/// Where things are inside a sandbox in which an agent works. The folders of packages are in
/// [dev.assay.skill.dependency.RuntimeEnvironment].
public final class Layout {
  public static final String WORKSPACE = "/workspace";

  /// What the user brings.
  public static final String UPLOADS = WORKSPACE + "/uploads";

  /// The working directory, for what the agent makes.
  public static final String INTERMEDIATE = WORKSPACE + "/intermediate";

  /// A folder per skill, read only.
  public static final String SKILLS = WORKSPACE + "/skills";

  private Layout() {}

  public static String skill(String name) {
    return SKILLS + "/" + name;
  }
}
