package dev.assay.architecture;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import dev.assay.skill.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The error codes that a method names, or one that it calls, in whatever class that may be.
final class ReachableCodes {
  private static final String OURS = "dev.assay";
  private static final Set<String> CODES =
      Arrays.stream(ErrorCode.values()).map(ErrorCode::name).collect(Collectors.toSet());

  /// Work that goes on after the answer: its failures end a run, not a request.
  private static final Set<String> AFTERWARDS =
      Set.of(
          "dev.assay.agentservice.AgentWorker",
          "dev.assay.agentservice.ToolWorker",
          "dev.assay.agentservice.TurnWork",
          "dev.assay.conversation.TurnExecution",
          "dev.assay.toolservice.RunExecution",
          "dev.assay.workflow.Execution");

  private final Map<JavaCodeUnit, List<JavaCodeUnit>> callees = new HashMap<>();

  Set<String> of(JavaCodeUnit method) {
    Set<String> codes = new TreeSet<>();
    Set<JavaCodeUnit> seen = new HashSet<>(Set.of(method));
    Deque<JavaCodeUnit> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      JavaCodeUnit unit = open.poll();
      unit.getFieldAccesses().stream()
          .filter(access -> access.getTargetOwner().isEquivalentTo(ErrorCode.class))
          .map(access -> access.getTarget().getName())
          .filter(CODES::contains)
          .forEach(codes::add);
      callees.computeIfAbsent(unit, ReachableCodes::callees).stream()
          .filter(seen::add)
          .forEach(open::add);
    }
    return codes;
  }

  private static List<JavaCodeUnit> callees(JavaCodeUnit unit) {
    List<JavaAccess<?>> calls = new ArrayList<>(unit.getCallsFromSelf());
    calls.addAll(unit.getMethodReferencesFromSelf());
    calls.addAll(unit.getConstructorReferencesFromSelf());
    return calls.stream()
        .filter(call -> call.getTargetOwner().getPackageName().startsWith(OURS))
        .flatMap(call -> targets((CodeUnitAccessTarget) call.getTarget()).stream())
        .distinct()
        .toList();
  }

  /// The method itself, wherever it is inherited from, and whatever overrides it.
  private static List<JavaCodeUnit> targets(CodeUnitAccessTarget target) {
    List<JavaClass> owners = new ArrayList<>(List.of(target.getOwner()));
    owners.addAll(target.getOwner().getAllSubclasses());
    owners.addAll(target.getOwner().getAllRawSuperclasses());
    List<String> parameters =
        target.getRawParameterTypes().stream().map(JavaClass::getName).toList();
    return owners.stream()
        .filter(owner -> owner.getPackageName().startsWith(OURS))
        .filter(owner -> !AFTERWARDS.contains(owner.getName()))
        .flatMap(owner -> owner.getCodeUnits().stream())
        .filter(unit -> unit.getName().equals(target.getName()))
        .filter(
            unit ->
                unit.getRawParameterTypes().stream()
                    .map(JavaClass::getName)
                    .toList()
                    .equals(parameters))
        .toList();
  }
}
