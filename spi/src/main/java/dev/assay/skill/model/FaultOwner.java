package dev.assay.skill.model;

import java.util.Locale;

/// The party at fault when there is no usable answer. Only [#SKILL] may ever affect a grade.
public enum FaultOwner {
  /// The service: overloaded, out of order, out of credit.
  PROVIDER,
  /// The connection to it: names, certificates, timeouts.
  NETWORK,
  /// The model's output: a refusal, a malformed call, an answer that was withheld or cut.
  MODEL,
  /// The request or the configuration: the key, the model's name, a request that is too long.
  REQUEST,
  /// Actions of the agent that the skill caused.
  SKILL;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
