package dev.assay.validation.proof;

import dev.assay.validation.scoring.Scoring;
import java.util.Collection;

/// The offline term of the score. The rule for three tasks (100 without destinations, 70 with one
/// or two, 0 with more) is extended to any number of tasks: the term is the mean of the rule over
/// every choice of three tasks. More tasks therefore make it neither stricter nor laxer.
///
/// @param value the value, 0 to 1
/// @param variance the variance of the value
record OfflineTerm(double value, double variance) {
  private static final int GROUP = 3;
  private static final int MANY = Scoring.MANY_ATTEMPTS;
  private static final double FEW = .7;

  static final OfflineTerm NOT_TRIED = new OfflineTerm(0, 0);

  /// @param destinations the number of destinations of each task that was tried offline
  static OfflineTerm of(Collection<Integer> destinations) {
    int tasks = destinations.size();
    if (tasks == 0) {
      return NOT_TRIED;
    }
    int[] classes = new int[MANY + 1];
    destinations.forEach(each -> classes[Math.min(each, MANY)]++);
    double varies = spread(classes, tasks) * GROUP / Math.max(tasks, GROUP);
    if (tasks < GROUP) {
      int scaled = destinations.stream().mapToInt(Integer::intValue).sum() * GROUP;
      return new OfflineTerm(band((scaled + tasks - 1) / tasks), varies);
    }
    return new OfflineTerm(mean(classes), varies);
  }

  /// Returns the mean over every choice of three different tasks.
  private static double mean(int[] classes) {
    double sum = 0;
    double choices = 0;
    for (int a = 0; a <= MANY; a++) {
      for (int b = 0; b <= MANY; b++) {
        for (int c = 0; c <= MANY; c++) {
          double ways =
              (double) classes[a]
                  * (classes[b] - (a == b ? 1 : 0))
                  * (classes[c] - (a == c ? 1 : 0) - (b == c ? 1 : 0));
          if (ways > 0) {
            sum += ways * band(a + b + c);
            choices += ways;
          }
        }
      }
    }
    return sum / choices;
  }

  /// Returns the variance of the rule if three tasks are drawn from the observed ones.
  private static double spread(int[] classes, int tasks) {
    double mean = 0;
    double square = 0;
    for (int a = 0; a <= MANY; a++) {
      for (int b = 0; b <= MANY; b++) {
        for (int c = 0; c <= MANY; c++) {
          double chance = (double) classes[a] * classes[b] * classes[c] / tasks / tasks / tasks;
          double band = band(a + b + c);
          mean += chance * band;
          square += chance * band * band;
        }
      }
    }
    return Math.max(0, square - mean * mean);
  }

  private static double band(int destinations) {
    if (destinations == 0) {
      return 1;
    }
    return destinations < MANY ? FEW : 0;
  }
}
