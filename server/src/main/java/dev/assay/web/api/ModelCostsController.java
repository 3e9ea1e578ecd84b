package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.web.ModelCosts;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/model-costs")
@Tag(name = "Models")
class ModelCostsController {
  private static final Duration USUAL = Duration.ofDays(1);

  private final ModelCosts costs;
  private final Clock clock;

  ModelCostsController(ModelCosts costs, Clock clock) {
    this.costs = costs;
    this.clock = clock;
  }

  record CostWire(
      String purpose,
      String model,
      long calls,
      @JsonProperty("input_tokens") long inputTokens,
      @JsonProperty("cached_tokens") long cachedTokens,
      @JsonProperty("output_tokens") long outputTokens,
      BigDecimal cost,
      @JsonProperty("waited_ms") long waitedMillis) {}

  record CostList(List<CostWire> lines, BigDecimal cost) {}

  @GetMapping
  @Operation(
      operationId = "listModelCosts",
      summary = "What models cost, by purpose and model: of one run, or since a time (a day)")
  CostList list(@RequestParam Optional<Instant> since, @RequestParam Optional<UUID> run) {
    List<ModelCosts.Line> found =
        run.map(id -> costs.of(id.toString()))
            .orElseGet(() -> costs.since(since.orElseGet(() -> clock.instant().minus(USUAL))));
    List<CostWire> lines =
        found.stream()
            .map(
                line ->
                    new CostWire(
                        line.purpose(),
                        line.model(),
                        line.calls(),
                        line.inputTokens(),
                        line.cachedTokens(),
                        line.outputTokens(),
                        line.cost(),
                        line.waitedMillis()))
            .toList();
    return new CostList(
        lines, lines.stream().map(CostWire::cost).reduce(BigDecimal.ZERO, BigDecimal::add));
  }
}
