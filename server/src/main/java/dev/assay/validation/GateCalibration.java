package dev.assay.validation;

import dev.assay.agent.Models;
import dev.assay.agent.PromptDigest;
import dev.assay.registry.Calibrations;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Words;
import dev.assay.validation.settings.ScoringPolicy;
import dev.assay.validation.settings.ValidationRules;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The measured errors of the gate, and the check whether the measurement is still valid.
public final class GateCalibration {
  public static final String NONE =
      "the gate is not calibrated with these models (assay calibrate)";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LASTS = Duration.ofDays(90);
  private static final int LONGEST = 200_000;
  private static final int MOST = 100;

  private final Calibrations calibrations;
  private final Models models;
  private final ValidationRules rules;
  private final String version;
  private final Clock clock;

  /// @param version the version of Assay
  public GateCalibration(
      Calibrations calibrations,
      Models models,
      ValidationRules rules,
      String version,
      Clock clock) {
    this.calibrations = calibrations;
    this.models = models;
    this.rules = rules;
    this.version = version;
    this.clock = clock;
  }

  /// A calibration with its current validity.
  ///
  /// @param expired the reasons why it is no longer valid; empty if it is valid
  /// @param words the summary in one sentence, without its full stop
  public record Known(Calibrations.Entry entry, List<String> expired, String words) {
    public Known {
      expired = List.copyOf(expired);
    }
  }

  /// Returns the current conditions.
  public Conditions conditions() {
    return new Conditions(
        new TreeMap<>(models.names()), PromptDigest.text(), words(rules), version);
  }

  private static String words(ValidationRules rules) {
    ScoringPolicy policy = rules.policy();
    return "%s, weights %d/%d/%d, line %d, floor %d, lift %s, harm %s"
        .formatted(
            rules.terms().level().word(),
            policy.weights().completion(),
            policy.weights().trigger(),
            policy.weights().offline(),
            policy.threshold(),
            policy.completionFloor(),
            Words.of(rules.terms().requireLift()),
            Words.of(rules.terms().harm()));
  }

  /// Stores a calibration.
  ///
  /// @param measured the conditions at its beginning, which must be the current ones
  /// @param report the report as JSON
  public Known record(String by, Conditions measured, String report) {
    Conditions now = conditions();
    if (now.models().isEmpty()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "Rules take the place of a model here, so there is nothing to calibrate. Configure a model first.");
    }
    List<String> changes = measured.changesTo(now);
    if (!changes.isEmpty()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "This calibration was made under other conditions: %s. Calibrate again."
              .formatted(String.join("; ", changes)));
    }
    requireReport(report);
    return known(calibrations.add(by, JSON.writeValueAsString(measured), report));
  }

  private static void requireReport(String report) {
    JsonNode read;
    try {
      read = JSON.readTree(report);
    } catch (JacksonException e) {
      throw new AssayException(ErrorCode.BAD_REQUEST, "The report is not JSON.", e);
    }
    for (String share : List.of("false_accept", "false_reject")) {
      JsonNode found = read.path(share);
      boolean counted =
          found.path("hits").isInt()
              && found.path("of").isInt()
              && found.path("hits").asInt() >= 0
              && found.path("hits").asInt() <= found.path("of").asInt();
      if (!counted || report.length() > LONGEST) {
        throw new AssayException(
            ErrorCode.BAD_REQUEST,
            "The report needs \"%s\" with \"hits\" and \"of\", and has at most %d characters."
                .formatted(share, LONGEST));
      }
    }
  }

  /// Lists the calibrations, newest first.
  public List<Known> list() {
    return calibrations.list(MOST).stream().map(this::known).toList();
  }

  public Optional<Known> findLatest() {
    return calibrations.findLatest().map(this::known);
  }

  /// Returns the sentence for verdicts; empty in a rehearsal.
  public String words() {
    if (models.names().isEmpty()) {
      return "";
    }
    return findLatest().map(Known::words).orElse(NONE);
  }

  private Known known(Calibrations.Entry entry) {
    List<String> expired =
        new ArrayList<>(
            JSON.readValue(entry.conditions(), Conditions.class).changesTo(conditions()));
    if (entry.made().plus(LASTS).isBefore(clock.instant())) {
      expired.add("it is older than " + LASTS.toDays() + " days");
    }
    LocalDate day = entry.made().atZone(ZoneOffset.UTC).toLocalDate();
    JsonNode report = JSON.readTree(entry.report());
    String words =
        expired.isEmpty()
            ? "with these models the gate accepted %s of bad skills and rejected %s of good ones (calibrated on %s)"
                .formatted(
                    share(report.path("false_accept")), share(report.path("false_reject")), day)
            : "calibrated on %s; expired: %s".formatted(day, String.join("; ", expired));
    return new Known(entry, expired, words);
  }

  private static String share(JsonNode share) {
    int of = share.path("of").asInt();
    return of == 0
        ? "an unknown part"
        : String.format(Locale.ROOT, "%.0f %%", 100.0 * share.path("hits").asInt() / of);
  }
}
