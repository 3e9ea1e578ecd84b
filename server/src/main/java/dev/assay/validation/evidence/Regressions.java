package dev.assay.validation.evidence;

import java.util.ArrayList;
import java.util.List;

/// The retests of all admitted skills together with the new one.
///
/// @param charges the declines that chance does not explain
/// @param suspicions the declines that may be due to chance
public record Regressions(List<Regression> tried, List<Charge> charges, List<Charge> suspicions) {
  public record Charge(String skill, String sentence) {}

  public Regressions {
    tried = List.copyOf(tried);
    charges = List.copyOf(charges);
    suspicions = List.copyOf(suspicions);
  }

  /// Applies the quick rule: a task regressed if it failed twice in the candidate and is done in
  /// the current image.
  public static Regressions byRule(List<Regression> tried) {
    return new Regressions(
        tried,
        tried.stream()
            .flatMap(each -> each.sentences().stream().map(text -> new Charge(each.skill(), text)))
            .toList(),
        List.of());
  }

  /// Returns the retests with further suspicions, about which a person has to decide.
  public Regressions suspecting(List<Charge> more) {
    List<Charge> all = new ArrayList<>(suspicions);
    all.addAll(more);
    return new Regressions(tried, charges, all);
  }

  public List<String> sentences() {
    return charges.stream().map(Charge::sentence).toList();
  }

  /// Returns the sentences about one skill.
  public List<String> sentences(String skill) {
    return charges.stream()
        .filter(each -> each.skill().equals(skill))
        .map(Charge::sentence)
        .toList();
  }
}
