package dev.assay.conversation;

import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.registry.Status;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The skills that the agent of a turn may choose from: approved ones and no others.
final class Selection {
  static final int MOST = 200;

  private final Skills skills;

  Selection(Skills skills) {
    this.skills = skills;
  }

  /// @param approved the names of all approved skills, chosen or not
  /// @param notices what the user should know about the choice
  record Chosen(List<Skill> skills, Set<String> approved, List<String> notices) {
    List<Turn.Choice> choices() {
      return skills.stream()
          .map(skill -> new Turn.Choice(skill.name(), skill.id(), skill.version()))
          .toList();
    }

    /// What could be used in an earlier turn and is not approved any more.
    Set<String> withdrawnSince(Turn earlier) {
      return earlier.listed().stream()
          .map(Turn.Choice::name)
          .filter(name -> !approved.contains(name))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /// Those that were named; else all of them, or as many as can be used at a time: what was used
  /// before, and what fits best what is said now and was said lately.
  ///
  /// @param earlier the turns before, oldest first
  Chosen of(Question question, List<Turn> earlier) {
    Map<String, Skill> approved = approved();
    Optional<List<String>> wanted = question.skills();
    if (wanted.isEmpty() && approved.size() > MOST) {
      return new Chosen(
          fitting(approved, question.message(), earlier),
          approved.keySet(),
          earlier.isEmpty()
              ? List.of(
                  "There are %d skills. The %d that fit best can be used; name others to use them."
                      .formatted(approved.size(), MOST))
              : List.of());
    }
    if (wanted.isEmpty()) {
      return new Chosen(List.copyOf(approved.values()), approved.keySet(), List.of());
    }
    List<Skill> chosen = new ArrayList<>();
    for (String name : wanted.get().stream().distinct().toList()) {
      Skill skill = approved.get(name);
      if (skill == null) {
        throw new AssayException(
            ErrorCode.BAD_REQUEST,
            "There is no approved skill \"%s\". Leave out \"skills\" to let the agent choose."
                .formatted(Visible.line(name, 100)));
      }
      chosen.add(skill);
    }
    if (chosen.size() > MOST) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "At most %d skills can be used at a time.".formatted(MOST));
    }
    return new Chosen(chosen, approved.keySet(), List.of());
  }

  private static List<Skill> fitting(
      Map<String, Skill> approved, String message, List<Turn> earlier) {
    Set<String> names = new LinkedHashSet<>();
    earlier.reversed().forEach(turn -> turn.used().forEach(choice -> names.add(choice.name())));
    names.retainAll(approved.keySet());
    String said =
        Stream.concat(earlier.stream().map(Turn::message), Stream.of(message))
            .collect(Collectors.joining("\n"));
    names.addAll(TurnAgent.list(approved.values()).fitting(said));
    Set<String> best = names.stream().limit(MOST).collect(Collectors.toSet());
    return approved.values().stream().filter(skill -> best.contains(skill.name())).toList();
  }

  /// The newest approved version of each name.
  private Map<String, Skill> approved() {
    Map<String, Skill> approved = new LinkedHashMap<>();
    for (Skill skill : skills.approved()) {
      if (skill.status() == Status.APPROVED) {
        approved.putIfAbsent(skill.name(), skill);
      }
    }
    return approved;
  }
}
