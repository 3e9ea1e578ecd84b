package dev.assay.validation.proof;

import dev.assay.validation.settings.ProofLevel;

/// How many standard errors close a question. Several looks at growing evidence would make each of
/// them wrong more often than one, so early looks ask for more than the last.
///
/// @param early of the score, before the last look
/// @param last of the score, at the last look
/// @param liftEarly above no lift, before the last look
/// @param liftLast above no lift, at the last look
/// @param noLift below a useful lift
record Boundaries(double early, double last, double liftEarly, double liftLast, double noLift) {
  /// A lift that is worth having; much less is none.
  static final double USEFUL_LIFT = .20;

  static final Boundaries SEQUENTIAL = new Boundaries(1.4, .9, 3.0, 1.85, 2.0);
  static final Boundaries ONCE = new Boundaries(.9, .9, 1.85, 1.85, 2.0);

  static Boundaries of(ProofLevel level) {
    return level == ProofLevel.STANDARD ? SEQUENTIAL : ONCE;
  }
}
