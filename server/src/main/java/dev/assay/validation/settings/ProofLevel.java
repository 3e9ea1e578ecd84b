package dev.assay.validation.settings;

import dev.assay.skill.Words;

/// How much is tried before a verdict.
public enum ProofLevel {
  /// The documents' procedure: three tasks and a point score.
  QUICK(3, 0, 3),
  /// Goes on until the answer is clear, in pairs with and without the skill.
  STANDARD(6, 3, 24),
  /// Forty pairs, whatever they show.
  THOROUGH(40, 0, 40);

  /// More in one answer become alike.
  public static final int WRITTEN_AT_ONCE = 6;

  private final int first;
  private final int batch;
  private final int most;

  ProofLevel(int first, int batch, int most) {
    this.first = first;
    this.batch = batch;
    this.most = most;
  }

  /// Tasks of the first batch.
  public int first() {
    return first;
  }

  /// Tasks of every further batch.
  public int batch() {
    return batch;
  }

  public int most() {
    return most;
  }

  /// Trigger probes of each task.
  public int probes() {
    return this == QUICK ? 0 : 2;
  }

  /// So many tasks, the first ones, are also tried offline.
  public int offline() {
    return 3;
  }

  /// How often tasks are written until there are so many: six at a time, then a batch.
  public int writings(int tasks) {
    int at = batch == 0 ? WRITTEN_AT_ONCE : batch;
    int begin = Math.min(first, tasks);
    return Math.ceilDiv(begin, WRITTEN_AT_ONCE) + Math.ceilDiv(tasks - begin, at);
  }

  /// As the setting spells it.
  public String word() {
    return Words.of(this);
  }
}
