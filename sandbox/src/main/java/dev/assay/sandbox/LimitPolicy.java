package dev.assay.sandbox;

import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// What becomes of a limit that an engine cannot enforce. It is never dropped without a word.
public enum LimitPolicy {
  /// The sandbox is made without it, and every verdict says so.
  LIST,
  /// The sandbox is not made.
  REFUSE;

  /// What to ask the engine for: with [#REFUSE] everything, so that the engine refuses.
  public Limits ask(Capabilities able, Limits wanted) {
    Limits asked = Limits.none();
    for (Map.Entry<Limit, Long> each : wanted.values().entrySet()) {
      if (this == REFUSE || able.enforces(each.getKey())) {
        asked = asked.with(each.getKey(), each.getValue());
      }
    }
    return asked;
  }

  /// The limits that are wanted and not enforced, in words.
  public static List<String> unenforced(Capabilities able, Collection<Limit> wanted) {
    return wanted.stream()
        .distinct()
        .sorted()
        .filter(limit -> !able.enforces(limit))
        .map(
            limit ->
                "The limit %s was not enforced in its sandboxes: %s."
                    .formatted(
                        limit,
                        able.missing()
                            .getOrDefault("limit " + limit, "the engine cannot enforce it")))
        .toList();
  }
}
