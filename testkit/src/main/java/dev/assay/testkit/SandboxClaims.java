package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.PortConnection;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests that an engine refuses features it does not claim, instead of inventing an answer.
interface SandboxClaims extends SandboxFixture {
  /// A use of each optional part.
  static Map<Feature, Runnable> parts(Sandbox sandbox) {
    return Map.of(
        Feature.SNAPSHOT, sandbox::snapshot,
        Feature.NETWORK_RECORDING, sandbox::network,
        Feature.ACCESS_RECORDING, sandbox::access,
        Feature.METRICS, sandbox::metrics,
        Feature.PORT_DIAL, () -> sandbox.dial(80),
        Feature.PORT_LISTEN, () -> sandbox.listen(4010, PortConnection::close),
        Feature.NETWORK_CHANGE, () -> sandbox.changeNetwork(Network.open()),
        Feature.PROCESS_END, sandbox::endProcesses);
  }

  @Test
  @Essential
  default void a_part_that_is_not_claimed_is_refused_by_name() {
    try (Sandbox sandbox = sandbox()) {
      parts(sandbox)
          .forEach(
              (feature, use) -> {
                if (!engine().capabilities().has(feature)) {
                  assertRefused(feature, use);
                }
              });
    }
    if (!engine().capabilities().has(Feature.LAYER_CHANGES)) {
      assertRefused(Feature.LAYER_CHANGES, () -> engine().changes(image().plus("x")));
    }
  }

  @Test
  @Essential
  default void a_spec_that_asks_for_more_than_is_claimed_is_refused_before_anything_starts() {
    Map<Feature, SandboxSpec> wishes =
        Map.of(
            Feature.OPEN_NETWORK, spec().withNetwork(Network.open()),
            Feature.BLOCKED_NETWORK, spec().withNetwork(Network.blocked()),
            Feature.ALLOW_LIST, spec().withNetwork(Network.allowing("example.com")),
            Feature.FIXED_FOLDERS, spec().withFixed(List.of("/opt/runtime")),
            Feature.HOST_FOLDERS, mounting(Mount.Access.READ_WRITE),
            Feature.ACCESS_RECORDING, mounting(Mount.Access.WATCHED));
    wishes.forEach(
        (feature, wish) -> {
          if (!engine().capabilities().has(feature)) {
            assertRefused(feature, () -> engine().create(wish.withLabel("claims", "refused")));
          }
        });
    assertThat(engine().list(Map.of("claims", "refused"))).isEmpty();
  }

  private SandboxSpec mounting(Mount.Access access) {
    return spec().withMount(Mount.resolved(scratch(), "/data", access));
  }

  private static void assertRefused(Feature feature, Runnable use) {
    AssayException refusal = catchThrowableOfType(AssayException.class, use::run);
    assertThat(refusal).as("%s", feature).isNotNull();
    assertThat(refusal.code()).isEqualTo(ErrorCode.SANDBOX_UNSUPPORTED);
    assertThat(refusal.reason()).contains(feature.name());
  }
}
