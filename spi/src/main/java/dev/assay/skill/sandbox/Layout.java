package dev.assay.skill.sandbox;

/// The paths inside a sandbox in which an agent works. The folders of packages are in
/// [dev.assay.skill.dependency.RuntimeEnvironment].
public final class Layout {
  public static final String WORKSPACE = "/workspace";

  /// Files of the user.
  public static final String UPLOADS = WORKSPACE + "/uploads";

  /// The working directory, for files that the agent makes.
  public static final String INTERMEDIATE = WORKSPACE + "/intermediate";

  /// The folder with a read-only folder for each skill.
  public static final String SKILLS = WORKSPACE + "/skills";

  private Layout() {}

  public static String skill(String name) {
    return SKILLS + "/" + name;
  }
}
