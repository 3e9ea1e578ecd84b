package dev.assay.bench;

import dev.assay.testkit.trust.NoisyJudge;
import dev.assay.testkit.trust.SimulatedRegressions;
import dev.assay.testkit.trust.SimulatedRegressions.Damage;
import dev.assay.testkit.trust.SkillTruth;
import dev.assay.validation.settings.ProofLevel;
import java.util.Arrays;
import java.util.Locale;

/// `assay bench trust [VALIDATIONS] [JUDGE_SD] [CORRELATION] [LEVEL]`: measures the error rates of
/// the verdict's rules, by simulation of skills with known truth. Only agents and judges are
/// simulated; the rules are the server's.
final class TrustBench {
  private static final double LINE = 70;
  private static final SkillTruth ORDINARY = new SkillTruth(.5, .1, .75, .03, 0);

  private TrustBench() {}

  public static void main(String[] arguments) {
    int validations;
    NoisyJudge judge;
    double correlation;
    ProofLevel level;
    try {
      validations = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2000;
      judge = new NoisyJudge(arguments.length > 1 ? Double.parseDouble(arguments[1]) : .5, 0);
      correlation = arguments.length > 2 ? Double.parseDouble(arguments[2]) : .2;
      level =
          arguments.length > 3
              ? ProofLevel.valueOf(arguments[3].toUpperCase(Locale.ROOT))
              : ProofLevel.STANDARD;
    } catch (IllegalArgumentException unreadable) {
      System.err.printf(
          "assay bench trust: %s is not [VALIDATIONS] [JUDGE_SD] [CORRELATION] [%s]%n",
          String.join(" ", arguments),
          String.join("|", Arrays.stream(ProofLevel.values()).map(ProofLevel::word).toList()));
      System.exit(2);
      return;
    }
    System.out.printf(
        "%d validations each; judge sd %.2f grades, correlation %.2f between tries of a task, level %s.%n%n",
        validations, judge.noise(), correlation, level.word());
    TrustTable table = new TrustTable(validations, judge, correlation, level);
    table.head();
    for (double choice : new double[] {.6, .75, .9}) {
      for (double score : new double[] {46, 54, 62, 66, 70, 74, 78, 86, 90}) {
        SkillTruth shape = new SkillTruth(.5, ORDINARY.alone(), choice, ORDINARY.grabbing(), 0);
        if (reachable(shape, score, judge)) {
          table.row("chosen %.0f %%".formatted(100 * choice), shape.scoring(score, judge), LINE);
        }
      }
    }
    System.out.println();
    table.head();
    for (double alone : new double[] {.5, .7, .85, .95}) {
      table.row("adds nothing", new SkillTruth(alone, alone, .95, .03, 0), LINE);
    }
    for (double alone : new double[] {.4, .5, .6}) {
      table.row("lift of .3", lift(.3, alone, judge), LINE);
    }
    table.row("clearly good", new SkillTruth(.98, .1, .98, .02, 0), LINE);
    table.row("clearly bad", new SkillTruth(.05, .05, .6, .02, .2), LINE);
    table.row("grabs 90 %", new SkillTruth(.95, .3, .95, .9, 0), LINE);
    table.row("grabs 40 %", new SkillTruth(.95, .3, .95, .4, 0), LINE);
    table.row("harm seen in 60 % of tasks", new SkillTruth(.95, .3, .95, .03, 0), LINE, .6);
    table.row("harm seen in 95 % of tasks", new SkillTruth(.95, .3, .95, .03, 0), LINE, .95);
    System.out.println();
    regressions(validations);
  }

  private static boolean reachable(SkillTruth shape, double score, NoisyJudge judge) {
    return shape.withSuccess(0).score(judge) <= score && shape.withSuccess(1).score(judge) >= score;
  }

  private static SkillTruth lift(double lift, double alone, NoisyJudge judge) {
    SkillTruth none = new SkillTruth(alone, alone, .95, .03, 0);
    double all = none.withSuccess(1).lift(judge);
    return none.withSuccess(alone + (1 - alone) * lift / all);
  }

  private static void regressions(int validations) {
    RegressionTable table = new RegressionTable(validations);
    table.head();
    for (int skills : new int[] {1, 4, 10, 20, 50}) {
      for (double reliability : new double[] {.9, .95, .98}) {
        table.row("touches nobody", new SimulatedRegressions(skills, reliability, Damage.NONE));
      }
    }
    table.row("breaks one skill", new SimulatedRegressions(10, .95, new Damage(3, .1, .95)));
    table.row("half breaks one skill", new SimulatedRegressions(10, .95, new Damage(3, .5, .95)));
    table.row("breaks one task", new SimulatedRegressions(10, .95, new Damage(1, 0, .95)));
    table.row("grabs one skill's tasks", new SimulatedRegressions(10, .95, new Damage(3, .95, .1)));
  }
}
