package dev.assay.validation.proof;

import dev.assay.validation.settings.ProofLevel;

/// The numbers of standard errors that close a question. Several looks at growing evidence raise
/// the chance of an error, so early looks need more than the last one.
///
/// @param early the boundary of the score before the last look
/// @param last the boundary of the score at the last look
/// @param liftEarly the boundary above no lift before the last look
/// @param liftLast the boundary above no lift at the last look
/// @param noLift the boundary below a useful lift
record Boundaries(double early, double last, double liftEarly, double liftLast, double noLift) {
  /// The smallest useful lift. Much less counts as none.
  static final double USEFUL_LIFT = .20;

  static final Boundaries SEQUENTIAL = new Boundaries(1.4, .9, 3.0, 1.85, 2.0);
  static final Boundaries ONCE = new Boundaries(.9, .9, 1.85, 1.85, 2.0);

  static Boundaries of(ProofLevel level) {
    return level == ProofLevel.STANDARD ? SEQUENTIAL : ONCE;
  }
}
