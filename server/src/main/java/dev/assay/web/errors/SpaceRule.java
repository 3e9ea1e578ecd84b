package dev.assay.web.errors;

import dev.assay.skill.FreeSpace;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/// Refuses operations marked with [NeedsSpace] while free space is low.
@Component
final class SpaceRule implements WebMvcConfigurer, HandlerInterceptor {
  private final FreeSpace space;

  SpaceRule(FreeSpace space) {
    this.space = space;
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(this);
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method && method.hasMethodAnnotation(NeedsSpace.class)) {
      space.require();
    }
    return true;
  }
}
