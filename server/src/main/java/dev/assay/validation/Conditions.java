package dev.assay.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The conditions of a calibration. It is valid only under the same conditions.
///
/// @param models the models by purpose; empty in a rehearsal
/// @param prompts the digest of the prompts
/// @param policy the level of proof, the weights, the line and the meaning of findings
/// @param version the version of Assay
public record Conditions(
    SortedMap<String, String> models, String prompts, String policy, String version) {
  public Conditions {
    models = new TreeMap<>(models);
  }

  /// Lists the changes to the current conditions, each as a part of a sentence; empty if there are
  /// none.
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
