package dev.assay.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LapsesTest {
  private static final Set<String> TOOLS = Set.of("execute", "load_skill");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<tool_call>\n{\"name\": \"execute\", \"arguments\": {\"command\": \"ls\"}}\n</tool_call>",
        "I will look.\n```json\n{\"name\": \"execute\", \"arguments\": {\"command\": \"ls\"}}\n```",
        "{\"tool\": \"load_skill\", \"input\": {\"name\": \"a\"}}",
        "{\"tool_calls\": [{\"function\": {\"name\": \"execute\", \"arguments\": \"{}\"}}]}",
        "<function=execute>{\"command\": \"ls\"}</function>",
        "[TOOL_CALLS] [{\"name\": \"execute\", \"arguments\": {}}]",
        "<think>Let me {see}</think><invoke name=\"execute\">",
        "execute(command=\"ls -l\")",
        "```tool_code\nexecute(command='ls')\n```",
        "{\"name\": \"execute\", \"arguments\": {\"command\": \"ls\"}}\n"
            + "{\"name\": \"execute\", \"arguments\": {\"command\": \"pwd\"}}",
        "[execute(command=\"ls\")]",
        "I look.\n<execute>\n<command>ls</command>\n</execute>",
        "Thought: look.\nAction: execute\nAction Input: {\"command\": \"ls\"}",
        "<|channel|>commentary to=functions.execute<|message|>{\"command\": \"ls\"}",
        "<minimax:tool_call><invoke name=\"execute\"></invoke></minimax:tool_call>",
      })
  void a_call_that_was_written_down_is_noticed(String text) {
    assertThat(Lapses.isWrittenCall(text, TOOLS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The sum is 5.",
        "{\"name\": \"Anna\", \"arguments\": [1]}",
        "{\"name\": \"execute\", \"status\": \"done\"}",
        "I ran execute(command) and wrote the result into sum.txt.",
        "{\"total\": 5}",
      })
  void an_answer_is_no_call(String text) {
    assertThat(Lapses.isWrittenCall(text, TOOLS)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I'm sorry, but I can't assist with that.",
        "I’m sorry, but I can’t help with that request.",
        "Sorry, I cannot help with this.",
        "I cannot comply with that request.",
        "I'm unable to help with that.",
        "Sorry, but I can't continue with this request.",
        "抱歉，我无法协助完成这个请求。",
      })
  void a_refusal_is_noticed(String text) {
    assertThat(Lapses.isRefusal(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "I am sorry, the script failed: no such file.",
        "I could not find the sheet, so nothing was added.",
        "The letter says: \"I'm sorry, but I can't assist with that.\"",
      })
  void a_report_of_failure_is_no_refusal(String text) {
    assertThat(Lapses.isRefusal(text)).isFalse();
  }
}
