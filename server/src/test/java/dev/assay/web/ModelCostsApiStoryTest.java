package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.agent.CostLedger;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

@ResourceLock(TestServer.SHARED)
class ModelCostsApiStoryTest {
  private final TestServer server = TestServer.shared();

  @Test
  void costs_are_for_admins_and_a_run_that_asked_nobody_has_none() {
    String address = "/api/admin/model-costs?run=" + UUID.randomUUID();
    Api.Reply found = server.admin().get(address);
    assertThat(found.status()).isEqualTo(200);
    assertThat(found.body().path("lines").isArray()).isTrue();
    assertThat(found.body().path("lines")).isEmpty();
    assertThat(found.body().path("cost").asInt(-1)).isZero();
    assertThat(server.admin().get("/api/admin/model-costs?since=2026-01-01T00:00:00Z").status())
        .isEqualTo(200);
    assertThat(server.admin().get("/api/admin/model-costs?since=yesterday").status())
        .isEqualTo(400);
    assertThat(server.anonymous().get(address).status()).isEqualTo(401);
    assertThat(server.admin().get("/actuator/prometheus").response().body())
        .contains("assay_model_tokens_cached_total{purpose=\"judge\"")
        .contains("assay_model_tokens_cache_writes_total{purpose=\"judge\"");
  }

  @Test
  void api_and_page_have_the_same_words_by_purpose_day_and_user() {
    String run = UUID.randomUUID().toString();
    String who = "cost-" + run.substring(0, 8);
    CostLedger ledger = server.part(CostLedger.class);
    ledger.assign(run, who);
    Usage usage = new Usage(987_654, 321, 700_000, 5_678, Optional.of(new BigDecimal("1.25")));
    ledger.book(Purpose.WRITE_TASKS, "model-" + who, usage, run);
    ledger.bookWait(Purpose.WRITE_TASKS, "model-" + who, Duration.ofMillis(1500), run);

    JsonNode line =
        server.admin().get("/api/admin/model-costs?run=" + run).body().path("lines").path(0);
    assertThat(line.path("purpose").asString()).isEqualTo("write_tasks");
    assertThat(line.path("input_tokens").asLong()).isEqualTo(987_654);
    assertThat(line.path("cache_writes").asLong()).isEqualTo(5_678);
    assertThat(line.path("waited_ms").asLong()).isEqualTo(1500);
    JsonNode users = server.admin().get("/api/admin/model-costs/users").body().path("users");
    assertThat(users.valueStream().filter(each -> each.path("user").asString("").equals(who)))
        .singleElement()
        .satisfies(each -> assertThat(each.path("cost").asString()).startsWith("1.25"));
    JsonNode day = server.admin().get("/api/admin/model-costs/days").body().path("days").path(0);
    assertThat(day.path("day").asString("")).matches("\\d{4}-\\d\\d-\\d\\d");
    String page = server.admin().get("/admin/costs?days=2").response().body();
    assertThat(page)
        .contains("write tasks", "model-" + who, who, "987654", "700000", "5678", "1.2500")
        .contains("Tokens in", "Cached", "Cache writes", "Tokens out", "Waited", "1.5 s");
    assertThat(server.admin().get("/admin/costs?days=many").status()).isEqualTo(200);
    assertThat(server.anonymous().get("/api/admin/model-costs/users").status()).isEqualTo(401);
  }
}
