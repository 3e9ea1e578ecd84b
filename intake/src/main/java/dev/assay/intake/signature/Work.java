package dev.assay.intake.signature;

import java.io.Serial;

/// Counts what a scan does, so that no text can keep it busy: patterns count the characters that
/// they are tried on, and searches that grow with more than the text count themselves. The count
/// depends on the text alone, so that every machine stops at the same place.
public final class Work {
  private static final ScopedValue<Work> CURRENT = ScopedValue.newInstance();

  private final long most;
  private long done;

  /// Thrown where the limit is reached; what was found until then stays found.
  public static final class Exhausted extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private Exhausted() {
      super("the scan takes more work than it may", null, false, false);
    }
  }

  /// @param most how many steps may be done; about as many nanoseconds
  public Work(long most) {
    this.most = most;
  }

  /// @throws Exhausted once the limit is reached
  public void limit(Runnable scan) {
    ScopedValue.where(CURRENT, this).run(scan);
  }

  public long done() {
    return done;
  }

  /// Counts steps that are about to be done. Outside of a limited scan nothing is counted.
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
