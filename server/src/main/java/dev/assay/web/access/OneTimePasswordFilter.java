package dev.assay.web.access;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.errors.ProblemResponse;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Restricts a user with a one-time password to choosing a new password.
@Component
final class OneTimePasswordFilter extends OncePerRequestFilter {
  private static final String PAGE = "/account/password";
  private static final Set<String> OPEN =
      Set.of(PAGE, "/sign-out", "/api/auth/password", "/api/auth/logout");

  private final ProblemResponse answer;

  OneTimePasswordFilter(ProblemResponse answer) {
    this.answer = answer;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String path = request.getRequestURI();
    if (!mustChange() || OPEN.contains(path) || SecurityRules.isForAnybody(path)) {
      chain.doFilter(request, response);
    } else if (ProblemResponse.isForPerson(request)) {
      response.sendRedirect(PAGE);
    } else {
      answer.write(
          new AssayException(
              ErrorCode.FORBIDDEN,
              "This account still has its one-time password. Choose a new one first: in the console,"
                  + " or with POST /api/auth/login and then POST /api/auth/password.",
              Map.of("reason", "password_change_required")),
          request,
          response);
    }
  }

  private static boolean mustChange() {
    return Caller.current().filter(Caller::mustChangePassword).isPresent();
  }
}
