package dev.assay.sandbox.settings;

import dev.assay.sandbox.remote.Pause;
import dev.assay.sandbox.remote.Timing;
import dev.assay.skill.Secret;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/// Where E2B is, and as whom it is used.
///
/// @param api its base address, such as `https://api.e2b.app`
/// @param domain below which sandboxes are reached
/// @param sandboxes the one address of all sandboxes, if it does not follow from the domain
/// @param template what sandboxes start from: the name of a template at E2B
public record E2bSettings(
    URI api,
    Secret key,
    String domain,
    Optional<URI> sandboxes,
    String template,
    Timing timing,
    Pause pause) {
  /// The port of the daemon inside each sandbox.
  public static final int DAEMON_PORT = 49983;

  private static final Set<String> CLOUD =
      Set.of("e2b.app", "e2b.dev", "e2b.pro", "e2b-staging.dev");

  /// The settings that follow from a domain.
  public static E2bSettings of(String domain, Secret key, String template) {
    return new E2bSettings(
        URI.create("https://api." + domain),
        key,
        domain,
        Optional.empty(),
        template,
        Timing.USUAL,
        Pause.sleeping());
  }

  public E2bSettings at(URI apiAddress, Optional<URI> sandboxesAddress) {
    return new E2bSettings(apiAddress, key, domain, sandboxesAddress, template, timing, pause);
  }

  public E2bSettings with(Timing wanted) {
    return new E2bSettings(api, key, domain, sandboxes, template, wanted, pause);
  }

  public E2bSettings with(Pause wanted) {
    return new E2bSettings(api, key, domain, sandboxes, template, timing, wanted);
  }

  /// Where the daemon of a sandbox is reached.
  ///
  /// @param named the domain that the server named for this sandbox, if it did
  public URI daemon(String sandboxId, String named) {
    String below = named.isEmpty() ? domain : named;
    return sandboxes.orElseGet(
        () ->
            URI.create(
                CLOUD.contains(below)
                    ? "https://sandbox." + below
                    : "https://" + DAEMON_PORT + "-" + sandboxId + "." + below));
  }
}
