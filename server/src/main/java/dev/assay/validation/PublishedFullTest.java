package dev.assay.validation;

import dev.assay.validation.fulltest.Tested;
import dev.assay.wire.FullTestVerdict;

/// Makes the published results of full tests.
public final class PublishedFullTest {
  private PublishedFullTest() {}

  /// @param kept the result as the log of full tests stores it
  public static FullTestVerdict of(String kept) {
    return PublishedVerdict.of(PublishedJson.JSON.readValue(kept, Tested.class));
  }

  public static String json(String kept) {
    return PublishedJson.write(of(kept));
  }
}
