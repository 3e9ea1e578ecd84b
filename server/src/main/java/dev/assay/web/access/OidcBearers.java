package dev.assay.web.access;

import dev.assay.accounts.Account;
import dev.assay.accounts.AccountChanges;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.web.WebPolicy;
import dev.assay.web.WebPolicy.Oidc;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderInitializationException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.SupplierJwtDecoder;
import org.springframework.stereotype.Component;

/// Accepts access tokens of the identity provider that were issued for this server.
@Component
final class OidcBearers {
  private static final Logger log = LoggerFactory.getLogger(OidcBearers.class);

  private record Reader(JwtDecoder decoder, String audience, OidcClaims claims) {}

  private final Optional<Reader> reader;

  OidcBearers(WebPolicy policy, AccountChanges accounts) {
    reader =
        policy
            .oidc()
            .flatMap(
                oidc ->
                    oidc.audience()
                        .map(
                            audience ->
                                new Reader(
                                    decoder(oidc), audience, new OidcClaims(oidc, accounts))));
  }

  /// @param resource a further audience that stands for this server in the request
  Optional<Account> find(Secret token, Optional<String> resource) {
    if (reader.isEmpty()) {
      return Optional.empty();
    }
    Reader known = reader.get();
    try {
      Jwt jwt = known.decoder().decode(token.reveal());
      List<String> audience = Objects.requireNonNullElse(jwt.getAudience(), List.of());
      if (!audience.contains(known.audience()) && resource.filter(audience::contains).isEmpty()) {
        log.info("A bearer token of the identity provider was refused: it is for somebody else");
        return Optional.empty();
      }
      return Optional.of(known.claims().account(jwt.getClaims()));
    } catch (JwtDecoderInitializationException e) {
      throw new AssayException(
          ErrorCode.IDENTITY_PROVIDER_UNAVAILABLE,
          "The identity provider does not answer, so its tokens cannot be checked.",
          e);
    } catch (JwtException e) {
      log.info("A bearer token of the identity provider was refused: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /// Creates a decoder that fetches the provider's keys with the first token. A server can start
  /// without the provider.
  private static JwtDecoder decoder(Oidc oidc) {
    return new SupplierJwtDecoder(
        () -> {
          NimbusJwtDecoder decoder =
              NimbusJwtDecoder.withIssuerLocation(oidc.issuer().toString()).build();
          decoder.setJwtValidator(JwtValidators.createDefaultWithIssuer(oidc.issuer().toString()));
          return decoder;
        });
  }
}
