package dev.assay.agent.protocol;

import java.math.BigDecimal;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// The pause that a server asks for: in its headers, in fields of its error, or in words.
final class RetryDelay {
  private static final BigDecimal MOST_SECONDS =
      BigDecimal.valueOf(Duration.ofDays(30).toSeconds());
  private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(?:\\.\\d{1,12})?");
  private static final Pattern SPAN =
      Pattern.compile(
          "(?:(\\d{1,6})h)?(?:(\\d{1,6})m(?!s))?(?:(\\d{1,9}(?:\\.\\d{1,12})?)(ms|s))?");
  private static final Pattern WORDS =
      Pattern.compile(
          "(?:try again|retry|retry again|wait)(?: after| in| for| at least)? +"
              + "(\\d[\\dhms.]*)( ?(?:milliseconds?|seconds?|minutes?|hours?|secs?|ms|s|m|h))?(?![\\w])",
          Pattern.CASE_INSENSITIVE);

  private RetryDelay() {}

  static Optional<Duration> find(HttpHeaders headers, ServerError body, Instant now) {
    return headers
        .firstValue("retry-after-ms")
        .flatMap(text -> seconds(text, 3))
        .or(() -> headers.firstValue("retry-after").flatMap(text -> header(text.strip(), now)))
        .or(() -> field(body.json()))
        .or(() -> words(body.message()));
  }

  private static Optional<Duration> header(String text, Instant now) {
    Optional<Duration> number = seconds(text, 0).or(() -> span(text));
    if (number.isPresent()) {
      return number;
    }
    try {
      Instant when = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration left = Duration.between(now, when);
      return Optional.of(left.isNegative() ? Duration.ZERO : left);
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }

  private static Optional<Duration> field(JsonNode json) {
    JsonNode outer = json.isArray() ? json.path(0) : json;
    JsonNode error = outer.path("error");
    for (JsonNode detail : error.path("details")) {
      Optional<Duration> found = span(detail.path("retryDelay").asString(""));
      if (found.isPresent()) {
        return found;
      }
    }
    for (JsonNode place : new JsonNode[] {error, error.path("metadata"), outer}) {
      for (String name : new String[] {"retry_after", "retry_after_seconds", "retryAfter"}) {
        JsonNode value = place.path(name);
        Optional<Duration> found =
            value.isNumber() || value.isString() ? seconds(value.asString(), 0) : Optional.empty();
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Duration> words(String message) {
    Matcher matcher = WORDS.matcher(message);
    while (matcher.find()) {
      String amount = matcher.group(1).replaceAll("\\.$", "");
      String unit = matcher.group(2) == null ? "" : matcher.group(2).strip();
      Optional<Duration> found =
          unit.isEmpty() ? span(amount).or(() -> seconds(amount, 0)) : unit(amount, unit);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<Duration> unit(String amount, String unit) {
    return switch (unit.substring(0, Math.min(2, unit.length()))
        .toLowerCase(java.util.Locale.ROOT)) {
      case "ms" -> seconds(amount, 3);
      case "mi" ->
          unit.toLowerCase(java.util.Locale.ROOT).startsWith("milli")
              ? seconds(amount, 3)
              : seconds(amount, 0).map(each -> each.multipliedBy(60));
      case "m" -> seconds(amount, 0).map(each -> each.multipliedBy(60));
      case "h", "ho" -> seconds(amount, 0).map(each -> each.multipliedBy(3600));
      default -> seconds(amount, 0);
    };
  }

  /// Parses a span such as `1h2m3.5s`, `34.07s` or `6ms`.
  private static Optional<Duration> span(String text) {
    Matcher matcher = SPAN.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      return Optional.empty();
    }
    Duration sum = Duration.ZERO;
    if (matcher.group(1) != null) {
      sum = sum.plusHours(Long.parseLong(matcher.group(1)));
    }
    if (matcher.group(2) != null) {
      sum = sum.plusMinutes(Long.parseLong(matcher.group(2)));
    }
    if (matcher.group(3) != null) {
      sum =
          sum.plus(seconds(matcher.group(3), matcher.group(4).equals("ms") ? 3 : 0).orElseThrow());
    }
    return Optional.of(sum);
  }

  private static Optional<Duration> seconds(String text, int shift) {
    if (!NUMBER.matcher(text.strip()).matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(text.strip()).movePointLeft(shift).min(MOST_SECONDS);
    return Optional.of(Duration.ofMillis(number.movePointRight(3).longValue()));
  }
}
