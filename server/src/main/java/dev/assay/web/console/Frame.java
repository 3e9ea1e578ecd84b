package dev.assay.web.console;

import dev.assay.web.ServerFacts;
import dev.assay.web.access.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.stereotype.Component;

/// What every page shows around its content: who is signed in, where one can go, the version.
public record Frame(
    Optional<Caller> caller, String path, String forgeryToken, String version, List<Place> places) {

  /// An entry of the navigation.
  public record Place(String path, String name) {}

  public boolean isHere(Place place) {
    return place.path().equals("/") ? path.equals("/") : path.startsWith(place.path());
  }

  public boolean isForAdmin() {
    return caller.filter(Caller::isAdmin).isPresent();
  }

  /// Makes the frame of a request.
  @Component
  public static final class Maker {
    private static final List<Place> FOR_USERS =
        List.of(
            new Place("/", "Dashboard"),
            new Place("/chat", "Chat"),
            new Place("/account", "Account"));
    private static final List<Place> FOR_ADMINS =
        List.of(
            new Place("/", "Dashboard"),
            new Place("/chat", "Chat"),
            new Place("/admin/skills", "Skills"),
            new Place("/admin/sandboxes", "Sandboxes"),
            new Place("/admin/users", "Users"),
            new Place("/account", "Account"));

    private final ServerFacts facts;

    Maker(ServerFacts facts) {
      this.facts = facts;
    }

    public Frame of(HttpServletRequest request) {
      Optional<Caller> caller = Caller.current();
      CsrfToken token = (CsrfToken) request.getAttribute(CsrfToken.class.getName());
      return new Frame(
          caller,
          request.getRequestURI(),
          token == null ? "" : token.getToken(),
          facts.version(),
          caller.map(known -> known.isAdmin() ? FOR_ADMINS : FOR_USERS).orElse(List.of()));
    }
  }
}
