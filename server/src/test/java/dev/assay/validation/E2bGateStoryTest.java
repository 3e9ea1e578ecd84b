package dev.assay.validation;

import dev.assay.sandbox.remote.Background;
import dev.assay.testkit.ContractExtent;
import dev.assay.testkit.provider.E2bServer;
import dev.assay.testkit.provider.E2bServer.Offer;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/// The gate with sandboxes of E2B.
@EnabledIfEnvironmentVariable(
    named = ContractExtent.WHOLE,
    matches = ".+",
    disabledReason = "half a minute long: " + ContractExtent.WHOLE + "=1 ./check")
class E2bGateStoryTest extends RecordedGate {
  private E2bServer provider;

  @Override
  Map<String, String> startProvider(Background background) {
    provider =
        new E2bServer(
            background.engine(), background.image(), Set.of(Offer.CONNECT, Offer.SNAPSHOTS));
    return Map.of(
        "ASSAY_SANDBOX_ENGINE",
        "e2b",
        "ASSAY_SANDBOX_E2B_URL",
        provider.api().toString(),
        "ASSAY_SANDBOX_E2B_SANDBOX_URL",
        provider.api().toString(),
        "ASSAY_SANDBOX_E2B_KEY",
        E2bServer.KEY,
        "ASSAY_SANDBOX_E2B_TEMPLATE",
        E2bServer.BASE);
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
    return "e2b";
  }
}
