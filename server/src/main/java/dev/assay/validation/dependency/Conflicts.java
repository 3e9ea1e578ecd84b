package dev.assay.validation.dependency;

import dev.assay.intake.Versions;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Finds the admitted skills that a new skill's packages would disturb. It is a pure function.
public final class Conflicts {
  private Conflicts() {}

  /// @param difference the difference between the current image and the candidate
  public static List<Conflict> find(
      Difference difference, Dependencies declared, List<Admitted> admitted) {
    return difference.changes().stream()
        .flatMap(change -> conflict(change, declared, admitted).stream())
        .toList();
  }

  private static Optional<Conflict> conflict(
      Difference.Change change, Dependencies declared, List<Admitted> admitted) {
    List<Admitted> users = admitted.stream().filter(each -> uses(each, change)).toList();
    if (users.isEmpty()) {
      return Optional.empty();
    }
    List<Admitted> unhappy = users.stream().filter(each -> !content(each, change)).toList();
    List<Admitted> affected = unhappy.isEmpty() ? users : unhappy;
    return Optional.of(
        new Conflict(
            change.ecosystem(),
            change.name(),
            change.environment(),
            change.before(),
            change.after(),
            List.copyOf(new TreeSet<>(affected.stream().map(Admitted::skill).toList())),
            unhappy.isEmpty()
                ? new Conflict.Resolution.TestAgain()
                : recommend(change, declared, users)));
  }

  /// Tests whether a skill uses the changed package. Packages in other environments do not concern
  /// it.
  private static boolean uses(Admitted skill, Difference.Change change) {
    boolean seen =
        change.ecosystem() == Ecosystem.SYSTEM
            || change.environment().equals(skill.environment().skill());
    return seen
        && (!ranges(skill.declared(), change).isEmpty()
            || (change.before().isPresent() && skill.recorded().find(change.key()).isPresent()));
  }

  /// Tests whether all ranges of the skill for the package, its own and those of its packages,
  /// allow the change.
  private static boolean content(Admitted skill, Difference.Change change) {
    if (change.after().isEmpty()) {
      return false;
    }
    String version = change.after().get();
    return Stream.concat(
            ranges(skill.declared(), change).stream(), inherited(skill, change).stream())
        .allMatch(range -> Versions.fits(range, version));
  }

  private static Conflict.Resolution recommend(
      Difference.Change change, Dependencies declared, List<Admitted> users) {
    List<Requirement> theirs = new ArrayList<>();
    for (Admitted user : users) {
      theirs.addAll(ranges(user.declared(), change));
      theirs.addAll(inherited(user, change));
    }
    List<Requirement> all = new ArrayList<>(ranges(declared, change));
    all.addAll(theirs);
    boolean oldVersionWorks =
        change
            .before()
            .filter(old -> all.stream().allMatch(r -> Versions.fits(r, old)))
            .isPresent();
    Optional<String> together = Versions.together(all);
    if (together.isPresent() && (oldVersionWorks || change.ecosystem() == Ecosystem.PIP)) {
      return new Conflict.Resolution.UseRange(together.get());
    }
    return oldVersionWorks
        ? new Conflict.Resolution.UseRange(exactly(change))
        : new Conflict.Resolution.Separate(Versions.together(theirs).orElse(""));
  }

  private static String exactly(Difference.Change change) {
    String version = change.before().orElseThrow();
    return switch (change.ecosystem()) {
      case PIP -> "==" + version;
      case NPM -> version;
      case SYSTEM -> "=" + version;
    };
  }

  private static List<Requirement> ranges(Dependencies declared, Difference.Change change) {
    return declared.of(change.ecosystem()).stream()
        .filter(each -> each.name().equals(change.name()))
        .toList();
  }

  /// Returns the ranges that the packages of a skill require of the changed package.
  private static List<Requirement> inherited(Admitted skill, Difference.Change change) {
    return skill.recorded().packages().stream()
        .flatMap(each -> each.needs().stream())
        .filter(
            need ->
                need.ecosystem() == change.ecosystem()
                    && need.name().equals(change.name())
                    && need.marker().isEmpty())
        .toList();
  }
}
