package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.registry.EngineTests;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// The result of a skill's saved tasks on an engine other than the one it was admitted on.
@Schema(name = "EngineTest")
record EngineTestWire(
    String engine,
    String base,
    String architecture,
    String outcome,
    String reason,
    boolean rehearsal,
    @JsonProperty("network_recorded") boolean networkRecorded,
    @JsonProperty("limits_not_enforced") List<String> limitsNotEnforced,
    @JsonProperty("run_id") UUID runId,
    @JsonProperty("tested_at") Instant testedAt) {
  static EngineTestWire of(EngineTests.Found found) {
    return new EngineTestWire(
        found.ground().engine(),
        found.ground().base().base(),
        found.ground().base().architecture().word(),
        found.outcome(),
        found.reason(),
        found.rehearsal(),
        found.recorded(),
        found.unenforced(),
        found.run(),
        found.when());
  }
}
