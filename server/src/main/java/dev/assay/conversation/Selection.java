package dev.assay.conversation;

import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.registry.Status;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The skills that the agent of a turn may choose from: approved ones and no others.
final class Selection {
  private static final int MOST = 200;

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

  /// @param wanted by name; all if empty
  Chosen of(Optional<List<String>> wanted) {
    Map<String, Skill> approved = approved();
    if (wanted.isEmpty()) {
      List<String> notices = new ArrayList<>();
      if (approved.size() > MOST) {
        notices.add(
            "There are %d skills, and %d can be used at a time. Name those you need."
                .formatted(approved.size(), MOST));
      }
      return new Chosen(
          approved.values().stream().limit(MOST).toList(), approved.keySet(), notices);
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
