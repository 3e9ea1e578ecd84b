package dev.assay.web.errors;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/// Gives every request an id for the log and the answer. A harmless id from the caller is kept.
/// This is the outermost filter, so it also answers exceptions that escape from the others.
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RequestIds extends OncePerRequestFilter {
  static final String KEY = "request_id";
  private static final String HEADER = "X-Request-Id";
  private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final ProblemResponse answer;

  RequestIds(ProblemResponse answer) {
    this.answer = answer;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String id =
        Optional.ofNullable(request.getHeader(HEADER))
            .filter(given -> HARMLESS.matcher(given).matches())
            .orElseGet(() -> UUID.randomUUID().toString());
    MDC.put(KEY, id);
    response.setHeader(HEADER, id);
    try {
      chain.doFilter(request, response);
    } catch (RuntimeException | ServletException e) {
      answer.write(Problems.of(e), request, response);
    } finally {
      MDC.remove(KEY);
    }
  }
}
