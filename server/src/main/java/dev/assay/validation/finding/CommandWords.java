package dev.assay.validation.finding;

import dev.assay.skill.sandbox.Layout;
import dev.assay.validation.evidence.CommandFailure;
import dev.assay.validation.evidence.ResultFinding.Code;

/// Describes failed commands for authors.
///
/// @param skill the skill under test
/// @param bare whether the skill works without packages and input files that only the server has
record CommandWords(String skill, boolean bare) {
  static Code code(CommandFailure.Kind kind) {
    return switch (kind) {
      case EXCEPTION -> Code.SCRIPT_FAILED;
      case MODULE_MISSING -> Code.MODULE_MISSING;
      case PATH_MISSING -> Code.PATH_WRONG;
      case PROGRAM_MISSING -> Code.PROGRAM_MISSING;
      case OUT_OF_MEMORY -> Code.OUT_OF_MEMORY;
      case NOT_ENDED -> Code.DOES_NOT_END;
      case EXIT_CODE -> Code.EXIT_CODE;
    };
  }

  static String message(CommandFailure failure) {
    String place = failure.place();
    return switch (failure.kind()) {
      case EXCEPTION -> "%s: %s".formatted(place, failure.message());
      case MODULE_MISSING ->
          "%s needs the module \"%s\", which is not there.".formatted(place, failure.subject());
      case PATH_MISSING ->
          failure.subject().isEmpty()
              ? "%s: %s".formatted(place, failure.message())
              : "%s looks for \"%s\", which is not there.".formatted(place, failure.subject());
      case PROGRAM_MISSING ->
          failure.subject().isEmpty()
              ? "%s: %s".formatted(place, failure.message())
              : "%s calls \"%s\", which is not there.".formatted(place, failure.subject());
      case OUT_OF_MEMORY -> "%s ran out of memory.".formatted(place);
      case NOT_ENDED -> "%s does not end: %s.".formatted(place, failure.message());
      case EXIT_CODE ->
          "%s ends with exit code %d: %s".formatted(place, failure.exitCode(), failure.message());
    };
  }

  static String hint(CommandFailure failure) {
    return switch (failure.kind()) {
      case EXCEPTION ->
          "Mend the line, or check the input before it and say what is wrong with it.";
      case MODULE_MISSING ->
          "Declare the package that has it (requirements.txt, package.json or `dependencies`), or do"
              + " without.";
      case PATH_MISSING ->
          "Commands run in %s; name files of the skill relative to the script itself, and take others as arguments."
              .formatted(Layout.INTERMEDIATE);
      case PROGRAM_MISSING -> "Declare the system package that has it, or do without.";
      case OUT_OF_MEMORY -> "Read the input in pieces.";
      case NOT_ENDED -> "It must not wait for input or for the network; give every wait an end.";
      case EXIT_CODE -> "See the output, and mend what it names.";
    };
  }

  /// Returns a command that repeats the failure in the skill's folder. If the failed command needs
  /// files of the server, it is the command for a new validation.
  String repeat(CommandFailure failure) {
    boolean alone =
        bare
            && failure.skill().equals(skill)
            && !failure.command().isEmpty()
            && !failure.command().contains(Layout.UPLOADS)
            && !failure.command().contains("'")
            && failure.command().lines().count() == 1;
    return alone
        ? "assay sandbox run --offline --mount .:%s -- sh -c '%s'"
            .formatted(Layout.skill(skill), interpreted(failure.command()))
        : again();
  }

  /// Puts the interpreter before a script, which need not be executable.
  private static String interpreted(String command) {
    if (!command.startsWith(Layout.SKILLS)) {
      return command;
    }
    String script = command.split(" ", 2)[0];
    String program =
        switch (script.substring(script.lastIndexOf('.') + 1)) {
          case "py" -> "python3 ";
          case "js", "mjs" -> "node ";
          case "sh", "bash" -> "bash ";
          case "rb" -> "ruby ";
          case "pl" -> "perl ";
          default -> "";
        };
    return program + command;
  }

  String again() {
    return "assay skills validate " + skill;
  }
}
