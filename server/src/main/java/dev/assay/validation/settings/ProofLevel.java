package dev.assay.validation.settings;

import dev.assay.skill.Words;

/// The amount of evidence that is collected before a verdict.
public enum ProofLevel {
  /// The quick procedure: three tasks and a point score.
  QUICK(3, 0, 3),
  /// Pairs with and without the skill, until the answer is clear.
  STANDARD(6, 3, 24),
  /// Forty pairs, independent of the results.
  THOROUGH(40, 0, 40);

  /// The number of tasks requested in one answer. More of them become alike.
  public static final int WRITTEN_AT_ONCE = 6;

  private final int first;
  private final int batch;
  private final int most;

  ProofLevel(int first, int batch, int most) {
    this.first = first;
    this.batch = batch;
    this.most = most;
  }

  /// Returns the number of tasks in the first batch.
  public int first() {
    return first;
  }

  /// Returns the number of tasks in every further batch.
  public int batch() {
    return batch;
  }

  public int most() {
    return most;
  }

  /// Returns the number of trigger probes per task.
  public int probes() {
    return this == QUICK ? 0 : 2;
  }

  /// Returns the number of tasks, from the first one, that are also tried offline.
  public int offline() {
    return 3;
  }

  /// Returns the number of requests for the given number of tasks: six at a time for the first
  /// batch, then one request for each further batch.
  public int writings(int tasks) {
    int at = batch == 0 ? WRITTEN_AT_ONCE : batch;
    int begin = Math.min(first, tasks);
    return Math.ceilDiv(begin, WRITTEN_AT_ONCE) + Math.ceilDiv(tasks - begin, at);
  }

  /// Returns the spelling in the settings.
  public String word() {
    return Words.of(this);
  }
}
