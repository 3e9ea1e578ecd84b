package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckedStreamTest {
  private static final int PIECE = 64 << 10;

  private static InputStream checked(byte[] kept, byte[] stored) {
    return new CheckedStream(
        new ByteArrayInputStream(stored),
        new Artifact(
            UUID.randomUUID(),
            "project",
            "data.bin",
            "application/octet-stream",
            kept.length,
            Digest.of(kept).hex(),
            Optional.empty(),
            "ada",
            Instant.EPOCH));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 5 * PIECE + 7})
  void whoever_counts_gets_all_bytes_only_if_they_are_those_that_were_kept(int size)
      throws IOException {
    byte[] kept = new byte[size];
    assertThat(checked(kept, kept).readAllBytes()).isEqualTo(kept);
    for (int stored : new int[] {size - 1, size, size + 1, size + PIECE, size + 4 * PIECE}) {
      byte[] damaged = new byte[stored];
      Arrays.fill(damaged, (byte) (stored == size ? 1 : 0));
      InputStream stream = checked(kept, damaged);
      int[] got = {0};
      assertThatThrownBy(
              () -> {
                while (stream.read() >= 0) {
                  got[0]++;
                }
              })
          .as("%d bytes", stored)
          .isInstanceOf(AssayException.class);
      assertThat(got[0]).as("%d bytes", stored).isLessThan(size);
    }
  }
}
