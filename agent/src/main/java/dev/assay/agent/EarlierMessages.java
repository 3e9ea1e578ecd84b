package dev.assay.agent;

import dev.assay.agent.shape.JsonInText;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Original;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Turns the transcript of an earlier run back into messages. Every call gets an answer, also a
/// call that a crash or a stop left without one: a call without an answer confuses models, and some
/// providers refuse it.
final class EarlierMessages {
  private static final Set<String> SKILL_TOOLS =
      Set.of("load_skill", "read_skill_resource", "execute_skill_script");

  private final UntrustedText fence;
  private final String name;
  private final Set<String> withdrawn;
  private final List<Message> messages = new ArrayList<>();
  private final Map<String, ToolCall> open = new LinkedHashMap<>();

  EarlierMessages(UntrustedText fence, String name, Set<String> withdrawn) {
    this.fence = fence;
    this.name = name;
    this.withdrawn = Set.copyOf(withdrawn);
  }

  List<Message> of(Transcript earlier) {
    UntrustedText old = fence;
    for (Entry entry : earlier.entries()) {
      switch (entry) {
        case Entry.Instructed it -> old = UntrustedText.explainedIn(it.text());
        case Entry.Asked it -> {
          close();
          messages.add(new Message.Request(it.text()));
        }
        case Entry.Replied it -> {
          close();
          it.calls().forEach(call -> open.put(call.id(), call));
          messages.add(
              new Message.Reply(
                  fence.renew(it.text(), old),
                  it.calls().stream().map(this::named).toList(),
                  fence.renew(it.text(), old).equals(it.text()) ? it.original() : Original.NONE));
        }
        case Entry.Used it -> {
          if (open.remove(it.call().id()) != null) {
            String text =
                isWithdrawn(it.call())
                    ? "[the skill was withdrawn]"
                    : fence.renew(it.result(), old);
            messages.add(
                new Message.ToolResult(named(it.call()).id(), it.call().tool(), text, it.failed()));
          }
        }
        case Entry.Delegated _, Entry.Noted _ -> {}
      }
    }
    close();
    if (!(messages.isEmpty() || isAnswer(messages.getLast()))) {
      messages.add(new Message.Reply("(This was not answered.)", List.of()));
    }
    return List.copyOf(messages);
  }

  private void close() {
    open.values()
        .forEach(
            call ->
                messages.add(
                    new Message.ToolResult(
                        named(call).id(), call.tool(), "stopped before it was done", true)));
    open.clear();
  }

  private static boolean isAnswer(Message message) {
    return message instanceof Message.Reply reply && reply.calls().isEmpty();
  }

  private ToolCall named(ToolCall call) {
    return new ToolCall(name + "-" + call.id(), call.tool(), call.arguments());
  }

  private boolean isWithdrawn(ToolCall call) {
    if (withdrawn.isEmpty() || !SKILL_TOOLS.contains(call.tool())) {
      return false;
    }
    try {
      return withdrawn.contains(JsonInText.parse(call.arguments()).path("name").asString(""));
    } catch (IllegalArgumentException e) {
      return true; // the intended skill is not known
    }
  }
}
