package dev.assay.skill.dependency;

/// The places of packages that are installed during a session, beyond what was admitted. Each skill
/// has an environment per session, in [#FOLDER] under the skill's name. It is deleted with the
/// sandbox.
public final class ExtraPackages {
  public static final String FOLDER = "/opt/extra";

  /// The environment for commands that belong to no skill.
  public static final String SESSION = FOLDER + "/.session";

  /// Programs in environments of skills, for callers that use their names.
  public static final String PROGRAMS = FOLDER + "/.bin";

  /// Assay's programs that install packages and find them.
  public static final String TOOLS = "/opt/tools";

  /// A file in every environment for Python, and its only line.
  public static final String START_FILE = "zz-start.pth";

  public static final String START_LINE =
      "import os; p = '%s/start.py'; os.path.isfile(p) and exec(open(p).read(), {'__name__': 'start'})\n"
          .formatted(TOOLS);

  private ExtraPackages() {}
}
