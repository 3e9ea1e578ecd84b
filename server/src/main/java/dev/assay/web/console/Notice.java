package dev.assay.web.console;

/// The message of a page about the last action: its success or its problem. An empty notice shows
/// nothing.
public record Notice(String success, String problem) {
  public static final Notice NONE = new Notice("", "");
}
