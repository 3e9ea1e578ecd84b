package dev.assay.web.errors;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/// Refuses bodies and form parts that no handler reads, because their sender believes that they
/// have an effect.
@Component
final class UnreadBodies implements HandlerInterceptor, WebMvcConfigurer {
  private static final int EMPTY_OBJECT = 2;
  private static final int LONGEST = 60;

  /// The field that pages send with every form and that the security filters read.
  private static final String FORGERY_TOKEN = "_csrf";

  private static final List<Class<?>> WHOLE =
      List.of(ServletRequest.class, InputStream.class, HttpEntity.class);

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this).addPathPatterns("/api/**");
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (!(handler instanceof HandlerMethod method) || readsAll(method)) {
      return true;
    }
    Set<String> parts = parts(method);
    if (parts.isEmpty() && request.getContentLengthLong() > EMPTY_OBJECT) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "%s %s takes no body, so nothing in it would count. Send the request without one."
              .formatted(request.getMethod(), Visible.line(request.getRequestURI(), 200)));
    }
    if (request instanceof MultipartHttpServletRequest form) {
      requireKnown(parts, form);
    }
    return true;
  }

  private static void requireKnown(Set<String> parts, MultipartHttpServletRequest form) {
    Set<String> sent = new TreeSet<>(form.getMultiFileMap().keySet());
    sent.addAll(form.getParameterMap().keySet());
    sent.removeAll(parts);
    sent.remove(FORGERY_TOKEN);
    if (!sent.isEmpty()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "There is no part \"%s\" here. Known are: %s. For example: curl -F %s=@FILE"
              .formatted(
                  Visible.line(sent.iterator().next(), LONGEST),
                  String.join(", ", parts),
                  parts.iterator().next()));
    }
  }

  private static boolean readsAll(HandlerMethod method) {
    return Arrays.stream(method.getMethodParameters())
        .anyMatch(
            each ->
                each.hasParameterAnnotation(RequestBody.class)
                    || WHOLE.stream()
                        .anyMatch(type -> type.isAssignableFrom(each.getParameterType())));
  }

  private static Set<String> parts(HandlerMethod method) {
    Set<String> names = new TreeSet<>();
    for (MethodParameter each : method.getMethodParameters()) {
      RequestPart part = each.getParameterAnnotation(RequestPart.class);
      RequestParam parameter = each.getParameterAnnotation(RequestParam.class);
      String own = each.getParameter().getName();
      if (part != null) {
        names.add(part.name().isEmpty() ? own : part.name());
      } else if (parameter != null && isFile(each)) {
        names.add(parameter.name().isEmpty() ? own : parameter.name());
      }
    }
    if (!names.isEmpty()) {
      names.addAll(QueryParameters.known(method));
    }
    return names;
  }

  private static boolean isFile(MethodParameter parameter) {
    return MultipartFile.class.isAssignableFrom(
        parameter.nestedIfOptional().getNestedParameterType());
  }
}
