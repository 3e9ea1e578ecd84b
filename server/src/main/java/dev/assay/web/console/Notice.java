package dev.assay.web.console;

/// What a page says about the thing just done: that it went well, or what was wrong. Empty is
/// silence.
public record Notice(String success, String problem) {
  public static final Notice NONE = new Notice("", "");
}
