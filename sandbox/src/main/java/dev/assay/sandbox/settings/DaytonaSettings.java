package dev.assay.sandbox.settings;

import dev.assay.sandbox.remote.Pause;
import dev.assay.sandbox.remote.Timing;
import dev.assay.skill.Secret;
import java.net.URI;
import java.util.Optional;

/// Where Daytona is, and as whom it is used.
///
/// @param api its base address, such as `https://app.daytona.io/api`
/// @param organization needed with a token of a person instead of an API key
/// @param target the region; the organisation's usual one if empty
/// @param snapshot what sandboxes start from: the name of a snapshot at Daytona
public record DaytonaSettings(
    URI api,
    Secret key,
    Optional<String> organization,
    Optional<String> target,
    String snapshot,
    Timing timing,
    Pause pause) {
  public static DaytonaSettings of(URI api, Secret key, String snapshot) {
    return new DaytonaSettings(
        api, key, Optional.empty(), Optional.empty(), snapshot, Timing.USUAL, Pause.sleeping());
  }

  public DaytonaSettings with(Timing wanted) {
    return new DaytonaSettings(api, key, organization, target, snapshot, wanted, pause);
  }

  public DaytonaSettings with(Pause wanted) {
    return new DaytonaSettings(api, key, organization, target, snapshot, timing, wanted);
  }

  public DaytonaSettings at(Optional<String> organizationId, Optional<String> region) {
    return new DaytonaSettings(api, key, organizationId, region, snapshot, timing, pause);
  }
}
