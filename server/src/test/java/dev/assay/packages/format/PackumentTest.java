package dev.assay.packages.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PackumentTest {
  private static final URI FROM = URI.create("https://npm.example/tiny");

  private static JsonNode rewrite(String text) throws NotAnIndex {
    byte[] body =
        Packument.rewrite(
            text.getBytes(StandardCharsets.UTF_8),
            FROM,
            (version, link) ->
                version
                    + " "
                    + link.address()
                    + " "
                    + link.checksum().map(Checksum::algorithm).orElse("none"));
    return JsonMapper.builder().build().readTree(body);
  }

  @Test
  void every_file_gets_another_address_and_everything_else_stays() throws NotAnIndex {
    String text =
        """
        {"name": "tiny", "dist-tags": {"latest": "2.0.0"}, "versions": {
          "1.0.0": {"name": "tiny", "dist": {"shasum": "a9993e364706816aba3e25717850c26c9cd0d89d", "tarball": "https://bob:pw@files.example/tiny-1.0.0.tgz?x=1#y"}, "deps": {"dist": 1}},
          "2.0.0": {"dist": {"tarball": "/tiny-2.0.0.tgz", "integrity": "sha1-qZk+NkcGgWq6PiVxeFDCbJzQ2J0=", "size": 17}},
          "3.0.0": {"dist": {"tarball": "javascript:x"}},
          "4.0.0": "odd"
        }, "time": {"created": "2020-01-01", "versions": 1.50}}
        """;
    JsonNode out = rewrite(text);
    JsonNode versions = out.path("versions");
    assertThat(versions.path("1.0.0").path("dist").path("tarball").stringValue())
        .isEqualTo("1.0.0 https://files.example/tiny-1.0.0.tgz?x=1 sha1");
    assertThat(versions.path("1.0.0").path("deps").path("dist").intValue()).isEqualTo(1);
    assertThat(versions.path("2.0.0").path("dist").path("tarball").stringValue())
        .isEqualTo("2.0.0 https://npm.example/tiny-2.0.0.tgz sha1");
    assertThat(versions.path("2.0.0").path("dist").path("size").intValue()).isEqualTo(17);
    assertThat(versions.path("3.0.0").path("dist").has("tarball")).isFalse();
    assertThat(versions.path("4.0.0").stringValue()).isEqualTo("odd");
    assertThat(out.path("dist-tags").path("latest").stringValue()).isEqualTo("2.0.0");
    assertThat(out.path("time").path("versions").decimalValue()).isEqualByComparingTo("1.5");
    assertThat(out.path("name").stringValue()).isEqualTo("tiny");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[]", "null", "<html>", "{", "{}", "{\"versions\": []}", "{\"versions\": {"})
  void what_is_no_package_is_called_so(String text) {
    assertThatThrownBy(() -> rewrite(text)).isInstanceOf(NotAnIndex.class);
  }
}
