package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutputRingTest {
  @Test
  void keeps_the_end_and_counts_everything() {
    OutputRing ring = new OutputRing(Clock.systemUTC(), Optional.empty());
    byte[] part = "0123456789".repeat(7).getBytes(StandardCharsets.UTF_8);
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      ring.stdout(part);
      all.append("0123456789".repeat(7));
    }
    ToolRun.Printed printed = ring.all();
    assertThat(printed.stdoutBytes()).isEqualTo(1_400_000);
    assertThat(printed.stdout()).hasSize(OutputRing.SIZE);
    assertThat(all.toString()).endsWith(printed.stdout());
    assertThat(printed.stderr()).isEmpty();
    byte[] large = "x".repeat(OutputRing.SIZE + 5).getBytes(StandardCharsets.UTF_8);
    ring.stdout(large);
    assertThat(ring.all().stdout()).isEqualTo("x".repeat(OutputRing.SIZE));
  }

  @Test
  void news_come_once_and_are_bounded() {
    OutputRing ring = new OutputRing(Clock.systemUTC(), Optional.empty());
    assertThat(ring.news()).isEmpty();
    ring.stderr(new byte[100_000]);
    assertThat(ring.news().orElseThrow().stderr()).hasSize(1 << 16);
    assertThat(ring.news()).isEmpty();
  }

  @Test
  void a_text_is_found_across_the_borders_of_what_comes() {
    OutputRing ring = new OutputRing(Clock.systemUTC(), Optional.of("ready now"));
    assertThat(ring.isReady()).isFalse();
    ring.stdout("not rea".getBytes(StandardCharsets.UTF_8));
    ring.stdout("dy n".getBytes(StandardCharsets.UTF_8));
    assertThat(ring.isReady()).isFalse();
    ring.stderr("ow".getBytes(StandardCharsets.UTF_8));
    assertThat(ring.isReady()).isFalse();
    ring.stdout("ow!".getBytes(StandardCharsets.UTF_8));
    assertThat(ring.isReady()).isTrue();
  }

  @Test
  void a_tail_cuts_no_character() {
    assertThat(RunAnswers.tail("aäö", 3)).isEqualTo("ö");
    assertThat(RunAnswers.tail("aäö", 4)).isEqualTo("äö");
    assertThat(RunAnswers.tail("abc", 0)).isEmpty();
  }
}
