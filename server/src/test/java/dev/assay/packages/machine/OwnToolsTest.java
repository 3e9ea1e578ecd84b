package dev.assay.packages.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class OwnToolsTest {
  @TempDir Path folder;

  @Test
  void pip_says_what_it_uses_and_the_closest_word_counts() {
    String list =
        """
        :env:.find-links='/opt/a  /opt/b'
        :env:.index-url="https://bob:it's@env.example/simple"
        download.index-url='https://download.example/'
        global.cert='/etc/ca.pem'
        global.extra-index-url='https://one.example/\\nhttps://two.example/'
        global.index-url='https://global.example/'
        install.index-url='https://install.example/'
        install.proxy='proxy.example:3128'
        """;
    PipSetup setup = PipSetup.of(list, Optional.of("https://usual.example/"), Optional.empty());
    assertThat(setup.index()).contains("https://bob:it's@env.example/simple");
    assertThat(setup.extraIndexes())
        .containsExactly("https://one.example/", "https://two.example/");
    assertThat(setup.findLinks()).containsExactly("/opt/a", "/opt/b");
    assertThat(setup.proxy()).contains("proxy.example:3128");
    assertThat(setup.certificates()).contains("/etc/ca.pem");
    assertThat(setup.toString()).doesNotContain("bob");
  }

  @Test
  void pip_without_configuration_uses_its_usual_index_and_none_if_it_is_told_so() {
    assertThat(PipSetup.of("", Optional.of("https://usual.example/"), Optional.empty()).index())
        .contains("https://usual.example/");
    PipSetup none =
        PipSetup.of(
            "global.no-index='true'\nglobal.extra-index-url='https://x.example'\nglobal.find-links='/w'",
            Optional.of("https://usual.example/"),
            Optional.empty());
    assertThat(none.index()).isEmpty();
    assertThat(none.extraIndexes()).isEmpty();
    assertThat(none.findLinks()).containsExactly("/w");
  }

  @Test
  void npm_hides_what_holds_a_password_and_its_files_say_it() throws IOException {
    Path user =
        Files.writeString(
            folder.resolve("user"),
            """
            ; remark
            # @no:registry=https://no.example/
            registry = "https://bob:hunter2@reg.example/npm/"
            @acme:registry=https://acme.example/
            //acme.example/:_authToken=${ACME_TOKEN}
            //reg.example/npm/:_auth=Ym9iOnB3
            """);
    Path global =
        Files.writeString(
            folder.resolve("global"),
            "proxy=http://p:q@proxy.example:1\nregistry=https://other.example/\n");
    NpmSetup setup =
        NpmSetup.of(
            JsonMapper.builder()
                .build()
                .readTree(
                    """
                    {"userconfig": "%s", "globalconfig": "%s", "@acme:registry": "https://acme.example/",
                     "cafile": "/etc/ca.pem", "noproxy": [".corp.example", "x"], "ca": null}
                    """
                        .formatted(user, global)),
            Map.of("ACME_TOKEN", "t0ken", "npm_config_https_proxy", "http://env.example:2"));
    assertThat(setup.find("registry")).contains("https://bob:hunter2@reg.example/npm/");
    assertThat(setup.scopes()).containsExactly(Map.entry("@acme", "https://acme.example/"));
    assertThat(setup.authorities())
        .containsExactlyInAnyOrder(
            new NpmSetup.Authority("acme.example/", "_authToken", "t0ken"),
            new NpmSetup.Authority("reg.example/npm/", "_auth", "Ym9iOnB3"));
    assertThat(setup.noProxy()).containsExactly(".corp.example", "x");
    assertThat(setup.find("https-proxy")).contains("http://env.example:2");
    assertThat(setup.find("proxy")).contains("http://p:q@proxy.example:1");
    assertThat(setup.toString() + setup.authorities()).doesNotContain("hunter2", "t0ken", "Ym9i");
  }

  @Test
  void the_sources_of_apt_are_those_files_that_apt_reads() throws IOException {
    Files.createDirectories(folder.resolve("sources.list.d"));
    Files.createDirectories(folder.resolve("auth.conf.d"));
    Files.writeString(folder.resolve("sources.list"), "one");
    Files.writeString(folder.resolve("sources.list.d/b.sources"), "three");
    Files.writeString(folder.resolve("sources.list.d/a.list"), "two");
    Files.writeString(folder.resolve("sources.list.d/a.list.disabled"), "four");
    Files.writeString(folder.resolve("auth.conf.d/x.conf"), "machine x password y");
    assertThat(AptSetup.read(folder))
        .isEqualTo(
            new Found.Known<>(
                new AptSetup(List.of("one", "two", "three"), List.of("machine x password y"))));
    assertThat(AptSetup.read(folder.resolve("none"))).isInstanceOf(Found.Unknown.class);
  }
}
