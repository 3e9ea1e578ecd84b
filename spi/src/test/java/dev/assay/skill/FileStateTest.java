package dev.assay.skill;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class FileStateTest {
  private static final Instant CHANGED = Instant.parse("2026-01-01T00:00:00.5Z");

  @Test
  void a_change_is_settled_once_the_next_one_has_another_time() {
    assertThat(FileState.isSettled(CHANGED, CHANGED.plusMillis(50))).isFalse();
    assertThat(FileState.isSettled(CHANGED, CHANGED.plusMillis(101))).isTrue();
  }

  @Test
  void where_times_are_whole_seconds_that_takes_seconds() {
    Instant second = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(FileState.isSettled(second, second.plusMillis(2_900))).isFalse();
    assertThat(FileState.isSettled(second, second.plusMillis(3_001))).isTrue();
  }
}
