package dev.assay.validation.dependency;

import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What became of the packages between two lists, and why. The lists are the truth, whatever
/// commands were run.
public record Difference(List<Change> changes) {
  public enum Why {
    DECLARED,
    /// Needed by a declared one, as the packages themselves say.
    NEEDED,
    /// Nobody said that it would come.
    EXTRA
  }

  /// @param before empty if it was not there
  /// @param after empty if it is gone
  public record Change(
      Ecosystem ecosystem, String name, Optional<String> before, Optional<String> after, Why why) {
    public String shown() {
      return name + after.map(version -> " " + version).orElse(" (removed)");
    }
  }

  public Difference {
    changes = List.copyOf(changes);
  }

  public static Difference between(PackageList before, PackageList after, Dependencies declared) {
    Map<String, InstalledPackage> old = before.byKey();
    Map<String, InstalledPackage> now = after.byKey();
    Set<String> allowed = needed(now, declared);
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
                why(either, declared, allowed)));
      }
    }
    return new Difference(changes);
  }

  public List<Change> extras() {
    return changes.stream().filter(change -> change.why() == Why.EXTRA).toList();
  }

  private static Why why(InstalledPackage found, Dependencies declared, Set<String> allowed) {
    if (declared.of(found.ecosystem()).stream().anyMatch(d -> d.name().equals(found.name()))) {
      return Why.DECLARED;
    }
    return allowed.contains(found.key()) ? Why.NEEDED : Why.EXTRA;
  }

  /// Everything that can be reached from the declared packages.
  static Set<String> needed(Map<String, InstalledPackage> now, Dependencies declared) {
    Set<String> reached = new HashSet<>();
    Set<String> seen = new HashSet<>();
    Deque<Requirement> next = new ArrayDeque<>(declared.requirements());
    while (!next.isEmpty()) {
      Requirement wanted = next.pop();
      String key = wanted.ecosystem() + " " + wanted.name();
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

  /// A need that hangs on an extra counts only for who asked for that extra. Other conditions count
  /// as met: what they exclude is not installed anyway.
  private static boolean asked(Requirement need, List<String> extras) {
    String marker = need.marker().orElse("").replace('"', '\'').replace(" ", "");
    return !marker.contains("extra==")
        || extras.stream().anyMatch(extra -> marker.contains("extra=='" + extra + "'"));
  }
}
