package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.Conditions;
import dev.assay.validation.GateCalibration;
import dev.assay.web.access.Caller;
import dev.assay.web.description.Shape;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

@RestController
@RequestMapping("/api/admin/calibrations")
@Tag(name = "Calibrations")
class CalibrationsController {
  private final GateCalibration calibration;

  CalibrationsController(GateCalibration calibration) {
    this.calibration = calibration;
  }

  record ConditionsWire(
      TreeMap<String, String> models, String prompts, String policy, String version) {
    static ConditionsWire of(Conditions conditions) {
      return new ConditionsWire(
          new TreeMap<>(conditions.models()),
          conditions.prompts(),
          conditions.policy(),
          conditions.version());
    }
  }

  /// @param expired the reasons why the calibration is no longer valid
  record CalibrationWire(
      UUID id,
      @JsonProperty("made_at") Instant madeAt,
      @JsonProperty("made_by") String madeBy,
      List<String> expired,
      String words,
      @JsonRawValue @Shape("CalibrationConditions") String conditions,
      @JsonRawValue @Shape("CalibrationReport") String report) {
    static CalibrationWire of(GateCalibration.Known known) {
      return new CalibrationWire(
          known.entry().id(),
          known.entry().made(),
          known.entry().by(),
          known.expired(),
          known.words(),
          known.entry().conditions(),
          known.entry().report());
    }
  }

  /// @param conditions the current conditions
  /// @param words the sentence that verdicts carry
  record CalibrationList(
      ConditionsWire conditions, String words, List<CalibrationWire> calibrations) {}

  record NewCalibration(@Nullable ConditionsWire conditions, @Nullable JsonNode report) {}

  @GetMapping
  @Operation(
      operationId = "listCalibrations",
      summary = "How often the gate itself errs, as measured, newest first",
      description = "A calibration expires when models, prompts, policy or version change.")
  CalibrationList list() {
    return new CalibrationList(
        ConditionsWire.of(calibration.conditions()),
        calibration.words(),
        calibration.list().stream().map(CalibrationWire::of).toList());
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  @Operation(
      operationId = "recordCalibration",
      summary = "Keep what assay calibrate measured",
      description = "Refused if the conditions are not those of now.")
  CalibrationWire add(@RequestBody NewCalibration body, @AuthenticationPrincipal Caller caller) {
    ConditionsWire conditions = body.conditions();
    JsonNode report = body.report();
    if (conditions == null
        || report == null
        || conditions.models() == null
        || conditions.prompts() == null
        || conditions.policy() == null
        || conditions.version() == null) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "A calibration needs \"conditions\" (models, prompts, policy, version) and \"report\".");
    }
    return CalibrationWire.of(
        calibration.record(
            caller.getName(),
            new Conditions(
                conditions.models(),
                conditions.prompts(),
                conditions.policy(),
                conditions.version()),
            report.toString()));
  }
}
