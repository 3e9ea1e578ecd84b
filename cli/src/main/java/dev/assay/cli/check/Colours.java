package dev.assay.cli.check;

import java.io.Console;
import java.util.Optional;

/// Colours of the output. They are used on a terminal, unless NO_COLOR is set.
public enum Colours {
  COLOURED,
  PLAIN;

  /// Chooses the setting for the current output.
  public static Colours choose() {
    String refused = System.getenv("NO_COLOR");
    boolean dumb = "dumb".equals(System.getenv("TERM"));
    return isTerminal() && (refused == null || refused.isEmpty()) && !dumb ? COLOURED : PLAIN;
  }

  public static boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  public String red(String text) {
    return paint("31", text);
  }

  public String green(String text) {
    return paint("32", text);
  }

  public String yellow(String text) {
    return paint("33", text);
  }

  public String bold(String text) {
    return paint("1", text);
  }

  public String faint(String text) {
    return paint("2", text);
  }

  private String paint(String code, String text) {
    return this == PLAIN ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
