package dev.assay.packages;

import dev.assay.skill.Visible;
import dev.assay.skill.dependency.Ecosystem;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One question to an index and its result.
///
/// @param ecosystem empty for a request that belongs to none
/// @param index its address, without user and password; empty if none was asked
/// @param asked the path below it
/// @param status the HTTP status; 0 if there was none
/// @param detail a remark; may be empty
/// @param size the number of bytes received
public record Exchange(
    Optional<Ecosystem> ecosystem,
    String index,
    String asked,
    Result result,
    int status,
    String detail,
    long size,
    Instant at,
    Duration took) {
  private static final int LONGEST = 200;

  public Exchange {
    index = Visible.line(index, LONGEST);
    asked = Visible.line(asked, LONGEST);
    detail = Visible.line(detail, 2 * LONGEST);
  }

  public enum Result {
    /// The index answered with the recorded status.
    ANSWERED,
    /// The answer is not one of an index.
    NOT_AN_INDEX,
    /// The index accepted the connection and sent nothing.
    SILENT,
    UNREACHABLE,
    /// The index's certificate is not trusted.
    UNTRUSTED,
    PROXY_FAILED,
    /// The index led to an address where requests may not go.
    MISDIRECTED,
    /// The file differs from the index's description, or ended too early.
    CORRUPT,
    /// The file exceeds the limit of one installation.
    TOO_LARGE,
    /// The file could not be kept on this machine.
    NOT_KEPT,
    /// No such index exists, for the recorded reason.
    ABSENT,
    /// The sandbox asked for something that is not offered; no index was asked.
    REFUSED
  }

  /// The exchange as one plain sentence, without a full stop.
  public String shown() {
    return switch (result) {
      case ANSWERED -> "%s answered %d to %s".formatted(index, status, asked);
      case NOT_AN_INDEX ->
          "%s answered %s with %s instead of a package index".formatted(index, asked, detail);
      case SILENT, UNREACHABLE, UNTRUSTED, PROXY_FAILED ->
          "%s, asked for %s: %s".formatted(index, asked, detail);
      case MISDIRECTED -> "%s, asked for %s, %s".formatted(index, asked, detail);
      case CORRUPT -> "%s delivered %s damaged: %s".formatted(index, asked, detail);
      case TOO_LARGE -> "%s delivered %s, which is too much: %s".formatted(index, asked, detail);
      case NOT_KEPT -> "%s from %s cannot be kept here: %s".formatted(asked, index, detail);
      case ABSENT -> "no index for %s: %s".formatted(word(), detail);
      case REFUSED -> "the sandbox asked for %s, which is not offered".formatted(asked);
    };
  }

  private String word() {
    return ecosystem.map(Exchange::tool).orElse("packages");
  }

  static String tool(Ecosystem ecosystem) {
    return switch (ecosystem) {
      case PIP -> "pip";
      case NPM -> "npm";
      case SYSTEM -> "apt";
    };
  }
}
