package dev.assay.conversation;

import dev.assay.registry.Skill;
import dev.assay.registry.SkillPlaces;
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

/// Selects the skills that the agent of a turn may choose from. Only approved skills are among
/// them.
final class Selection {
  static final int MOST = 200;
  private static final int MOST_NAMED = 10;

  private final Skills skills;
  private final SkillPlaces places;

  Selection(Skills skills, SkillPlaces places) {
    this.skills = skills;
    this.places = places;
  }

  /// @param approved the names of all approved skills, chosen or not
  /// @param notices the notices for the user about the choice
  record Chosen(List<Skill> skills, Set<String> approved, List<String> notices) {
    List<Turn.Choice> choices() {
      return skills.stream()
          .map(skill -> new Turn.Choice(skill.name(), skill.id(), skill.version()))
          .toList();
    }

    /// The skills that an earlier turn could use and that are not approved any more.
    Set<String> withdrawnSince(Turn earlier) {
      return earlier.listed().stream()
          .map(Turn.Choice::name)
          .filter(name -> !approved.contains(name))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /// Selects the named skills, or all, or as many as can be used at a time: the skills used before,
  /// and those that fit the message and the recent ones best.
  ///
  /// @param earlier the turns before, oldest first
  Chosen of(Question question, List<Turn> earlier) {
    SkillPlaces.Usable usable = places.usable(approved().values());
    Map<String, Skill> approved = new LinkedHashMap<>();
    usable.skills().forEach(skill -> approved.put(skill.name(), skill));
    Optional<List<String>> wanted = question.skills();
    List<String> notices = earlier.isEmpty() ? notices(usable) : List.of();
    if (wanted.isEmpty() && approved.size() > MOST) {
      return new Chosen(fitting(approved, question.message(), earlier), approved.keySet(), notices);
    }
    if (wanted.isEmpty()) {
      return new Chosen(List.copyOf(approved.values()), approved.keySet(), notices);
    }
    List<Skill> chosen = new ArrayList<>();
    for (String name : wanted.get().stream().distinct().toList()) {
      Skill skill = approved.get(name);
      String refused = usable.refused().get(name);
      if (refused != null) {
        throw new AssayException(
            ErrorCode.BAD_REQUEST,
            "The skill \"%s\" cannot be used in conversations here: %s"
                .formatted(Visible.line(name, 100), refused));
      }
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

  /// The notices for a user who names no skills.
  private static List<String> notices(SkillPlaces.Usable usable) {
    List<String> notices = new ArrayList<>();
    if (usable.skills().size() > MOST) {
      notices.add(
          "There are %d skills. The %d that fit best can be used; name others to use them."
              .formatted(usable.skills().size(), MOST));
    }
    usable.refused().entrySet().stream()
        .limit(MOST_NAMED)
        .forEach(
            each ->
                notices.add(
                    "The skill \"%s\" cannot be used here: %s"
                        .formatted(each.getKey(), each.getValue())));
    int more = usable.refused().size() - MOST_NAMED;
    if (more > 0) {
      notices.add("%d more skills cannot be used here.".formatted(more));
    }
    return notices;
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
