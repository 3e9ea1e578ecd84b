package dev.assay.packages.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class AptSourcesTest {
  private static final String LINES =
      """
      # deb http://commented.example/debian stable main
      deb [arch=amd64 signed-by=/usr/share/keyrings/k.gpg] http://one.example/debian bookworm main contrib
      deb-src https://two.example/debian/ bookworm main
      deb cdrom:[Debian]/ bookworm main
      deb http://bob:hunter2@sec.example/debian-security bookworm-security main
      """;

  private static final String PARAGRAPHS =
      """
      Types: deb
      # a remark
      URIs: http://one.example/debian https://two.example/debian
       http://three.example/debian
      Suites: bookworm bookworm-updates
      Components: main
      Signed-By:
       -----BEGIN PGP PUBLIC KEY BLOCK-----
       .
       URIs: http://not.example/
       -----END PGP PUBLIC KEY BLOCK-----

      Types: deb
      URIs: http://off.example/debian
      Suites: sid
      Enabled: no

      types: deb
      uris: mirror+file:/etc/mirrors file:/srv/debian
      suites: ./
      """;

  @Test
  void lines_are_read_and_their_addresses_replaced() {
    assertThat(AptSources.entries(LINES))
        .extracting(entry -> entry.address() + " " + entry.suite())
        .containsExactly(
            "http://one.example/debian/ bookworm",
            "https://two.example/debian/ bookworm",
            "http://sec.example/debian-security/ bookworm-security");
    assertThat(AptSources.entries(LINES).getLast().isSecurity()).isTrue();
    assertThat(AptSources.entries(LINES).toString()).doesNotContain("hunter2");
    assertThat(
            AptSources.rewrite(
                LINES,
                (address, suites) -> Optional.of("http://door/" + address.getHost() + suites)))
        .contains(
            "deb [arch=amd64 signed-by=/usr/share/keyrings/k.gpg] http://door/one.example[bookworm] bookworm main contrib\n")
        .contains("deb-src http://door/two.example[bookworm] bookworm main\n")
        .contains(
            "# deb http://commented.example/debian stable main\n",
            "deb cdrom:[Debian]/ bookworm main\n")
        .contains("deb http://door/sec.example[bookworm-security] bookworm-security main\n")
        .doesNotContain("hunter2");
  }

  @Test
  void paragraphs_are_read_and_their_addresses_replaced() {
    assertThat(AptSources.entries(PARAGRAPHS))
        .extracting(entry -> entry.address() + " " + entry.suite())
        .containsExactly(
            "http://one.example/debian/ bookworm",
            "http://one.example/debian/ bookworm-updates",
            "https://two.example/debian/ bookworm",
            "https://two.example/debian/ bookworm-updates",
            "http://three.example/debian/ bookworm",
            "http://three.example/debian/ bookworm-updates",
            "file:///srv/debian/ ./");
    String written =
        AptSources.rewrite(
            PARAGRAPHS,
            (address, suites) ->
                Optional.ofNullable(address.getHost()).map(host -> "http://door/" + host));
    assertThat(written)
        .contains(
            "URIs: http://door/one.example http://door/two.example http://door/three.example\nSuites: bookworm bookworm-updates\n")
        .contains("-----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n URIs: http://not.example/\n")
        .contains("URIs: http://off.example/debian\n")
        .contains("uris: mirror+file:/etc/mirrors file:/srv/debian\n");
    assertThat(AptSources.rewrite(PARAGRAPHS, (address, suites) -> Optional.empty()))
        .contains("https://two.example/debian");
  }

  @Test
  void texts_without_sources_stay_as_they_are() {
    assertThat(AptSources.entries("")).isEmpty();
    assertThat(AptSources.entries("deb\ndeb http://x\nTypes\n")).isEmpty();
    assertThat(AptSources.entries("deb http:///nohost stable main\ndeb http://[bad stable main"))
        .isEmpty();
  }
}
