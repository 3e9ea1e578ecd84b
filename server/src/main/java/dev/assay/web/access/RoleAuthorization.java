package dev.assay.web.access;

import dev.assay.accounts.Role;
import dev.assay.registry.Skills;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.stereotype.Component;

/// Checks every request against [AccessRules], and limits authors to their own skills.
@Component
final class RoleAuthorization implements AuthorizationManager<RequestAuthorizationContext> {
  private final Skills skills;

  RoleAuthorization(Skills skills) {
    this.skills = skills;
  }

  @Override
  public AuthorizationResult authorize(
      Supplier<? extends @Nullable Authentication> authentication,
      RequestAuthorizationContext context) {
    Authentication known = authentication.get();
    boolean allowed =
        known != null
            && known.getPrincipal() instanceof Caller caller
            && allows(caller, context.getRequest());
    return new AuthorizationDecision(allowed);
  }

  private boolean allows(Caller caller, HttpServletRequest request) {
    String path = path(request);
    return switch (AccessRules.of(caller.role(), request.getMethod(), path)) {
      case ALLOWED -> true;
      case DENIED -> false;
      case OWN_SKILL ->
          skills
              .owner(UUID.fromString(AccessRules.skillIn(path)))
              .equals(Optional.of(caller.owner()));
    };
  }

  /// Returns the path by which controllers are chosen. It is decoded, so that no spelling evades
  /// its rule.
  static String path(HttpServletRequest request) {
    return request.getServletPath() + Optional.ofNullable(request.getPathInfo()).orElse("");
  }

  /// Explains a denial and names the roles that are permitted.
  static String denial(HttpServletRequest request) {
    Role role = Caller.current().map(Caller::role).orElse(Role.USER);
    String path = path(request);
    if (AccessRules.of(role, request.getMethod(), path) == AccessRules.Access.OWN_SKILL) {
      return "There is no skill of yours with this id; authors see their own skills only.";
    }
    String others =
        Stream.of(Role.values())
            .filter(
                each ->
                    AccessRules.of(each, request.getMethod(), path) == AccessRules.Access.ALLOWED)
            .map(Role::word)
            .collect(Collectors.joining(" or "));
    return "You may not do that as %s; it needs the role %s."
        .formatted(role.word(), others.isEmpty() ? Role.ADMIN.word() : others);
  }
}
