package dev.assay.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.check.Colours;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TurnPrinterTest {
  private final StringWriter out = new StringWriter();
  private final TurnPrinter voice = new TurnPrinter(new PrintWriter(out, true), Colours.PLAIN);

  @Test
  void pieces_of_an_answer_become_its_text_wherever_they_were_cut() {
    voice.print("text", "{\"text\": \"one\\ntw\"}");
    voice.print("text", "{\"text\": \"o \\ud83d\"}");
    voice.print("text", "{\"text\": \"\\ude00\\n\"}");
    voice.print("done", "{\"state\": \"answered\", \"skills\": []}");
    assertThat(out.toString()).isEqualToNormalizingNewlines("one\ntwo 😀\n");
    assertThat(voice.state()).isEqualTo("answered");
  }

  @Test
  void nothing_that_a_stranger_says_moves_the_terminal() {
    String hostile = "\\u001b[2J\\u001b]0;owned\\u0007\\u202Egone\\r\\u0008\\u009b31m";
    voice.print("text", "{\"text\": \"a" + hostile + "b\"}");
    voice.print(
        "tool_call",
        "{\"id\": \"1\", \"tool\": \"ex" + hostile + "\", \"arguments\": \"" + hostile + "\"}");
    voice.print("tool_result", "{\"id\": \"1\", \"text\": \"" + hostile + "\\n".repeat(20) + "\"}");
    voice.print("todos", "{\"todos\": [{\"content\": \"" + hostile + "\", \"status\": \"x\"}]}");
    voice.print("notice", "{\"text\": \"" + hostile + "\"}");
    voice.print("files", "{\"files\": [{\"container_path\": \"/x" + hostile + "\", \"size\": 1}]}");
    voice.print("error", "{\"code\": \"X\", \"message\": \"" + hostile + "\"}");
    voice.print("done", "{\"state\": \"failed\", \"skills\": [{\"name\": \"" + hostile + "\"}]}");
    assertThat(out.toString().replace(System.lineSeparator(), "").codePoints())
        .noneMatch(dev.assay.skill.Visible::isHidden);
    assertThat(out.toString()).contains("<U+001B>[2J").contains("more lines");
  }

  @Test
  void what_it_does_not_know_is_left_out() {
    voice.print("something_new", "{}");
    assertThat(out.toString()).isEmpty();
  }
}
