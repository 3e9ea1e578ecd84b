package dev.assay.sandbox.daytona;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.remote.Background;
import dev.assay.sandbox.remote.Background.Namespaces;
import dev.assay.sandbox.remote.RemoteContract;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.testkit.provider.DaytonaServer.Generation;
import org.junit.jupiter.api.Test;

/// Where the provider's sandboxes permit user namespaces: then the engine claims recording, and has
/// to show it.
class DaytonaRecordedStoryTest extends RemoteContract {
  @Override
  protected Kit kit(Background background) {
    return DaytonaEngineStoryTest.kit(background, Generation.CURRENT);
  }

  @Override
  protected Namespaces namespaces() {
    return Namespaces.PERMITTED;
  }

  @Test
  void recording_is_claimed() {
    assertThat(engine().capabilities().features())
        .as("%s", engine().capabilities().missing())
        .contains(
            Feature.NETWORK_RECORDING,
            Feature.ACCESS_RECORDING,
            Feature.READ_ONLY_FOLDERS,
            Feature.FIXED_FOLDERS,
            Feature.METRICS);
  }
}
