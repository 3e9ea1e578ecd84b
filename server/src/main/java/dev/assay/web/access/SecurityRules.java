package dev.assay.web.access;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.OAuthDiscovery;
import dev.assay.web.WebPolicy;
import dev.assay.web.errors.ProblemResponse;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.session.NullAuthenticatedSessionStrategy;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/// The permissions by path, the protection against forged requests, and the security headers.
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class SecurityRules {
  private static final Set<HttpMethod> HARMLESS =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  private static final List<String> FOR_ANYBODY =
      List.of(
          "/sign-in",
          "/api/auth/login",
          "/api/openapi.json",
          "/api/docs",
          "/actuator/health",
          "/actuator/health/",
          "/assets/",
          "/webjars/",
          "/oauth2/",
          "/login/oauth2/",
          "/.well-known/assay/keys",
          OAuthDiscovery.METADATA,
          OAuthDiscovery.METADATA + "/",
          "/api/artifacts/", // links with a signature of their own
          "/favicon.ico");

  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none';"
          + " frame-ancestors 'none'";

  static boolean isForAnybody(String path) {
    return FOR_ANYBODY.stream()
        .anyMatch(open -> open.endsWith("/") ? path.startsWith(open) : path.equals(open));
  }

  /// Tests for the published index, archives and attestations, if the operator made them public.
  private static boolean isPublished(HttpServletRequest request, WebPolicy policy) {
    String path = request.getRequestURI();
    return policy.publishing() == WebPolicy.Publishing.TO_ANYBODY
        && (request.getMethod().equals("GET") || request.getMethod().equals("HEAD"))
        && (path.startsWith("/.well-known/agent-skills/")
            || path.startsWith("/.well-known/skills/")
            || path.matches("/api/skills/[a-z0-9-]+/(archive|attestation)"));
  }

  /// Turns off the measurement of single filters, which costs more than the filters. Requests are
  /// measured as a whole.
  @Bean
  static SecurityObservationSettings unmeasuredFilters() {
    return SecurityObservationSettings.noObservations();
  }

  @Bean
  SecurityFilterChain rules(
      HttpSecurity http,
      CallerFilter callers,
      BodyLimitFilter bodyGate,
      OneTimePasswordFilter passwordGate,
      ProblemResponse answer,
      WebPolicy policy,
      SessionCookie cookie,
      OidcSignIn oidc,
      RoleAuthorization roles)
      throws Exception {
    http.authorizeHttpRequests(
            paths ->
                paths
                    .dispatcherTypeMatchers(DispatcherType.ERROR, DispatcherType.ASYNC)
                    .permitAll()
                    .requestMatchers(request -> isForAnybody(request.getRequestURI()))
                    .permitAll()
                    .requestMatchers(request -> isPublished(request, policy))
                    .permitAll()
                    .anyRequest()
                    .access(roles))
        .addFilterBefore(callers, CsrfFilter.class)
        .addFilterBefore(bodyGate, CsrfFilter.class)
        .addFilterBefore(passwordGate, AuthorizationFilter.class)
        .sessionManagement(
            sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .requestCache(AbstractHttpConfigurer::disable)
        .formLogin(AbstractHttpConfigurer::disable)
        .httpBasic(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .csrf(
            csrf ->
                csrf.csrfTokenRepository(forgeryTokens(policy, cookie))
                    .sessionAuthenticationStrategy(new NullAuthenticatedSessionStrategy())
                    .requireCsrfProtectionMatcher(request -> needsForgeryToken(request, cookie)))
        .headers(
            headers ->
                headers
                    .contentSecurityPolicy(csp -> csp.policyDirectives(CONTENT_SECURITY_POLICY))
                    .referrerPolicy(referrer -> referrer.policy(ReferrerPolicy.SAME_ORIGIN))
                    .permissionsPolicyHeader(
                        permissions ->
                            permissions.policy("camera=(), microphone=(), geolocation=()"))
                    .crossOriginOpenerPolicy(
                        opener ->
                            opener.policy(
                                org.springframework.security.web.header.writers
                                    .CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy
                                    .SAME_ORIGIN)))
        .exceptionHandling(
            exceptions ->
                exceptions
                    .authenticationEntryPoint(
                        (request, response, failure) -> askToSignIn(answer, request, response))
                    .accessDeniedHandler(
                        (request, response, failure) ->
                            answer.write(
                                new AssayException(ErrorCode.FORBIDDEN, denial(failure, request)),
                                request,
                                response)));
    oidc.configure(http);
    return http.build();
  }

  /// Keeps the filter out of the servlet container's own chain, so that it runs only in the
  /// security chain.
  @Bean
  FilterRegistrationBean<CallerFilter> callerFilterInTheChainOnly(CallerFilter filter) {
    return notByItself(new FilterRegistrationBean<>(filter));
  }

  @Bean
  FilterRegistrationBean<BodyLimitFilter> bodyGateInTheChainOnly(BodyLimitFilter filter) {
    return notByItself(new FilterRegistrationBean<>(filter));
  }

  @Bean
  FilterRegistrationBean<OneTimePasswordFilter> passwordGateInTheChainOnly(
      OneTimePasswordFilter filter) {
    return notByItself(new FilterRegistrationBean<>(filter));
  }

  private static <T extends jakarta.servlet.Filter> FilterRegistrationBean<T> notByItself(
      FilterRegistrationBean<T> registration) {
    registration.setEnabled(false);
    return registration;
  }

  /// Tests whether a foreign page could make a browser send the request: a form, or a call with the
  /// session's cookie.
  private static boolean needsForgeryToken(HttpServletRequest request, SessionCookie cookie) {
    String path = request.getRequestURI();
    return !HARMLESS.contains(HttpMethod.valueOf(request.getMethod()))
        && request.getHeader(HttpHeaders.AUTHORIZATION) == null
        && !path.equals("/api/auth/login")
        && (!path.startsWith("/api/") || cookie.read(request).isPresent());
  }

  /// Stores forgery tokens. A token lasts from sign-in to sign-in, because a new token would
  /// invalidate pages in other tabs and pages that refresh parts of themselves. Like the session's
  /// cookie it is Lax: after a link from another site the browser sends both. A stricter cookie
  /// would not be sent and would be replaced.
  private static CookieCsrfTokenRepository forgeryTokens(WebPolicy policy, SessionCookie cookies) {
    boolean secure = policy.cookies() == WebPolicy.Cookies.OVER_TLS_ONLY;
    CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
    tokens.setCookieName(cookies.forgeryName());
    tokens.setCookiePath("/");
    tokens.setCookieCustomizer(cookie -> cookie.httpOnly(true).secure(secure).sameSite("Lax"));
    return tokens;
  }

  private static String denial(Exception failure, HttpServletRequest request) {
    return failure instanceof org.springframework.security.web.csrf.CsrfException
        ? "The page is too old or the request came from another site. Reload the page and try"
            + " again."
        : RoleAuthorization.denial(request);
  }

  /// Returns the query that leads back to the page whose part was requested.
  private static String pageAround(HttpServletRequest request) {
    try {
      String path = URI.create(String.valueOf(request.getHeader("HX-Current-URL"))).getPath();
      return path == null ? "" : "?next=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return ""; // the request was not sent by a page of the console
    }
  }

  private static void askToSignIn(
      ProblemResponse answer, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String target = "/sign-in";
    if (request.getMethod().equals("GET") && !request.getRequestURI().equals("/")) {
      target += "?next=" + URLEncoder.encode(request.getRequestURI(), StandardCharsets.UTF_8);
    }
    if (request.getHeader("HX-Request") != null) {
      response.setHeader("HX-Redirect", "/sign-in" + pageAround(request));
      response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
    } else if (ProblemResponse.isForPerson(request)) {
      response.sendRedirect(target);
    } else {
      answer.write(
          new AssayException(
              ErrorCode.UNAUTHORIZED, "Sign in first: send a token as Authorization: Bearer."),
          request,
          response);
    }
  }
}
