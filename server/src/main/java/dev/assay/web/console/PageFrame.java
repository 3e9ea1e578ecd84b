package dev.assay.web.console;

import dev.assay.publication.OwnerNotices;
import dev.assay.registry.SkillFilter;
import dev.assay.registry.Skills;
import dev.assay.web.ServerFacts;
import dev.assay.web.access.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.stereotype.Component;

/// The frame of every page: the signed-in user, the navigation and the version.
///
/// @param waiting the number of skills that wait for a reviewer
/// @param unread the number of unread notices about the user's own skills
public record PageFrame(
    Optional<Caller> caller,
    String path,
    String forgeryToken,
    String version,
    List<Group> groups,
    long waiting,
    long unread) {

  /// A group of entries in the navigation.
  public record Group(String name, List<Place> places) {}

  /// An entry of the navigation.
  public record Place(String path, String name) {
    static final Place REVIEWS = new Place("/admin/reviews", "Reviews");
    static final Place NOTICES = new Place("/notices", "Notices");
  }

  public boolean isHere(Place place) {
    return place.path().equals("/")
        ? path.equals("/")
        : path.equals(place.path()) || path.startsWith(place.path() + "/");
  }

  /// Returns the number of open items of an entry; 0 if there are none.
  public long badge(Place place) {
    if (place.equals(Place.NOTICES)) {
      return unread;
    }
    return place.equals(Place.REVIEWS) ? waiting : 0;
  }

  public boolean isForAdmin() {
    return caller.filter(Caller::isAdmin).isPresent();
  }

  /// Tests whether the page may offer an action to its reader.
  public boolean may(String method, String address) {
    return caller.filter(each -> each.may(method, address)).isPresent();
  }

  /// Makes the frame of a request.
  @Component
  public static final class Maker {
    private static final List<Group> ALL =
        List.of(
            new Group(
                "Work",
                List.of(
                    new Place("/", "Dashboard"),
                    new Place("/chat", "Chat"),
                    new Place("/projects", "Projects"),
                    new Place("/admin/skills", "Skills"),
                    Place.REVIEWS,
                    new Place("/admin/images", "Images"))),
            new Group(
                "Server",
                List.of(
                    new Place("/admin/full-test", "Full test"),
                    new Place("/admin/calibrations", "Calibrations"),
                    new Place("/admin/audit", "Audit"),
                    new Place("/admin/sandboxes", "Sandboxes"),
                    new Place("/admin/costs", "Costs"),
                    new Place("/admin/users", "Users"),
                    new Place("/admin/settings", "Settings"))),
            new Group("You", List.of(Place.NOTICES, new Place("/account", "Account"))));

    private final ServerFacts facts;
    private final Skills skills;
    private final OwnerNotices notices;

    Maker(ServerFacts facts, Skills skills, OwnerNotices notices) {
      this.facts = facts;
      this.skills = skills;
      this.notices = notices;
    }

    public PageFrame of(HttpServletRequest request) {
      Optional<Caller> caller = Caller.current();
      CsrfToken token = (CsrfToken) request.getAttribute(CsrfToken.class.getName());
      return new PageFrame(
          caller,
          request.getRequestURI(),
          token == null ? "" : token.getToken(),
          facts.version(),
          caller.map(Maker::groups).orElse(List.of()),
          caller.filter(each -> each.may("GET", Place.REVIEWS.path())).isPresent()
              ? skills.list(SkillFilter.WAITING_FOR_REVIEW, 0, 1).total()
              : 0,
          caller.map(each -> notices.unread(each.owner())).orElse(0L));
    }

    /// Returns the entries that the caller's role may see.
    private static List<Group> groups(Caller caller) {
      return ALL.stream()
          .map(
              group ->
                  new Group(
                      group.name(),
                      group.places().stream()
                          .filter(place -> caller.may("GET", place.path()))
                          .toList()))
          .filter(group -> !group.places().isEmpty())
          .toList();
    }
  }
}
