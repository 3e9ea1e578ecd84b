package dev.assay.web.access;

import dev.assay.accounts.IssuedToken;
import dev.assay.accounts.Tokens;
import dev.assay.skill.Secret;
import dev.assay.web.WebPolicy;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;

/// The console's cookie. It holds the token of a session. Scripts cannot read it, and browsers do
/// not send it with requests that other sites cause.
@Component
public final class SessionCookie {
  private final WebPolicy policy;

  SessionCookie(WebPolicy policy) {
    this.policy = policy;
  }

  public void set(HttpServletResponse response, IssuedToken session) {
    Duration age = Duration.between(session.token().createdAt(), session.token().expiresAt());
    add(response, name(), session.text().reveal(), age);
    // removes the forgery token from before the sign-in
    add(response, forgeryName(), "", Duration.ZERO);
  }

  public void clear(HttpServletResponse response) {
    add(response, name(), "", Duration.ZERO);
  }

  Optional<Secret> read(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    if (cookies == null) {
      return Optional.empty();
    }
    return Arrays.stream(cookies)
        .filter(cookie -> cookie.getName().equals(name()))
        .map(Cookie::getValue)
        .filter(value -> value.startsWith(Tokens.PREFIX))
        .map(Secret::of)
        .findFirst();
  }

  private void add(HttpServletResponse response, String name, String value, Duration age) {
    response.addHeader(
        HttpHeaders.SET_COOKIE,
        ResponseCookie.from(name, value)
            .httpOnly(true)
            .secure(isSecure())
            .sameSite("Lax")
            .path("/")
            .maxAge(age)
            .build()
            .toString());
  }

  String forgeryName() {
    return isSecure() ? "__Host-assay_forgery" : "assay_forgery";
  }

  private String name() {
    return isSecure() ? "__Host-assay_session" : "assay_session";
  }

  private boolean isSecure() {
    return policy.cookies() == WebPolicy.Cookies.OVER_TLS_ONLY;
  }
}
