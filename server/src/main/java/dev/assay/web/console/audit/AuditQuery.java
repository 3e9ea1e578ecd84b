package dev.assay.web.console.audit;

import dev.assay.audit.AuditFilter;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.audit.AuditAction;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The filter of the audit log, as parameters of the address. An empty parameter filters nothing.
///
/// @param from the first day, inclusive
/// @param to the last day, exclusive
public record AuditQuery(String actor, String action, String object, String from, String to) {
  public AuditQuery {
    actor = actor.strip();
    action = action.strip();
    object = object.strip();
    from = from.strip();
    to = to.strip();
  }

  AuditFilter filter() {
    return new AuditFilter(
        given(actor),
        given(action).map(AuditAction::ofWord),
        given(object),
        given(from).map(AuditQuery::day),
        given(to).map(AuditQuery::day));
  }

  public boolean isEmpty() {
    return Stream.of(actor, action, object, from, to).allMatch(String::isEmpty);
  }

  public List<String> actions() {
    return Stream.of(AuditAction.values()).map(AuditAction::word).toList();
  }

  /// Returns the filter as a query, for the console's address or the interface's.
  public String query() {
    return "actor="
        + encoded(actor)
        + "&action="
        + encoded(action)
        + "&object="
        + encoded(object)
        + "&from="
        + encoded(from)
        + "&to="
        + encoded(to);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static Optional<String> given(String text) {
    return Optional.of(text).filter(some -> !some.isEmpty());
  }

  private static Instant day(String text) {
    try {
      return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "\"%s\" is not a day; use 2026-01-31.".formatted(text), e);
    }
  }
}
