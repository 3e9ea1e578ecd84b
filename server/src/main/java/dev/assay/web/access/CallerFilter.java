package dev.assay.web.access;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.web.errors.ProblemResponse;
import dev.assay.web.errors.Problems;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Reads the token of a request from its `Authorization` header, or else from the console's cookie.
/// If the header is present, the cookie is ignored. A page of another site cannot send the header,
/// so such a request needs no protection against forgery.
@Component
final class CallerFilter extends OncePerRequestFilter {
  private static final String BEARER = "bearer ";

  private final Callers callers;
  private final SessionCookie cookie;
  private final ProblemResponse answer;

  CallerFilter(Callers callers, SessionCookie cookie, ProblemResponse answer) {
    this.callers = callers;
    this.cookie = cookie;
    this.answer = answer;
  }

  /// Skips authentication for public paths. They are answered even while the database is away.
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return SecurityRules.isForAnybody(request.getRequestURI());
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try {
      Optional<Caller> caller = identify(request, response);
      caller.ifPresent(CallerFilter::remember);
    } catch (RuntimeException e) {
      answer.write(Problems.of(e), request, response);
      return;
    }
    chain.doFilter(request, response);
  }

  private Optional<Caller> identify(HttpServletRequest request, HttpServletResponse response) {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (header == null) {
      Optional<Secret> session = cookie.read(request);
      Optional<Caller> caller = session.flatMap(token -> callers.find(token, request));
      if (session.isPresent() && caller.isEmpty()) {
        cookie.clear(response);
      }
      return caller;
    }
    if (!header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      throw new AssayException(
          ErrorCode.UNAUTHORIZED, "Send a token: Authorization: Bearer assay_…");
    }
    Secret token = Secret.of(header.substring(BEARER.length()).strip());
    Optional<Caller> caller = callers.find(token, request);
    if (caller.isEmpty()) {
      throw new AssayException(
          ErrorCode.UNAUTHORIZED, "The token is unknown, expired or revoked. Sign in again.");
    }
    return caller;
  }

  private static void remember(Caller caller) {
    SecurityContextHolder.getContext()
        .setAuthentication(
            UsernamePasswordAuthenticationToken.authenticated(
                caller, null, List.of(new SimpleGrantedAuthority("ROLE_" + caller.role().name()))));
  }
}
