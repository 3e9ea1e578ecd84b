package dev.assay.skill.model;

import java.util.Locale;

/// Whose fault it is that there is no usable answer. Only [#SKILL] may ever touch a grade.
public enum FaultOwner {
  /// The service: overloaded, out of order, out of credit.
  PROVIDER,
  /// The way to it: names, connections, certificates, silence.
  NETWORK,
  /// What the model said: a refusal, a malformed call, an answer that was withheld or cut.
  MODEL,
  /// What we sent, or how we are configured: the key, the model's name, a request that is too long.
  REQUEST,
  /// What the skill made the agent do.
  SKILL;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
