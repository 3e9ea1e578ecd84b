package dev.assay.sandbox.remote;

import dev.assay.skill.Visible;

/// A provider answered, but not with what was asked for.
public final class ProviderRefusal extends RuntimeException {
  private static final int MOST = 500;

  private final int status;
  private final String source;
  private final String code;

  /// @param source the part of the provider that refuses, if it says so; else empty
  /// @param code its own code of the error; else empty
  public ProviderRefusal(int status, String source, String code, String message) {
    super(shorten(Visible.line(message)));
    this.status = status;
    this.source = source;
    this.code = code;
  }

  private static String shorten(String text) {
    return text.length() <= MOST ? text : text.substring(0, MOST) + "…";
  }

  public int status() {
    return status;
  }

  public String source() {
    return source;
  }

  public String code() {
    return code;
  }

  /// What the provider says, in one harmless line.
  public String words() {
    String text = String.valueOf(getMessage());
    String number = code.isEmpty() ? String.valueOf(status) : status + " " + Visible.line(code);
    return text.isBlank() ? number : number + ": " + text;
  }
}
