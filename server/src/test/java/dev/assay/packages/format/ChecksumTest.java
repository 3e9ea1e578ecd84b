package dev.assay.packages.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksumTest {
  private static final String ABC_SHA1 = "a9993e364706816aba3e25717850c26c9cd0d89d";

  @Test
  void a_file_fits_its_checksum_and_no_other() {
    Checksum sum =
        Checksum.findInFragment("egg=x&sha1=" + ABC_SHA1.toUpperCase(java.util.Locale.ROOT))
            .orElseThrow();
    MessageDigest function = sum.function();
    function.update("abc".getBytes(StandardCharsets.UTF_8));
    assertThat(sum.fits(function)).isTrue();
    function.update("abd".getBytes(StandardCharsets.UTF_8));
    assertThat(sum.fits(function)).isFalse();
    assertThat(sum).hasToString("sha1=" + ABC_SHA1);
  }

  @Test
  void the_strongest_integrity_counts() {
    String sha1 = "sha1-qZk+NkcGgWq6PiVxeFDCbJzQ2J0=";
    String sha512 =
        "sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==";
    assertThat(Checksum.findInIntegrity(sha1).orElseThrow().hex()).isEqualTo(ABC_SHA1);
    assertThat(Checksum.findInIntegrity(sha1 + "  " + sha512 + "?x").orElseThrow().algorithm())
        .isEqualTo("sha512");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "sha1-!!!", "sha1-YQ==", "crc32-YQ==", "sha1"})
  void what_is_no_integrity_is_none(String text) {
    assertThat(Checksum.findInIntegrity(text)).isEmpty();
    assertThat(Checksum.findInFragment(text.replace('-', '='))).isEmpty();
  }
}
