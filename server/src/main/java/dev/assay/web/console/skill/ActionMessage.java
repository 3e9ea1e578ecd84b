package dev.assay.web.console.skill;

import dev.assay.registry.Skill;
import java.util.Locale;
import java.util.stream.Stream;

/// The message of a skill's page about the last action.
enum ActionMessage {
  ADDED("%s version %d is uploaded."),
  KNOWN("%s version %d is known already; nothing changed."),
  REOPENED("%s version %d was rejected before and is open again."),
  EVALS_REPLACED("The evals of %s version %d are replaced."),
  APPROVED("%s version %d is approved and in use."),
  REBASING(
      "Your approval of %s version %d counts once it has passed its tests on the current image."),
  REJECTED("%s version %d is rejected."),
  LEAVING("%s version %d is out of use; it is gone once an image without it is built.");

  private final String sentence;

  ActionMessage(String sentence) {
    this.sentence = sentence;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the sentence of an action, or an empty text for an unknown word.
  static String sentence(String word, Skill skill) {
    return Stream.of(values())
        .filter(each -> each.word().equals(word))
        .map(each -> each.sentence.formatted(skill.name(), skill.version()))
        .findFirst()
        .orElse("");
  }
}
