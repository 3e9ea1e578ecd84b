package dev.assay.skill.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.Map;

/// The refusal of a feature that an engine does not offer.
final class Unsupported {
  private Unsupported() {}

  static AssayException part(Capabilities.Feature feature) {
    return new AssayException(
        ErrorCode.SANDBOX_UNSUPPORTED,
        "This engine does not offer %s. Run `assay doctor` to see what it offers, or choose another with assay.sandbox.engine."
            .formatted(feature),
        Map.of("missing", feature.name()));
  }
}
