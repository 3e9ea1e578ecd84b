package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.Digest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
  void stored_bytes_that_changed_are_an_error_at_their_end() throws IOException {
    byte[] bytes = "kept".getBytes(StandardCharsets.UTF_8);
    String digest = Digest.of(bytes).hex();
    assertThat(new CheckedStream(new ByteArrayInputStream(bytes), digest).readAllBytes())
        .isEqualTo(bytes);
    assertThatThrownBy(
            () ->
                new CheckedStream(new ByteArrayInputStream(new byte[] {1, 2}), digest)
                    .readAllBytes())
        .isInstanceOf(IOException.class);
  }
}
