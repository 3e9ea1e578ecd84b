package dev.assay.validation.dependency;

import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The changes between two lists of packages, with their reasons. The lists alone count, not the
/// commands that were run.
public record Difference(List<Change> changes) {
  public enum Why {
    DECLARED,
    /// The metadata of a declared package requires it, directly or indirectly.
    NEEDED,
    /// No declaration explains it.
    EXTRA
  }

  /// @param before the version before; empty if the package was not there
  /// @param after the version after; empty if the package is gone
  /// @param environment the skill that owns the environment; empty for the shared one
  public record Change(
      Ecosystem ecosystem,
      String name,
      Optional<String> before,
      Optional<String> after,
      Why why,
      String environment) {

    public String shown() {
      boolean isNamed = why == Why.EXTRA && !environment.isEmpty();
      return name
          + after.map(version -> " " + version).orElse(" (removed)")
          + (isNamed ? " in the environment of " + environment : "");
    }

    public String key() {
      return InstalledPackage.key(ecosystem, name, environment);
    }
  }

  public Difference {
    changes = List.copyOf(changes);
  }

  /// Compares two lists with declarations for the shared environment.
  public static Difference between(PackageList before, PackageList after, Dependencies declared) {
    return between(before, after, declared, RuntimeEnvironment.SHARED);
  }

  /// @param place the environment of the declared packages; a package elsewhere counts as not
  ///   declared
  public static Difference between(
      PackageList before, PackageList after, Dependencies declared, RuntimeEnvironment place) {
    Map<String, InstalledPackage> old = before.byKey();
    Map<String, InstalledPackage> now = after.byKey();
    Set<String> allowed = needed(now, declared, place);
    Set<String> named =
        declared.requirements().stream()
            .map(each -> InstalledPackage.key(each.ecosystem(), each.name(), place.skill()))
            .collect(Collectors.toSet());
    Set<String> keys = new TreeSet<>(old.keySet());
    keys.addAll(now.keySet());
    List<Change> changes = new ArrayList<>();
    for (String key : keys) {
      Optional<InstalledPackage> was = Optional.ofNullable(old.get(key));
      Optional<InstalledPackage> is = Optional.ofNullable(now.get(key));
      if (!was.map(InstalledPackage::version).equals(is.map(InstalledPackage::version))) {
        InstalledPackage either = is.or(() -> was).orElseThrow();
        changes.add(
            new Change(
                either.ecosystem(),
                either.name(),
                was.map(InstalledPackage::version),
                is.map(InstalledPackage::version),
                why(either, named, allowed),
                either.environment()));
      }
    }
    return new Difference(changes);
  }

  public List<Change> extras() {
    return changes.stream().filter(change -> change.why() == Why.EXTRA).toList();
  }

  private static Why why(InstalledPackage found, Set<String> named, Set<String> allowed) {
    if (named.contains(found.key())) {
      return Why.DECLARED;
    }
    return allowed.contains(found.key()) ? Why.NEEDED : Why.EXTRA;
  }

  /// Returns the keys of all packages that are reachable from the declared ones.
  static Set<String> needed(
      Map<String, InstalledPackage> now, Dependencies declared, RuntimeEnvironment place) {
    Set<String> reached = new HashSet<>();
    Set<String> seen = new HashSet<>();
    Deque<Requirement> next = new ArrayDeque<>(declared.requirements());
    while (!next.isEmpty()) {
      Requirement wanted = next.pop();
      String key = InstalledPackage.key(wanted.ecosystem(), wanted.name(), place.skill());
      reached.add(key);
      if (seen.add(key + wanted.extras())) {
        InstalledPackage found = now.get(key);
        if (found != null) {
          found.needs().stream().filter(need -> asked(need, wanted.extras())).forEach(next::push);
        }
      }
    }
    return reached;
  }

  /// Tests whether a need applies. A need with an extra applies only if that extra was requested.
  /// Other conditions count as met, because a package that they exclude is not installed anyway.
  private static boolean asked(Requirement need, List<String> extras) {
    String marker = need.marker().orElse("").replace('"', '\'').replace(" ", "");
    return !marker.contains("extra==")
        || extras.stream().anyMatch(extra -> marker.contains("extra=='" + extra + "'"));
  }
}
