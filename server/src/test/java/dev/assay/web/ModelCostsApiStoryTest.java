package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.util.UUID;
import org.junit.jupiter.api.Test;

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
        .contains("assay_model_tokens_cached_total{purpose=\"judge\"");
  }
}
