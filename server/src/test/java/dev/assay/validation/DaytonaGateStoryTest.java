package dev.assay.validation;

import dev.assay.sandbox.remote.Background;
import dev.assay.testkit.provider.DaytonaServer;
import dev.assay.testkit.provider.DaytonaServer.Generation;
import java.util.Map;

/// The gate with sandboxes of Daytona.
class DaytonaGateStoryTest extends RecordedGate {
  private DaytonaServer provider;

  @Override
  Map<String, String> startProvider(Background background) {
    provider = new DaytonaServer(background.engine(), background.image(), Generation.EARLIER);
    return Map.of(
        "ASSAY_SANDBOX_ENGINE",
        "daytona",
        "ASSAY_SANDBOX_DAYTONA_URL",
        provider.api().toString(),
        "ASSAY_SANDBOX_DAYTONA_KEY",
        DaytonaServer.KEY,
        "ASSAY_SANDBOX_DAYTONA_SNAPSHOT",
        DaytonaServer.BASE);
  }

  @Override
  int living() {
    return provider.living();
  }

  @Override
  void stopProvider() {
    provider.close();
  }

  @Override
  String engine() {
    return "daytona";
  }
}
