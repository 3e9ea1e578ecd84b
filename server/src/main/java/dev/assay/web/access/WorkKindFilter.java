package dev.assay.web.access;

import dev.assay.skill.WorkKind;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Assigns each request to a kind of work, which has a share of the database connections.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class WorkKindFilter extends OncePerRequestFilter {
  private static final List<String> SIGN_IN =
      List.of("/sign-in", "/api/auth/login", "/oauth2/", "/login/oauth2/", "/actuator/health");

  private static final List<String> CHAT = List.of("/api/conversations", "/chat");

  /// Wraps the exceptions of a filter chain.
  private static final class Escaped extends Exception {
    private Escaped(Exception failure) {
      super(failure);
    }
  }

  static WorkKind kindOf(String path) {
    if (SIGN_IN.stream().anyMatch(path::startsWith)) {
      return WorkKind.SIGN_IN;
    }
    return CHAT.stream().anyMatch(path::startsWith) ? WorkKind.CHAT : WorkKind.API;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try {
      kindOf(request.getRequestURI())
          .answer(
              () -> {
                try {
                  chain.doFilter(request, response);
                  return true;
                } catch (IOException | ServletException e) {
                  throw new Escaped(e);
                }
              });
    } catch (Escaped e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof ServletException servlet) {
        throw servlet;
      }
      throw new IllegalStateException(e);
    }
  }
}
