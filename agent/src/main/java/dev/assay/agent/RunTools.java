package dev.assay.agent;

import dev.assay.agent.tool.TaskTool;
import dev.assay.agent.tool.TodoTool;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.ToolDescription;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import dev.assay.skill.transcript.Transcript;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The tools of one run: the given ones, its list of things to do, and its sub-agents.
final class RunTools {
  private final Agent agent;
  private final Assignment assignment;
  private final BudgetUse spent;
  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private final Map<String, Transcript> delegated = new ConcurrentHashMap<>();
  private final Set<String> usedIds = new HashSet<>();

  RunTools(Agent agent, Assignment assignment, BudgetUse spent, AgentListener listener) {
    this.agent = agent;
    this.assignment = assignment;
    this.spent = spent;
    assignment.tools().forEach(tool -> tools.put(tool.description().name(), tool));
    if (assignment.abilities().contains(Assignment.Ability.TODOS)) {
      tools.put(TodoTool.NAME, TodoTool.writingTo(listener::todos));
    }
    if (assignment.abilities().contains(Assignment.Ability.SUB_AGENTS)) {
      tools.put(TaskTool.NAME, TaskTool.doneBy(_ -> ToolAnswer.failed("not bound to a call")));
    }
  }

  Set<String> names() {
    return tools.keySet();
  }

  List<ToolDescription> descriptions() {
    return tools.values().stream().map(Tool::description).toList();
  }

  /// The tool for one of the calls of a reply.
  Optional<Tool> find(ToolCall call, List<ToolCall> all) {
    Optional<Tool> tool = Optional.ofNullable(tools.get(call.tool()));
    return switch (call.tool()) {
      case TaskTool.NAME -> tool.map(_ -> TaskTool.doneBy(prompt -> delegate(call, prompt)));
      case TodoTool.NAME ->
          all.stream().filter(other -> other.tool().equals(TodoTool.NAME)).count() > 1
              ? tool.map(RunTools::onlyOnce)
              : tool;
      default -> tool;
    };
  }

  /// Says whether the call hands work to a sub-agent.
  boolean delegates(ToolCall call) {
    return call.tool().equals(TaskTool.NAME) && tools.containsKey(TaskTool.NAME);
  }

  /// The calls with ids that are unique in this run, also if the model repeated one.
  List<ToolCall> numbered(List<ToolCall> calls) {
    Map<String, Integer> seen = new HashMap<>();
    List<ToolCall> numbered = new ArrayList<>();
    for (ToolCall call : calls) {
      String id = call.id().isBlank() ? "call" : call.id();
      String unique = id;
      while (!usedIds.add(unique)) {
        unique = id + "-" + seen.merge(id, 1, Integer::sum);
      }
      numbered.add(new ToolCall(unique, call.tool(), call.arguments()));
    }
    return numbered;
  }

  /// The transcript of a call's sub-agent, given out once.
  Optional<Transcript> takeTranscript(ToolCall call) {
    return Optional.ofNullable(delegated.remove(call.id()));
  }

  private ToolAnswer delegate(ToolCall call, String prompt) {
    Assignment part =
        new Assignment(
            assignment.purpose(),
            assignment.model(),
            assignment.instructions()
                + "\nYou do a part of a larger piece of work for another agent. It sees nothing of"
                + " what you do but your final answer: put everything it needs there.\n",
            List.of(new Message.Request(prompt)),
            assignment.tools(),
            assignment.budget(),
            Set.of(Assignment.Ability.TODOS),
            assignment.until(),
            assignment.owner());
    AgentRun run =
        new AgentLoop(
                agent, part, spent.share(agent.clock.instant()), AgentListener.silent(), _ -> {})
            .run();
    delegated.put(call.id(), run.transcript());
    return switch (run.ending()) {
      case AgentRun.Ending.Answered answered -> ToolAnswer.of(answered.text());
      case AgentRun.Ending.OutOfBudget over ->
          ToolAnswer.failed(
              "The sub-agent did not come to an end; its budget is spent (" + over.which() + ").");
      case AgentRun.Ending.Cancelled _, AgentRun.Ending.Stopped _ ->
          ToolAnswer.failed("The sub-agent was stopped.");
      case AgentRun.Ending.Failed failed -> answerTo(failed);
    };
  }

  /// Answers for a sub-agent that failed. In a conversation, unusable answers of the sub-agent's
  /// model are reported to the main agent. Graded work must not contain them, so there they fail
  /// the run. A failure of the platform always does.
  private ToolAnswer answerTo(AgentRun.Ending.Failed failed) {
    if (assignment.purpose() == Purpose.CONVERSE
        && failed.failure() instanceof ModelFailure failure
        && failure.code() == ErrorCode.MODEL_ANSWER_UNUSABLE) {
      return ToolAnswer.failed("The sub-agent failed: " + failure.publicReason());
    }
    throw failed.failure();
  }

  private static Tool onlyOnce(Tool tool) {
    return new Tool() {
      @Override
      public ToolDescription description() {
        return tool.description();
      }

      @Override
      public ToolAnswer use(String arguments) {
        return ToolAnswer.failed("Use " + TodoTool.NAME + " once at a time: it replaces the list.");
      }
    };
  }
}
