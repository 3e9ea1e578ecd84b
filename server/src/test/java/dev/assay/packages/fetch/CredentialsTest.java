package dev.assay.packages.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.Secret;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialsTest {
  private static final Credentials ALL =
      new Credentials(
          List.of(
              new Credentials.Entry("a.example", 0, "/", "bob", Secret.of("any")),
              new Credentials.Entry("A.Example", 8443, "/", "bob", Secret.of("port")),
              new Credentials.Entry("a.example", 443, "/npm/own", "", Secret.of("token")),
              new Credentials.Entry("b.example", 443, "/", "", Secret.of("b"))));

  private static String sent(String address) {
    return ALL.find(URI.create(address)).map(Secret::reveal).orElse("nothing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://a.example/simple/        | Basic Ym9iOmFueQ==
          http://A.EXAMPLE:81/             | Basic Ym9iOmFueQ==
          https://a.example:8443/x         | Basic Ym9iOnBvcnQ=
          https://a.example/npm/own/tiny   | Bearer token
          https://a.example/npm/own        | Bearer token
          https://a.example/npm/owner/x    | Basic Ym9iOmFueQ==
          https://b.example/               | Bearer b
          https://b.example:444/           | nothing
          http://b.example/                | nothing
          https://b.example.evil.example/  | nothing
          https://evil-b.example/          | nothing
          file:///b.example/               | nothing
          """)
  void the_closest_entry_of_the_very_host_is_sent(String address, String header) {
    assertThat(sent(address)).isEqualTo(header);
  }

  @Test
  void nothing_shows_them() {
    assertThat(ALL.toString() + ALL.entries() + ALL.find(URI.create("https://a.example/")))
        .doesNotContain("any", "token", "Ym9i")
        .contains("***");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://bob:hunter2@i.example/simple     | https://i.example/simple  | Basic Ym9iOmh1bnRlcjI=
          https://b%40b:hun%2Fter2@i.example:9/x/  | https://i.example:9/x/    | Basic YkBiOmh1bi90ZXIy
          https://tok@i.example/                   | https://i.example/        | Basic dG9rOg==
          https://a:b@c@i.example/                 | https://i.example/        | Basic YTpiQGM=
          https://i.example/@scope/x               | https://i.example/@scope/x| nothing
          http://i.example/?token=x#y              | http://i.example/         | nothing
          file:///opt/x%20y/simple                 | file:///opt/x%20y/simple  | nothing
          /opt/wheels                              | file:///opt/wheels        | nothing
          """)
  void an_address_is_taken_apart_at_once(String text, String plain, String header) {
    PlainAddress address = PlainAddress.find(text).orElseThrow();
    assertThat(address.address().toString().replaceAll("/$", ""))
        .isEqualTo(plain.replaceAll("/$", ""));
    assertThat(
            address
                .credentials()
                .flatMap(entry -> new Credentials(List.of(entry)).find(address.address()))
                .map(Secret::reveal)
                .orElse("nothing"))
        .isEqualTo(header);
    assertThat(address.toString()).doesNotContain("hunter2", "hun/ter2");
  }

  @ParameterizedTest
  @CsvSource({"relative/x", "ftp://x/y", "https://", "file://host/x", "https://u:p/w@host/x", "''"})
  void what_cannot_be_asked_is_no_address(String text) {
    assertThat(PlainAddress.find(text)).isEqualTo(Optional.empty());
  }

  @Test
  void those_that_are_set_go_before_those_that_are_found() {
    Credentials set =
        new Credentials(List.of(new Credentials.Entry("a.example", 0, "/", "", Secret.of("set"))));
    Credentials both = set.orElse(ALL);
    assertThat(both.find(URI.create("https://a.example/npm/own/x")).map(Secret::reveal))
        .contains("Bearer set");
    assertThat(both.find(URI.create("https://b.example/")).map(Secret::reveal))
        .contains("Bearer b");
  }
}
