package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnAddressTest {
  private final OwnAddress without = address(Optional.empty());
  private final OwnAddress published =
      address(Optional.of(URI.create("https://assay.example/base/")));

  private static OwnAddress address(Optional<URI> publicUrl) {
    return new OwnAddress(
        new WebPolicy(
            WebPolicy.Cookies.OVER_ANYTHING,
            publicUrl,
            Set.of("0.0.0.0", "Tools.Example"),
            Optional.empty(),
            WebPolicy.Publishing.TO_WHO_SIGNED_IN));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST.",
        "a.localhost",
        "127.0.0.1",
        "127.8.8.8",
        "[::1]",
        "tools.example",
        "tools.example."
      })
  void names_of_this_server_are_its_own(String host) {
    assertThat(without.isOwn(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "1270.0.0.1",
        "tools.example.evil",
        "192.0.2.7",
        "[::2]",
        ""
      })
  void other_hosts_are_not(String host) {
    assertThat(without.isOwn(host)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:6274",
        "http://127.0.0.1",
        "https://assay.example",
        "http://[::1]:1",
        "https://tools.example:9"
      })
  void pages_of_own_hosts_are_known(String origin) {
    assertThat(published.isOwnOrigin(origin)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "",
        "http://evil.example",
        "http://localhost.evil.example",
        "http://localhost@evil.example",
        "http://evil.example:8080/localhost",
        "file://",
        "http://a b"
      })
  void pages_of_other_hosts_are_foreign(String origin) {
    assertThat(published.isOwnOrigin(origin)).isFalse();
  }
}
