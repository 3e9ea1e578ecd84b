package dev.assay.validation.lab;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.evidence.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The outcome of planned trials.
///
/// @param done the trials that were done, in the order of the plan
/// @param unreached the trials for which no budget was left
/// @param stop the failure of the spent budget; empty if all trials were reached
public record Performed(
    List<Trial> done, List<PlannedTrial> unreached, Optional<AssayException> stop) {
  public Performed {
    done = List.copyOf(done);
    unreached = List.copyOf(unreached);
  }

  static Performed of(List<PlannedTrial> planned, List<Try> tries) {
    List<Trial> done = new ArrayList<>();
    List<PlannedTrial> unreached = new ArrayList<>();
    Optional<AssayException> stop = Optional.empty();
    for (int number = 0; number < tries.size(); number++) {
      switch (tries.get(number)) {
        case Try.Made(Trial trial) -> done.add(trial);
        case Try.Refused(AssayException why) -> {
          unreached.add(planned.get(number));
          stop = stop.or(() -> Optional.of(why));
        }
      }
    }
    return new Performed(done, unreached, stop);
  }

  /// Returns all trials.
  ///
  /// @throws AssayException with `MODEL_BUDGET_SPENT` if some were not reached
  public List<Trial> all() {
    if (stop.isPresent()) {
      throw stop.get();
    }
    return done;
  }

  /// Tests whether a spent budget caused the failure.
  public static boolean isBudget(AssayException failure) {
    return failure.code() == ErrorCode.MODEL_BUDGET_SPENT;
  }

  /// The outcome of a single trial.
  sealed interface Try {
    record Made(Trial trial) implements Try {}

    record Refused(AssayException why) implements Try {}

    static Try of(Supplier<Trial> trial) {
      try {
        return new Made(trial.get());
      } catch (AssayException e) {
        if (!isBudget(e)) {
          throw e;
        }
        return new Refused(e);
      }
    }
  }
}
