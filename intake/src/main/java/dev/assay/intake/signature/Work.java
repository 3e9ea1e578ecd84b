package dev.assay.intake.signature;

import java.io.Serial;

/// Counts the steps of a scan and enforces a limit, so that no text can keep the scan busy.
/// Patterns count the characters that they are tried on. Searches that are not linear in the text
/// count their own steps. The count depends on the text alone, so that a scan stops at the same
/// place on every machine.
public final class Work {
  private static final ScopedValue<Work> CURRENT = ScopedValue.newInstance();

  private final long most;
  private long done;

  /// Signals that the limit is reached. The findings until then are kept.
  public static final class Exhausted extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private Exhausted() {
      super("the scan takes more work than it may", null, false, false);
    }
  }

  /// @param most the number of steps allowed; a step takes about a nanosecond
  public Work(long most) {
    this.most = most;
  }

  /// @throws Exhausted when the limit is reached
  public void limit(Runnable scan) {
    ScopedValue.where(CURRENT, this).run(scan);
  }

  public long done() {
    return done;
  }

  /// Counts steps before they are done. Outside a limited scan they are not counted.
  public static void spend(long steps) {
    if (CURRENT.isBound()) {
      CURRENT.get().add(steps);
    }
  }

  private void add(long steps) {
    done += steps;
    if (done > most) {
      throw new Exhausted();
    }
  }
}
