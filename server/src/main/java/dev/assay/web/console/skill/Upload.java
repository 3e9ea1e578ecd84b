package dev.assay.web.console.skill;

import dev.assay.registry.Skill;
import java.util.Locale;
import java.util.stream.Stream;

/// What became of an upload that was taken.
enum Upload {
  ADDED("%s version %d is uploaded."),
  KNOWN("%s version %d is known already; nothing changed."),
  REOPENED("%s version %d was rejected before and is open again."),
  EVALS_REPLACED("The evals of %s version %d are replaced.");

  private final String sentence;

  Upload(String sentence) {
    this.sentence = sentence;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Empty for a word that is none of them.
  static String sentence(String word, Skill skill) {
    return Stream.of(values())
        .filter(each -> each.word().equals(word))
        .map(each -> each.sentence.formatted(skill.name(), skill.version()))
        .findFirst()
        .orElse("");
  }
}
