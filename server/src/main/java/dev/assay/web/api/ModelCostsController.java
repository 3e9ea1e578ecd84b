package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.assay.web.ModelCosts;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
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
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration MONTH = Duration.ofDays(30);

  private final ModelCosts costs;
  private final Clock clock;

  ModelCostsController(ModelCosts costs, Clock clock) {
    this.costs = costs;
    this.clock = clock;
  }

  record SpentWire(
      long calls,
      @JsonProperty("input_tokens") long inputTokens,
      @JsonProperty("cached_tokens") long cachedTokens,
      @JsonProperty("cache_writes") long cacheWrites,
      @JsonProperty("output_tokens") long outputTokens,
      BigDecimal cost,
      @JsonProperty("waited_ms") long waitedMillis) {
    static SpentWire of(ModelCosts.Spent spent) {
      return new SpentWire(
          spent.calls(),
          spent.inputTokens(),
          spent.cachedTokens(),
          spent.cacheWrites(),
          spent.outputTokens(),
          spent.cost(),
          spent.waitedMillis());
    }
  }

  record CostWire(String purpose, String model, @JsonUnwrapped SpentWire spent) {}

  record CostList(List<CostWire> lines, BigDecimal cost) {}

  @Schema(name = "DayCost")
  record DayWire(String day, @JsonUnwrapped SpentWire spent) {}

  @Schema(name = "DayCostList")
  record DayList(List<DayWire> days) {}

  @Schema(name = "UserCost")
  record UserWire(String user, @JsonUnwrapped SpentWire spent) {}

  @Schema(name = "UserCostList")
  record UserList(List<UserWire> users) {}

  @GetMapping
  @Operation(
      operationId = "listModelCosts",
      summary = "What models cost, by purpose and model: of one run, or since a time (a day)")
  CostList list(@RequestParam Optional<Instant> since, @RequestParam Optional<UUID> run) {
    List<ModelCosts.Line> found =
        run.map(id -> costs.of(id.toString())).orElseGet(() -> costs.since(from(since, DAY)));
    return new CostList(
        found.stream()
            .map(line -> new CostWire(line.purpose(), line.model(), SpentWire.of(line.spent())))
            .toList(),
        ModelCosts.sum(found).cost());
  }

  @GetMapping("/days")
  @Operation(
      operationId = "listModelCostsByDay",
      summary = "What models cost on each day (UTC), the last first, since a time (30 days)")
  DayList days(@RequestParam Optional<Instant> since) {
    return new DayList(
        costs.days(from(since, MONTH)).stream()
            .map(total -> new DayWire(total.of(), SpentWire.of(total.spent())))
            .toList());
  }

  @GetMapping("/users")
  @Operation(
      operationId = "listModelCostsByUser",
      summary = "What models cost for each user, who cost most first, since a time (30 days)")
  UserList users(@RequestParam Optional<Instant> since) {
    return new UserList(
        costs.users(from(since, MONTH)).stream()
            .map(total -> new UserWire(total.of(), SpentWire.of(total.spent())))
            .toList());
  }

  private Instant from(Optional<Instant> since, Duration usual) {
    return since.orElseGet(() -> clock.instant().minus(usual));
  }
}
