package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallFilesTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b", "./a", "a/../b", "a//b", "..a/b", "a/..."})
  void a_path_in_the_folder_is_below_it(String path) {
    assertThat(CallFiles.isBelow(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a", "..", "../a", "a/../../b", "a/../..", "//a"})
  void a_path_that_leads_out_is_not(String path) {
    assertThat(CallFiles.isBelow(path)).isFalse();
  }

  @Test
  void of_stored_bytes_the_last_ones_come_only_when_all_are_right() throws IOException {
    for (int size : new int[] {0, 1, 65_535, 65_536, 65_537, 200_000}) {
      byte[] bytes = new byte[size];
      new Random(size).nextBytes(bytes);
      Artifact artifact = artifact(bytes);
      assertThat(new CheckedStream(new ByteArrayInputStream(bytes), artifact).readAllBytes())
          .isEqualTo(bytes);
      for (byte[] wrong : List.of(changed(bytes), Arrays.copyOf(bytes, size + 1))) {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        assertThatThrownBy(
                () -> new CheckedStream(new ByteArrayInputStream(wrong), artifact).transferTo(seen))
            .isInstanceOf(AssayException.class)
            .hasMessageContaining("changed or gone");
        assertThat(seen.size()).isLessThanOrEqualTo(Math.max(0, size - 1));
      }
    }
  }

  private static byte[] changed(byte[] bytes) {
    byte[] changed = bytes.length == 0 ? new byte[1] : bytes.clone();
    changed[0] ^= 1;
    return changed;
  }

  private static Artifact artifact(byte[] bytes) {
    return new Artifact(
        UUID.randomUUID(),
        "p",
        "f",
        "application/octet-stream",
        bytes.length,
        Digest.of(bytes).hex(),
        Optional.empty(),
        "ada",
        Instant.EPOCH);
  }
}
