package dev.assay.web.errors;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.OAuthDiscovery;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Writes a problem as the answer to a request: JSON for programs, a page for a browser.
@Component
public final class ProblemResponse {
  private final JsonMapper json;
  private final ErrorPage page;
  private final OAuthDiscovery discovery;

  ProblemResponse(JsonMapper json, ErrorPage page, OAuthDiscovery discovery) {
    this.json = json;
    this.page = page;
    this.discovery = discovery;
  }

  public void write(
      AssayException problem, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (response.isCommitted()) {
      if (request.getDispatcherType() != DispatcherType.REQUEST || request.isAsyncStarted()) {
        return; // the writer of the answer ends it
      }
      throw new CutOff(problem);
    }
    response.resetBuffer();
    mark(problem, response);
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    if (problem.code() == ErrorCode.UNAUTHORIZED) {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, challenge(request));
    }
    boolean forPerson = isForPerson(request);
    response.setCharacterEncoding(StandardCharsets.UTF_8);
    response.setContentType(
        forPerson ? MediaType.TEXT_HTML_VALUE : MediaType.APPLICATION_JSON_VALUE);
    byte[] body =
        forPerson
            ? page.render(problem, request).getBytes(StandardCharsets.UTF_8)
            : json.writeValueAsBytes(ErrorBody.of(problem));
    response.getOutputStream().write(body);
  }

  /// Makes the container close the connection after an answer was begun, so that the client does
  /// not take the part for the whole.
  private static final class CutOff extends IOException {
    CutOff(AssayException problem) {
      super("An answer was broken off: " + problem.reason(), problem);
    }
  }

  private String challenge(HttpServletRequest request) {
    return "Bearer realm=\"assay\""
        + discovery
            .metadata(request)
            .map(address -> ", resource_metadata=\"" + address + "\"")
            .orElse("");
  }

  /// Sets the status of a problem and the time of a retry. The caller writes the rest.
  public static void mark(AssayException problem, HttpServletResponse response) {
    response.setStatus(Problems.statusOf(problem).value());
    Object wait = problem.details().get("retry_after_seconds");
    if (wait != null || problem.code() == ErrorCode.DATABASE_UNAVAILABLE) {
      response.setHeader(HttpHeaders.RETRY_AFTER, wait == null ? "5" : wait.toString());
    }
  }

  /// Tests whether a browser asked for a page. Otherwise a program called the interface.
  public static boolean isForPerson(HttpServletRequest request) {
    String path = request.getRequestURI();
    String accept = Objects.requireNonNullElse(request.getHeader(HttpHeaders.ACCEPT), "");
    return !path.startsWith("/api/")
        && !path.startsWith("/actuator/")
        && accept.contains(MediaType.TEXT_HTML_VALUE);
  }
}
