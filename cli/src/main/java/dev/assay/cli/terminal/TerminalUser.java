package dev.assay.cli.terminal;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.Console;
import java.util.Optional;

/// The user at the terminal, if there is one.
public final class TerminalUser {
  private TerminalUser() {}

  public static boolean isThere() {
    return console().isPresent();
  }

  /// Asks the user to confirm and refuses to continue otherwise.
  public static void requireYes(String question) {
    Console console =
        console()
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.BAD_REQUEST, question + " Nobody can be asked here: say --yes."));
    String answer = console.readLine("%s [y/N] ", question);
    if (answer == null || !answer.strip().equalsIgnoreCase("y")) {
      throw new AssayException(ErrorCode.BAD_REQUEST, "Nothing was done.");
    }
  }

  private static Optional<Console> console() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal);
  }
}
