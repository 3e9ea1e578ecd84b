package dev.assay.validation.proof;

import java.util.Arrays;
import java.util.List;

/// Fisher's exact test, one-sided, stratified by task. Each task is compared only with itself. The
/// result is the probability of at most the observed total of done runs in the candidate.
final class PairedTest {
  private PairedTest() {}

  record Table(int done, int runs, int otherDone, int otherRuns) {}

  static double chance(List<Table> tables) {
    double[] sums = {1};
    int seen = 0;
    for (Table table : tables) {
      sums = sum(sums, hypergeometric(table));
      seen += table.done();
    }
    return Math.min(1, Arrays.stream(sums, 0, seen + 1).sum());
  }

  /// Returns the hypergeometric probability of each count of done runs.
  private static double[] hypergeometric(Table table) {
    int done = table.done() + table.otherDone();
    double[] chances = new double[table.runs() + 1];
    for (int count = 0; count <= table.runs(); count++) {
      if (count <= done && done - count <= table.otherRuns()) {
        chances[count] =
            Math.exp(
                choices(table.runs(), count)
                    + choices(table.otherRuns(), done - count)
                    - choices(table.runs() + table.otherRuns(), done));
      }
    }
    return chances;
  }

  private static double[] sum(double[] one, double[] other) {
    double[] sums = new double[one.length + other.length - 1];
    for (int i = 0; i < one.length; i++) {
      for (int j = 0; j < other.length; j++) {
        sums[i + j] += one[i] * other[j];
      }
    }
    return sums;
  }

  /// Returns the logarithm of "n choose k".
  private static double choices(int n, int k) {
    double sum = 0;
    for (int i = 1; i <= k; i++) {
      sum += Math.log((double) (n - k + i) / i);
    }
    return sum;
  }
}
