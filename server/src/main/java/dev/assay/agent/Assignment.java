package dev.assay.agent;

import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.tool.Tool;
import java.util.List;
import java.util.Set;

/// What an agent is to do, and with what.
///
/// @param instructions the operator's orders; [Workplace] writes them for work in a sandbox
/// @param messages what was said so far, a [Message.Request] last
/// @param owner whose costs these are, for example the id of a validation
public record Assignment(
    Purpose purpose,
    ChatModel model,
    String instructions,
    List<Message> messages,
    List<Tool> tools,
    Budget budget,
    Set<Ability> abilities,
    String owner) {
  /// What an agent can do besides using tools.
  public enum Ability {
    /// Keep a list of things to do.
    TODOS,
    /// Hand parts of the work to agents of its own.
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
        "");
  }

  public Assignment with(List<Tool> wanted) {
    return new Assignment(purpose, model, instructions, messages, wanted, budget, abilities, owner);
  }

  public Assignment ownedBy(String wanted) {
    return new Assignment(purpose, model, instructions, messages, tools, budget, abilities, wanted);
  }

  public Assignment able(Set<Ability> wanted) {
    return new Assignment(purpose, model, instructions, messages, tools, budget, wanted, owner);
  }
}
