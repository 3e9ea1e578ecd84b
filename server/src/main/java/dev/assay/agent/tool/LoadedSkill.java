package dev.assay.agent.tool;

import dev.assay.agent.shape.JsonInText;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.ToolDescription;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import java.util.List;

/// The skill that an agent loaded last, for as long as it remembers: commands that name no skill's
/// files find the packages of that one. A sub-agent remembers nothing of who sent it.
public final class LoadedSkill {
  private static final ScopedValue<LoadedSkill> CONTEXT = ScopedValue.newInstance();

  private volatile String name = "";

  /// As earlier messages left it.
  public static LoadedSkill after(List<Message> messages) {
    LoadedSkill hand = new LoadedSkill();
    for (Message message : messages) {
      if (message instanceof Message.Reply reply) {
        reply.calls().stream()
            .filter(call -> call.tool().equals(SkillTools.LOAD))
            .forEach(hand::remember);
      }
    }
    return hand;
  }

  private void remember(ToolCall call) {
    try {
      name = JsonInText.parse(call.arguments()).path("name").asString("");
    } catch (IllegalArgumentException e) {
      // such a call was refused
    }
  }

  /// The tool as it works for whoever loaded this skill.
  public Tool with(Tool tool) {
    return new Tool() {
      @Override
      public ToolDescription description() {
        return tool.description();
      }

      @Override
      public ToolAnswer use(String arguments) {
        return ScopedValue.where(CONTEXT, LoadedSkill.this).call(() -> tool.use(arguments));
      }
    };
  }

  /// Of whoever uses a tool now.
  static LoadedSkill now() {
    return CONTEXT.isBound() ? CONTEXT.get() : new LoadedSkill();
  }

  void take(String loaded) {
    name = loaded;
  }

  /// Empty if there is none.
  String name() {
    return name;
  }
}
