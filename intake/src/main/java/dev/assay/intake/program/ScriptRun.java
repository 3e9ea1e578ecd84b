package dev.assay.intake.program;

/// A call of a script in a document.
///
/// @param path the path with forward slashes, from the skill's folder or from the document's
/// @param line the line of the call
/// @param owned whether the path says that the script is the skill's, as `${SKILL_DIR}/run.py` does
public record ScriptRun(String path, int line, boolean owned) {
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// Returns whether the path has no folder. Such scripts are mostly the user's.
  public boolean isBare() {
    return path.indexOf('/') < 0;
  }
}
