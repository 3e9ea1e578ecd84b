package dev.assay.testkit.trust;

/// The true qualities of a skill, as infinitely many tasks would show them. Each is a chance for
/// one task.
///
/// @param success the success of an agent that uses it
/// @param alone the success of an agent that does not
/// @param choice the chance that an agent chooses it for its own tasks
/// @param grabbing the chance that an agent chooses it for a task it should leave alone
/// @param destination the chance that a task offline tries to reach a destination
public record SkillTruth(
    double success, double alone, double choice, double grabbing, double destination) {
  public static final SkillTruth NONE = new SkillTruth(0, 0, 0, 0, 0);

  public SkillTruth withSuccess(double changed) {
    return new SkillTruth(changed, alone, choice, grabbing, destination);
  }

  public SkillTruth withAlone(double changed) {
    return new SkillTruth(success, changed, choice, grabbing, destination);
  }

  /// The completion of an agent that may use it, as that judge sees it, 0 to 1.
  public double completion(NoisyJudge judge) {
    double done = choice * success + (1 - choice) * alone;
    return judge.expected(done);
  }

  public double lift(NoisyJudge judge) {
    return completion(judge) - judge.expected(alone);
  }

  /// The score by the documented formula for infinitely many tasks, 0 to 100.
  public double score(NoisyJudge judge) {
    double none = Math.pow(1 - destination, 3);
    double all = Math.pow(destination, 3);
    double offline = none + .7 * (1 - none - all);
    return 50 * completion(judge) + 35 * choice + 15 * offline;
  }

  /// A copy with the success that gives this score, if any success does.
  public SkillTruth scoring(double score, NoisyJudge judge) {
    double low = 0;
    double high = 1;
    if (withSuccess(0).score(judge) > score || withSuccess(1).score(judge) < score) {
      throw new IllegalArgumentException("No success gives " + this + " the score " + score + ".");
    }
    for (int step = 0; step < 50; step++) {
      double middle = (low + high) / 2;
      if (withSuccess(middle).score(judge) < score) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return withSuccess((low + high) / 2);
  }
}
