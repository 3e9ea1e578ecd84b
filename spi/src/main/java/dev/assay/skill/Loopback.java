package dev.assay.skill;

import java.util.regex.Pattern;

/// Recognizes addresses that reach this machine only.
public final class Loopback {
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)(?:[a-z0-9_.-]+\\.)?localhost\\.?|127(?:\\.\\d{1,3}){3}|\\[?(?:::1|(?:0{1,4}:){7}0{0,3}1)]?");

  private Loopback() {}

  /// Returns whether a host is loopback by its name or address. No resolver is asked, because its
  /// answer cannot be trusted.
  public static boolean isNamed(String host) {
    return NAMED.matcher(host).matches();
  }
}
