package dev.assay.skill.dependency;

/// Where packages lie that are installed at work, beyond what was admitted: in an environment of
/// the session and the skill, [#FOLDER] and the skill's name, which goes with the sandbox.
public final class ExtraPackages {
  public static final String FOLDER = "/opt/extra";

  /// The environment of commands that belong to no skill.
  public static final String SESSION = FOLDER + "/.session";

  /// Programs in environments of skills, for who calls them by name.
  public static final String PROGRAMS = FOLDER + "/.bin";

  /// Programs of ours that install packages and find them.
  public static final String TOOLS = "/opt/tools";

  /// A file of every environment for Python, and its only line.
  public static final String START_FILE = "zz-start.pth";

  public static final String START_LINE =
      "import os; p = '%s/start.py'; os.path.isfile(p) and exec(open(p).read(), {'__name__': 'start'})\n"
          .formatted(TOOLS);

  private ExtraPackages() {}
}
