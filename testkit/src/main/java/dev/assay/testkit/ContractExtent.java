package dev.assay.testkit;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Limits the contract for engines whose sandboxes take long to make: runs its essential part, or
/// all of it where `ASSAY_CHECK_ENGINES` is set. Tests of the class itself always run.
public final class ContractExtent implements ExecutionCondition {
  public static final String WHOLE = "ASSAY_CHECK_ENGINES";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    boolean runs =
        System.getenv(WHOLE) != null
            || context.getTestMethod().filter(ContractExtent::isLeftOut).isEmpty();
    return runs
        ? ConditionEvaluationResult.enabled("chosen")
        : ConditionEvaluationResult.disabled("minutes long: " + WHOLE + "=1 ./check");
  }

  private static boolean isLeftOut(Method test) {
    return test.getDeclaringClass().isInterface() && !test.isAnnotationPresent(Essential.class);
  }
}
