package dev.assay.web.access;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.WebPolicy;
import dev.assay.web.WebPolicy.Oidc;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;

/// The published configuration of the identity provider. It is fetched with the first sign-in, so
/// that a server can start without the provider. After a failure it is fetched again.
final class OidcClients implements ClientRegistrationRepository {
  static final String ID = "oidc";

  private final Oidc oidc;
  private final String redirect;
  private @Nullable ClientRegistration known;

  OidcClients(Oidc oidc, WebPolicy policy) {
    this.oidc = oidc;
    this.redirect =
        policy.publicUrl().map(url -> url.toString().replaceAll("/+$", "")).orElse("{baseUrl}")
            + "/login/oauth2/code/{registrationId}";
  }

  @Override
  public synchronized @Nullable ClientRegistration findByRegistrationId(String id) {
    if (!id.equals(ID)) {
      return null;
    }
    if (known == null) {
      known = discover();
    }
    return known;
  }

  /// Fetches the configuration now. A failure has a message for the person who signs in; Spring's
  /// own filter would hide it.
  void requireProvider() {
    if (findByRegistrationId(ID) == null) {
      throw new IllegalStateException(ID);
    }
  }

  private ClientRegistration discover() {
    try {
      return ClientRegistrations.fromIssuerLocation(oidc.issuer().toString())
          .registrationId(ID)
          .clientId(oidc.client().id())
          .clientSecret(oidc.client().secret().reveal())
          .scope(oidc.client().scopes())
          .redirectUri(redirect)
          .build();
    } catch (RuntimeException e) {
      throw new AssayException(
          ErrorCode.IDENTITY_PROVIDER_UNAVAILABLE,
          "The identity provider does not answer. Try again later, or sign in with a local account.",
          e);
    }
  }
}
