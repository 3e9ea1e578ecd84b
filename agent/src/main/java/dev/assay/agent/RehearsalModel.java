package dev.assay.agent;

import dev.assay.agent.rehearsal.AgentHistory;
import dev.assay.agent.rehearsal.PromptSection;
import dev.assay.agent.rehearsal.RehearsedExecutor;
import dev.assay.agent.rehearsal.RehearsedInstaller;
import dev.assay.agent.rehearsal.RehearsedJudge;
import dev.assay.agent.rehearsal.RehearsedReport;
import dev.assay.agent.rehearsal.RehearsedToolUser;
import dev.assay.agent.rehearsal.RehearsedWriter;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.Usage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Answers by rules instead of a model: the same question always gets the same answer. It uses the
/// loop, prompts and checks of every model, and all its results are marked.
///
/// It refuses with `MODEL_REFUSED` what rules cannot judge, because a retry would change nothing.
public final class RehearsalModel implements ChatModel {
  public static final String NAME = "rehearsal";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean rehearsal() {
    return true;
  }

  @Override
  public ChatAnswer ask(ChatRequest request, TextListener listener) {
    Message.Reply reply =
        switch (request.purpose()) {
          case WRITE_TASKS -> say(tasks(request));
          case JUDGE, SECOND_JUDGE -> say(RehearsedJudge.answer(parts(request)));
          case INSTALL -> say(RehearsedInstaller.answer(parts(request)));
          case ASSESS -> say(new RehearsedReport(parts(request)).assessment());
          case REPORT -> say(new RehearsedReport(parts(request)).report());
          case EXECUTE, CONVERSE -> work(request);
          case COMPACT -> say(last(request));
          case INSPECT ->
              throw new ModelFailure(
                  ErrorCode.MODEL_REFUSED,
                  "Rules read skills in the static scan and nowhere else.");
        };
    listener.received(reply.text());
    ChatAnswer.Stop stop =
        reply.calls().isEmpty() ? ChatAnswer.Stop.FINISHED : ChatAnswer.Stop.TOOLS;
    return new ChatAnswer(reply, Usage.NONE, stop, NAME);
  }

  private static Message.Reply say(String text) {
    return new Message.Reply(text, List.of());
  }

  private static String tasks(ChatRequest request) {
    List<String> complaints = new ArrayList<>();
    for (Message message : request.messages()) {
      if (message instanceof Message.Request later) {
        complaints.add(later.text());
      }
    }
    return new RehearsedWriter(parts(request))
        .answer(instruction(request), complaints.subList(1, complaints.size()));
  }

  /// The sections of the first request, by the fence that the instruction explains.
  private static List<PromptSection> parts(ChatRequest request) {
    UntrustedText fence = UntrustedText.explainedIn(instruction(request));
    String text =
        request.messages().stream()
            .filter(Message.Request.class::isInstance)
            .map(Message::text)
            .findFirst()
            .orElse("");
    return parts(fence, text);
  }

  private static List<PromptSection> parts(UntrustedText fence, String text) {
    return fence.sections(text).stream()
        .map(section -> new PromptSection(section.label(), section.text()))
        .toList();
  }

  private static String instruction(ChatRequest request) {
    return request.messages().stream()
        .filter(Message.Instruction.class::isInstance)
        .map(Message::text)
        .findFirst()
        .orElse("");
  }

  private static String last(ChatRequest request) {
    return request.messages().getLast().text();
  }

  private static Message.Reply work(ChatRequest request) {
    AgentHistory conversation = conversation(request);
    boolean inProject =
        request.tools().stream().anyMatch(tool -> tool.name().equals(RehearsedToolUser.LOAD));
    RehearsedExecutor.Move next =
        inProject
            ? new RehearsedToolUser(conversation).next()
            : new RehearsedExecutor(conversation).next();
    return switch (next) {
      case RehearsedExecutor.Move.Finish finish -> say(finish.text());
      case RehearsedExecutor.Move.Use use ->
          new Message.Reply(
              use.thought(),
              List.of(
                  new ToolCall(
                      "rehearsal-" + (conversation.steps().size() + 1),
                      use.tool(),
                      use.arguments())));
    };
  }

  private static AgentHistory conversation(ChatRequest request) {
    UntrustedText fence = UntrustedText.explainedIn(instruction(request));
    List<PromptSection> instructions = new ArrayList<>(parts(fence, instruction(request)));
    instructions.addAll(
        parts(UntrustedText.ofBeginning(instruction(request)), instruction(request)));
    String prompt = "";
    Map<String, ToolCall> calls = new HashMap<>();
    List<AgentHistory.Step> steps = new ArrayList<>();
    for (Message message : request.messages()) {
      switch (message) {
        case Message.Instruction _ -> {}
        case Message.Request asked -> {
          prompt = asked.text();
          steps.clear();
        }
        case Message.Reply reply -> reply.calls().forEach(call -> calls.put(call.id(), call));
        case Message.ToolResult result -> {
          ToolCall call = calls.get(result.callId());
          steps.add(
              new AgentHistory.Step(
                  result.tool(),
                  call == null ? "{}" : call.arguments(),
                  result.text(),
                  result.failed(),
                  parts(fence, result.text())));
        }
      }
    }
    List<String> uploads =
        text(instructions, "files in /workspace/uploads")
            .lines()
            .filter(line -> line.startsWith("/"))
            .toList();
    return new AgentHistory(prompt, text(instructions, "available skills"), uploads, steps);
  }

  private static String text(List<PromptSection> parts, String label) {
    return parts.stream()
        .filter(part -> part.label().equals(label))
        .map(PromptSection::text)
        .findFirst()
        .orElse("");
  }
}
