package dev.assay.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.model.Message;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadedSkillTest {
  private static final Tool SHOWS =
      FunctionTool.of("show", "Shows it.", "{}", _ -> ToolAnswer.of(LoadedSkill.now().name()));
  private static final Tool TAKES =
      FunctionTool.of(
          "take",
          "Takes it.",
          "{}",
          arguments -> {
            LoadedSkill.now().take(arguments.text("name"));
            return ToolAnswer.of("");
          });

  private static String shown(LoadedSkill hand) {
    return hand.with(SHOWS).use("{}").text();
  }

  @Test
  void a_conversation_goes_on_with_the_skill_it_loaded_last() {
    List<Message> earlier = new ArrayList<>();
    for (String call :
        List.of(
            "load_skill {\"name\": \"first\"}",
            "load_skill {\"name\": \"second\"}",
            "load_skill {broken",
            "read_file {\"name\": \"third\"}")) {
      int end = call.indexOf(' ');
      earlier.add(
          new Message.Reply(
              "", List.of(new ToolCall("1", call.substring(0, end), call.substring(end + 1)))));
    }
    earlier.add(new Message.Request("Go on."));
    assertThat(shown(LoadedSkill.after(earlier))).isEqualTo("second");
    assertThat(shown(LoadedSkill.after(List.of()))).isEmpty();
  }

  @Test
  void what_one_agent_takes_nobody_else_has_in_hand() {
    LoadedSkill mine = LoadedSkill.after(List.of());
    LoadedSkill yours = LoadedSkill.after(List.of());
    mine.with(TAKES).use("{\"name\": \"tally\"}");
    assertThat(shown(mine)).isEqualTo("tally");
    assertThat(shown(yours)).isEmpty();
    assertThat(SHOWS.use("{}").text()).isEmpty();
  }
}
