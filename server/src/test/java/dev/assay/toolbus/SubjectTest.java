package dev.assay.toolbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectTest {
  @Test
  void a_subject_is_read_as_it_is_written() {
    String text = "cg.v1r4.demo.public.cmd.tool.skills.run_cmd";
    Subject subject = Subject.parse(text);
    assertThat(subject.text()).isEqualTo(text);
    assertThat(subject.project()).isEqualTo("demo");
    assertThat(new Consumption("n", "tool", "skills", 1).takes(subject)).isTrue();
    assertThat(new Consumption("n", "agent", "skills", 1).takes(subject)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cg.v1r4.demo.public.cmd.tool.skills",
        "cg.v1r4.demo.public.cmd.tool.skills.run.cmd",
        "cg.v1r3.demo.public.cmd.tool.skills.run_cmd",
        "cg.v1r4.*.public.cmd.tool.skills.run_cmd",
        "cg.v1r4.demo..cmd.tool.skills.run_cmd",
        "cg.v1r4.demo.public.str.tool.skills.run_cmd",
        "cg.v1r4.demo.public.cmd.tool.skills.>",
        "cg.v1r4.de mo.public.cmd.tool.skills.run_cmd"
      })
  void anything_else_is_refused(String text) {
    assertThatThrownBy(() -> Subject.parse(text)).isInstanceOf(AssayException.class);
  }

  @Test
  void headers_cannot_break_lines_nor_name_another_project() {
    Subject subject = Subject.parse("cg.v1r4.demo.public.cmd.tool.skills.load");
    assertThatThrownBy(
            () -> BusMessage.of(subject, Map.of(BusMessage.AGENT, "a\r\nCG-Project-Id: x"), ""))
        .isInstanceOf(AssayException.class);
    assertThatThrownBy(
            () ->
                new BusMessage(
                    subject,
                    Map.of(BusMessage.PROJECT, "other", BusMessage.CHANNEL, "public"),
                    "{}"))
        .hasMessageContaining("\"other\"");
  }
}
