package dev.assay.web.access;

import dev.assay.accounts.Account;
import dev.assay.accounts.AccountChanges;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.WebPolicy;
import dev.assay.web.WebPolicy.Oidc;
import dev.assay.web.errors.ProblemResponse;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.stereotype.Component;

/// Signs people in to the console with the organisation's identity provider. The result is an
/// ordinary session.
@Component
final class OidcSignIn {
  private static final Logger log = LoggerFactory.getLogger(OidcSignIn.class);

  private static final String START = "/oauth2/authorization/" + OidcClients.ID;

  private final WebPolicy policy;
  private final AccountChanges accounts;
  private final SessionCookie cookie;
  private final ProblemResponse answer;

  OidcSignIn(
      WebPolicy policy, AccountChanges accounts, SessionCookie cookie, ProblemResponse answer) {
    this.policy = policy;
    this.accounts = accounts;
    this.cookie = cookie;
    this.answer = answer;
  }

  /// Adds the paths of the sign-in to the rules if there is a provider.
  void configure(HttpSecurity http) throws Exception {
    if (policy.oidc().isEmpty()) {
      return;
    }
    Oidc oidc = policy.oidc().get();
    OidcClients clients = new OidcClients(oidc, policy);
    OidcClaims claims = new OidcClaims(oidc, accounts);
    http.addFilterBefore(
        (request, response, chain) -> {
          if (((HttpServletRequest) request).getRequestURI().equals(START)) {
            clients.requireProvider();
          }
          chain.doFilter(request, response);
        },
        OAuth2AuthorizationRequestRedirectFilter.class);
    http.oauth2Login(
        login ->
            login
                .loginPage("/sign-in")
                .clientRegistrationRepository(clients)
                .authorizedClientService(new InMemoryOAuth2AuthorizedClientService(clients))
                .successHandler(
                    (request, response, authentication) ->
                        welcome(claims, request, response, authentication))
                .failureHandler(
                    (request, response, failure) -> refuse(request, response, failure)));
  }

  private void refuse(HttpServletRequest request, HttpServletResponse response, Exception failure)
      throws IOException {
    log.warn("Sign-in with the identity provider failed: {}", failure.getMessage());
    answer.write(
        new AssayException(
            ErrorCode.UNAUTHORIZED,
            "The identity provider did not sign you in. Try again, or ask an administrator."),
        request,
        response);
  }

  private void welcome(
      OidcClaims claims,
      HttpServletRequest request,
      HttpServletResponse response,
      Authentication authentication)
      throws IOException {
    var session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
    try {
      OidcUser user = (OidcUser) Objects.requireNonNull(authentication.getPrincipal());
      Account account = claims.account(user.getClaims());
      if (account.state() == Account.State.DISABLED) {
        throw new AssayException(ErrorCode.FORBIDDEN, "This account is disabled.");
      }
      cookie.set(response, accounts.vouchedSession(account, request.getRemoteAddr()));
      log.info("{} signed in with the identity provider", account.name());
      response.sendRedirect("/");
    } catch (RuntimeException e) {
      answer.write(Problems.of(e), request, response);
    }
  }
}
