package dev.assay.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Under what a calibration was made; it says nothing about others.
///
/// @param models by what they are chosen for; empty in a rehearsal
/// @param prompts a digest of the words in which they are asked
/// @param policy level of proof, weights, line and what findings mean
/// @param version of Assay
public record Conditions(
    SortedMap<String, String> models, String prompts, String policy, String version) {
  public Conditions {
    models = new TreeMap<>(models);
  }

  /// What is different now, one part of a sentence each; empty if nothing is.
  public List<String> changesTo(Conditions now) {
    List<String> changes = new ArrayList<>();
    TreeMap<String, String> all = new TreeMap<>(models);
    all.putAll(now.models);
    for (String role : all.keySet()) {
      String before = models.getOrDefault(role, "none");
      String after = now.models.getOrDefault(role, "none");
      if (!before.equals(after)) {
        changes.add("the model for %s changed (%s to %s)".formatted(role, before, after));
      }
    }
    if (!prompts.equals(now.prompts)) {
      changes.add("the prompts changed");
    }
    if (!policy.equals(now.policy)) {
      changes.add("the policy changed (%s to %s)".formatted(policy, now.policy));
    }
    if (!version.equals(now.version)) {
      changes.add("the version changed (%s to %s)".formatted(version, now.version));
    }
    return changes;
  }
}
