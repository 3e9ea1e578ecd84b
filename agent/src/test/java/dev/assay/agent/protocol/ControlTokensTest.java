package dev.assay.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlTokensTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<|im_start|>",
        "<|im_end|>",
        "<|endoftext|>",
        "<|begin_of_text|>",
        "<|start_header_id|>",
        "<|eot_id|>",
        "<|START_OF_TURN_TOKEN|>",
        "<|tool_call>",
        "<tool_call|>",
        "<|\"|>",
        "<｜begin▁of▁sentence｜>",
        "<｜Assistant｜>",
        "＜|im_start|＞",
        "[|user|]",
        "[INST]",
        "[/INST]",
        "[TOOL_CALLS]",
        "[SYSTEM_PROMPT]",
        "[gMASK]",
        "<<SYS>>",
        "<</SYS>>",
        "<s>",
        "</s>",
        "<BOS_TOKEN>",
        "<eos>",
        "<start_of_turn>",
        "<end_of_turn>",
        "<start_function_call>",
        "<think>",
        "</think>",
        "<tool_response>",
        "<fim_prefix>",
        "<fim-suffix>",
        "<seed:bos>",
        "<[end▁of▁sentence]>",
        "<unused42>",
        "]~b]",
        "]~!b[",
        "﹤|im_start|﹥",
        "［INST］",
        "<｜User｜>",
        "<｜DSML｜function_calls>",
        "</｜DSML｜invoke>",
        "</minimax:tool_call>",
        "</seed:tool_call>",
        "<longcat_tool_call>",
        "<arg_key>",
        "<ctrl99>",
        "[/MODEL_SETTINGS]",
        "[AUDIO]",
        "[REFERENCE_DOC_0]",
        "[e~["
      })
  void control_tokens_are_broken_up_also_inside_of_another(String token) {
    assertThat(ControlTokens.broken("a " + token + " b"))
        .isEqualTo("a " + token.charAt(0) + " " + token.substring(1) + " b");
    String nested = "<|" + token + token + "<" + token.substring(1) + "|>";
    assertThat(ControlTokens.broken(nested)).doesNotContain(token);
    assertThat(ControlTokens.broken(ControlTokens.broken(nested)))
        .isEqualTo(ControlTokens.broken(nested));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (a < b || c > d) x |> y <| z; f <|> g",
        "<p class=\"s\"><strong>1</strong><script>a</script><mask></mask></p>",
        "Box<[u8]> list[args] [x] [1] [img] a[|] [a|b]",
        "List<String> Map<K, V> #include <stdio.h>",
        "| a | b |\n|---|---|"
      })
  void code_and_tables_stay_as_they_are(String text) {
    assertThat(ControlTokens.broken(text)).isEqualTo(text);
  }
}
