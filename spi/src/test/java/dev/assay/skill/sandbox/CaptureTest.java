package dev.assay.skill.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CaptureTest {
  private static Output captured(int limit, String... chunks) {
    Capture capture = new Capture(limit);
    for (String chunk : chunks) {
      capture.add(chunk.getBytes(StandardCharsets.UTF_8));
    }
    return capture.output();
  }

  @Test
  void what_fits_is_kept_whole() {
    assertThat(captured(10, "abc", "defg", "hij").text()).isEqualTo("abcdefghij");
    assertThat(captured(10).text()).isEmpty();
  }

  @Test
  void what_does_not_fit_loses_its_middle() {
    Output output = captured(6, "0123456789");
    assertThat(output.bytes()).asString(StandardCharsets.UTF_8).isEqualTo("012789");
    assertThat(output.cut()).isEqualTo(4);
    assertThat(output.text()).contains("4 bytes cut");
  }

  @Test
  void the_tail_is_the_same_however_the_bytes_were_cut_up() {
    String all = "x".repeat(100) + "abcdefghijklmnopqrstuvwxyz";
    for (int size = 1; size < 60; size++) {
      Capture capture = new Capture(20);
      for (int at = 0; at < all.length(); at += size) {
        capture.add(
            all.substring(at, Math.min(all.length(), at + size)).getBytes(StandardCharsets.UTF_8));
      }
      assertThat(capture.output().bytes())
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("xxxxxxxxxxqrstuvwxyz");
    }
  }

  @Test
  void a_limit_of_nothing_keeps_nothing_but_the_count() {
    Output output = captured(0, "abc");
    assertThat(output.bytes()).isEmpty();
    assertThat(output.total()).isEqualTo(3);
  }
}
