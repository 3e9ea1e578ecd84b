package dev.assay.web.access;

import dev.assay.web.WebDuty;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Refuses requests if this server does not have the role `api`.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class WebDutyFilter extends OncePerRequestFilter {
  private static final String HEALTH = "/actuator/health";
  private static final byte[] REFUSAL =
      """
      {"code": "API_NOT_SERVED", "message": "This server answers no requests: assay.server.roles has no api. Ask another server of this installation.", "details": {}}
      """
          .getBytes(StandardCharsets.UTF_8);

  private final WebDuty duty;

  WebDutyFilter(WebDuty duty) {
    this.duty = duty;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (duty == WebDuty.EVERYTHING || request.getRequestURI().startsWith(HEALTH)) {
      chain.doFilter(request, response);
      return;
    }
    response.setStatus(HttpStatus.SERVICE_UNAVAILABLE.value());
    response.setContentType(MediaType.APPLICATION_JSON_VALUE);
    response.getOutputStream().write(REFUSAL);
  }
}
