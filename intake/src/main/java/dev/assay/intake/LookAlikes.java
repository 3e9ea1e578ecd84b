package dev.assay.intake;

import dev.assay.intake.format.FormatRule;
import dev.assay.intake.format.Skeleton;
import dev.assay.intake.rule.Rule;
import dev.assay.skill.Finding;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Compares a skill's name with other names. Safe for use by many threads.
public final class LookAlikes {
  private static final String FILE = "SKILL.md";
  private static final int MOST_REMEMBERED = 100_000;

  private final Map<String, Look> looks = new ConcurrentHashMap<>();

  private record Look(String exact, String loose) {}

  /// Returns an error if the name looks like one of the others, or a warning if it nearly does. The
  /// same name among the others is ignored.
  public Optional<Finding> beside(String name, Collection<String> others) {
    Look look = look(name);
    List<String> rest = others.stream().filter(other -> !other.equals(name)).toList();
    return rest.stream()
        .filter(other -> look(other).exact().equals(look.exact()))
        .findFirst()
        .map(other -> finding(FormatRule.NAME_CONFUSABLE, name, other, "looks like"))
        .or(
            () ->
                rest.stream()
                    .filter(other -> look(other).loose().equals(look.loose()))
                    .findFirst()
                    .map(
                        other ->
                            finding(
                                FormatRule.NAME_LIKE_ANOTHER, name, other, "nearly looks like")));
  }

  /// Compares each name with the names before it. Not safe for use by many threads.
  public static final class Row {
    private final Map<String, String> exact = new HashMap<>();
    private final Map<String, String> loose = new HashMap<>();

    public Optional<Finding> next(String name) {
      String same = exact.putIfAbsent(Skeleton.of(name), name);
      String near = loose.putIfAbsent(Skeleton.ofDigitsAsLetters(name), name);
      if (same != null && !same.equals(name)) {
        return Optional.of(finding(FormatRule.NAME_CONFUSABLE, name, same, "looks like"));
      }
      return same == null && near != null
          ? Optional.of(finding(FormatRule.NAME_LIKE_ANOTHER, name, near, "nearly looks like"))
          : Optional.empty();
    }
  }

  private static Finding finding(Rule rule, String name, String other, String how) {
    return rule.in(
        FILE,
        "The name \"%s\"%s %s that of another skill, \"%s\"%s."
            .formatted(name, spelt(name), how, other, spelt(other)));
  }

  /// Lists the characters of a name outside ASCII.
  private static String spelt(String name) {
    String odd =
        name.codePoints()
            .filter(point -> point > 127)
            .distinct()
            .limit(8)
            .mapToObj(point -> "U+%04X %s".formatted(point, Character.getName(point)))
            .collect(Collectors.joining(", "));
    return odd.isEmpty() ? "" : " (with " + odd + ")";
  }

  private Look look(String name) {
    if (looks.size() > MOST_REMEMBERED) {
      looks.clear();
    }
    return looks.computeIfAbsent(
        name, each -> new Look(Skeleton.of(each), Skeleton.ofDigitsAsLetters(each)));
  }
}
