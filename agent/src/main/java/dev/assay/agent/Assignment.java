package dev.assay.agent;

import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.transcript.Transcript;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// An agent's work and the means for it.
///
/// @param instructions the operator's instructions; [Workplace] writes them for work in a sandbox
/// @param messages the conversation so far, a [Message.Request] last
/// @param until the condition that ends the run before it has an answer
/// @param owner the owner of the costs, for example the id of a validation
public record Assignment(
    Purpose purpose,
    ChatModel model,
    String instructions,
    List<Message> messages,
    List<Tool> tools,
    Budget budget,
    Set<Ability> abilities,
    Predicate<Transcript> until,
    String owner) {
  /// An ability of an agent besides its tools.
  public enum Ability {
    /// Keeps a list of things to do.
    TODOS,
    /// Hands parts of the work to sub-agents.
    SUB_AGENTS
  }

  public Assignment {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    abilities = Set.copyOf(abilities);
    if (messages.isEmpty() || !(messages.getLast() instanceof Message.Request)) {
      throw new IllegalArgumentException("an assignment ends with a request");
    }
  }

  /// An assignment that runs until there is an answer.
  public Assignment(
      Purpose purpose,
      ChatModel model,
      String instructions,
      List<Message> messages,
      List<Tool> tools,
      Budget budget,
      Set<Ability> abilities,
      String owner) {
    this(purpose, model, instructions, messages, tools, budget, abilities, _ -> false, owner);
  }

  /// A single request, with a list of things to do and sub-agents.
  public static Assignment of(
      Purpose purpose, ChatModel model, String instructions, String request, Budget budget) {
    return new Assignment(
        purpose,
        model,
        instructions,
        List.of(new Message.Request(request)),
        List.of(),
        budget,
        Set.of(Ability.values()),
        _ -> false,
        "");
  }

  public Assignment with(List<Tool> wanted) {
    return new Assignment(
        purpose, model, instructions, messages, wanted, budget, abilities, until, owner);
  }

  public Assignment ownedBy(String wanted) {
    return new Assignment(
        purpose, model, instructions, messages, tools, budget, abilities, until, wanted);
  }

  public Assignment able(Set<Ability> wanted) {
    return new Assignment(
        purpose, model, instructions, messages, tools, budget, wanted, until, owner);
  }

  /// Ends the run as soon as the transcript satisfies the condition, which is tested after each use
  /// of tools.
  public Assignment until(Predicate<Transcript> seen) {
    return new Assignment(
        purpose, model, instructions, messages, tools, budget, abilities, seen, owner);
  }
}
