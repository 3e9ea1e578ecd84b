package dev.assay.web.access;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.web.OwnAddress;
import dev.assay.web.errors.ProblemResponse;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Refuses requests that were sent to a foreign host. Health requests are accepted for any host,
/// because monitoring may use any name.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 3)
final class HostFilter extends OncePerRequestFilter {
  private static final Set<String> FOR_WATCHERS =
      Set.of("/actuator/health", "/actuator/health/liveness", "/actuator/health/readiness");

  private final OwnAddress own;
  private final ProblemResponse answer;

  HostFilter(OwnAddress own, ProblemResponse answer) {
    this.own = own;
    this.answer = answer;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (own.wasMeant(request) || FOR_WATCHERS.contains(request.getRequestURI())) {
      chain.doFilter(request, response);
      return;
    }
    String host = Visible.line(request.getServerName(), 100);
    answer.write(
        new AssayException(
            ErrorCode.BAD_REQUEST,
            "This server does not answer for the host \"%s\". If people reach it by that name, set assay.server.public-url, or add the name to assay.server.hosts."
                .formatted(host),
            Map.of("host", host)),
        request,
        response);
  }
}
