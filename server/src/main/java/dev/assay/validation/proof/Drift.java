package dev.assay.validation.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A decline of a skill since the model changed or, with the same model, in its last run.
///
/// @param words the decline in one sentence
public record Drift(
    int done, int tries, int doneBefore, int triesBefore, double chance, String words) {
  private static final int FEWEST = 5;
  private static final double LEVEL = .05;
  private static final double LEVEL_IN_USE = .01;
  private static final int LATELY = 20;

  /// @param model the model that did the task
  /// @param run the run of the attempt
  public record Attempt(String model, String run, boolean done) {}

  /// @param attempts the attempts, oldest first
  public static Optional<Drift> find(List<Attempt> attempts) {
    return find(attempts, attempts.isEmpty() ? "" : attempts.getLast().run(), LEVEL, "run");
  }

  /// Finds a drift in conversations. The check runs after each conversation, so its error level is
  /// lower.
  ///
  /// @param turns the turns in which the skill was used, oldest first
  public static Optional<Drift> findInUse(List<Attempt> turns) {
    List<Attempt> marked = new ArrayList<>();
    for (int number = 0; number < turns.size(); number++) {
      Attempt turn = turns.get(number);
      String when = number < turns.size() - LATELY ? "before" : "lately";
      marked.add(new Attempt(turn.model(), when, turn.done()));
    }
    return find(marked, "lately", LEVEL_IN_USE, LATELY + " conversations");
  }

  private static Optional<Drift> find(
      List<Attempt> attempts, String last, double level, String unit) {
    if (attempts.isEmpty()) {
      return Optional.empty();
    }
    String model = attempts.getLast().model();
    int since = attempts.size();
    while (since > 0 && attempts.get(since - 1).model().equals(model)) {
      since--;
    }
    if (since > 0) {
      String before = attempts.get(since - 1).model();
      List<Attempt> earlier =
          attempts.subList(0, since).stream().filter(each -> each.model().equals(before)).toList();
      Optional<Drift> changed =
          compare(
              attempts.subList(since, attempts.size()),
              earlier,
              level,
              "since the model changed from %s to %s".formatted(before, model));
      if (changed.isPresent()) {
        return changed;
      }
    }
    List<Attempt> now = new ArrayList<>();
    List<Attempt> earlier = new ArrayList<>();
    attempts
        .subList(since, attempts.size())
        .forEach(each -> (each.run().equals(last) ? now : earlier).add(each));
    return compare(now, earlier, level, "in its last " + unit + ", with the same model");
  }

  private static Optional<Drift> compare(
      List<Attempt> now, List<Attempt> before, double level, String when) {
    if (now.size() < FEWEST || before.size() < FEWEST) {
      return Optional.empty();
    }
    int done = done(now);
    int doneBefore = done(before);
    double chance =
        PairedTest.chance(
            List.of(new PairedTest.Table(done, now.size(), doneBefore, before.size())));
    double less = (double) doneBefore / before.size() - (double) done / now.size();
    if (less <= 0 || chance > level) {
      return Optional.empty();
    }
    return Optional.of(
        new Drift(
            done,
            now.size(),
            doneBefore,
            before.size(),
            chance,
            String.format(
                Locale.ROOT,
                "It completes %.0f %% less %s: %d of %d tries, before %d of %d (by chance once in %,d times).",
                100 * less,
                when,
                done,
                now.size(),
                doneBefore,
                before.size(),
                Math.round(1 / Math.max(chance, 1e-6)))));
  }

  private static int done(List<Attempt> attempts) {
    return (int) attempts.stream().filter(Attempt::done).count();
  }
}
