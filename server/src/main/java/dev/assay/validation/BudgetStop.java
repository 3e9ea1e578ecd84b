package dev.assay.validation;

import dev.assay.skill.AssayException;
import dev.assay.validation.lab.Performed;
import dev.assay.validation.lab.PlannedTrial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The parts that a run did not reach because a budget was spent.
final class BudgetStop {
  private static final Map<String, String> KINDS =
      Map.of(
          "online", "trials with the skill",
          "baseline", "trials without it",
          "offline", "trials offline",
          "probe", "trigger probes",
          "negative", "tasks that it should leave alone");

  private final Map<String, Integer> missing = new LinkedHashMap<>();
  private String reason = "";

  void add(Performed performed) {
    performed.stop().ifPresent(this::because);
    for (PlannedTrial each : performed.unreached()) {
      String step = each.site().step();
      String kind = step.substring(0, step.indexOf(' '));
      missing.merge(KINDS.getOrDefault(kind, kind), 1, Integer::sum);
    }
  }

  /// @param what the kind of the missing parts
  void add(AssayException why, String what, int count) {
    because(why);
    missing.merge(what, count, Integer::sum);
  }

  /// @param other the stop that caused this one
  void add(BudgetStop other, String what) {
    reason = reason.isEmpty() ? other.reason : reason;
    missing.merge(what, 1, Integer::sum);
  }

  private void because(AssayException why) {
    reason = reason.isEmpty() ? why.reason() : reason;
  }

  boolean isEmpty() {
    return missing.isEmpty();
  }

  /// Returns each missing part with its count.
  List<String> unreached() {
    return missing.entrySet().stream().map(each -> each.getValue() + " " + each.getKey()).toList();
  }

  /// Describes the stop for the person who decides.
  String sentence() {
    return "The budget was spent before everything was tried. Not reached: %s. %s"
        .formatted(unreached().stream().collect(Collectors.joining(", ")), reason);
  }
}
