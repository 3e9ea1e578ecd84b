package dev.assay.validation.evidence;

import java.util.ArrayList;
import java.util.List;

/// How all admitted skills fare beside the new one.
///
/// @param charges what is worse, more than chance explains
/// @param suspicions what looks worse, but may be chance
public record Regressions(List<Regression> tried, List<Charge> charges, List<Charge> suspicions) {
  public record Charge(String skill, String sentence) {}

  public Regressions {
    tried = List.copyOf(tried);
    charges = List.copyOf(charges);
    suspicions = List.copyOf(suspicions);
  }

  /// By the documents' rule: twice not in the candidate, but in the current image.
  public static Regressions byRule(List<Regression> tried) {
    return new Regressions(
        tried,
        tried.stream()
            .flatMap(each -> each.sentences().stream().map(text -> new Charge(each.skill(), text)))
            .toList(),
        List.of());
  }

  /// With more that a person has to decide on.
  public Regressions suspecting(List<Charge> more) {
    List<Charge> all = new ArrayList<>(suspicions);
    all.addAll(more);
    return new Regressions(tried, charges, all);
  }

  public List<String> sentences() {
    return charges.stream().map(Charge::sentence).toList();
  }

  /// Those about one skill.
  public List<String> sentences(String skill) {
    return charges.stream()
        .filter(each -> each.skill().equals(skill))
        .map(Charge::sentence)
        .toList();
  }
}
