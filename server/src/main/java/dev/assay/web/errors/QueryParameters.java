package dev.assay.web.errors;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.util.UriComponentsBuilder;

/// Refuses unknown query parameters. A misspelt one would otherwise be ignored silently, and the
/// answer would be about something else.
@Component
final class QueryParameters implements HandlerInterceptor, WebMvcConfigurer {
  private static final int LONGEST = 60;

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this).addPathPatterns("/api/**");
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method) {
      requireKnown(request.getQueryString(), method);
    }
    return true;
  }

  private static void requireKnown(@Nullable String query, HandlerMethod method) {
    if (query == null || query.isEmpty()) {
      return;
    }
    Set<String> known = known(method);
    for (String name : names(query)) {
      if (!known.contains(name)) {
        throw new AssayException(
            ErrorCode.BAD_REQUEST,
            "There is no query parameter \"%s\" here. %s"
                .formatted(
                    Visible.line(name, LONGEST),
                    known.isEmpty()
                        ? "This address takes none."
                        : "Known are: " + String.join(", ", known) + "."));
      }
    }
  }

  private static Set<String> names(String query) {
    Set<String> names = new TreeSet<>();
    UriComponentsBuilder.newInstance()
        .query(query)
        .build()
        .getQueryParams()
        .keySet()
        .forEach(
            name ->
                names.add(
                    java.net.URLDecoder.decode(name, java.nio.charset.StandardCharsets.UTF_8)));
    return names;
  }

  static Set<String> known(HandlerMethod method) {
    Set<String> known = new TreeSet<>();
    for (MethodParameter parameter : method.getMethodParameters()) {
      RequestParam named = parameter.getParameterAnnotation(RequestParam.class);
      if (named != null) {
        String own = parameter.getParameter().getName();
        known.add(named.name().isEmpty() ? own : named.name());
      }
      if (parameter.hasParameterAnnotation(ModelAttribute.class)) {
        components(parameter.getParameterType()).forEach(known::add);
      }
    }
    return known;
  }

  private static Stream<String> components(Class<?> type) {
    return type.isRecord()
        ? Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName)
        : Stream.empty();
  }
}
