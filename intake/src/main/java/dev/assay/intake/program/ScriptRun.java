package dev.assay.intake.program;

/// A script that a document runs.
///
/// @param path with forward slashes; from the skill's folder or from the document's
/// @param line where it is run
/// @param owned whether the path says that the script is the skill's, as `${SKILL_DIR}/run.py` does
public record ScriptRun(String path, int line, boolean owned) {
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// Whether the path has no folder: such scripts are mostly the user's.
  public boolean isBare() {
    return path.indexOf('/') < 0;
  }
}
