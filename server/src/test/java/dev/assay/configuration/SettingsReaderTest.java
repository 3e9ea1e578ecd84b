package dev.assay.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {
  @TempDir Path folder;

  @Test
  void everything_has_its_default_without_any_source() {
    Settings settings = new SettingsReader().settings();
    assertThat(settings.value(Catalogue.SERVER_PORT)).isEqualTo(8080);
    assertThat(settings.value(Catalogue.SERVER_ADDRESS)).isEqualTo("127.0.0.1");
    assertThat(settings.value(Catalogue.SESSION_LIFETIME)).isEqualTo(Duration.ofHours(12));
    assertThat(settings.find(Catalogue.OIDC_ISSUER)).isEmpty();
  }

  @Test
  void a_later_source_goes_before_an_earlier_one_key_by_key() throws IOException {
    Path first = file("first.yml", "assay: {server: {port: 1, address: localhost}}");
    Path second = file("second.yml", "assay.server.port: 2");
    SettingsReader reader = new SettingsReader().file(first).file(second);
    assertThat(reader.settings().value(Catalogue.SERVER_PORT)).isEqualTo(2);
    assertThat(reader.settings().value(Catalogue.SERVER_ADDRESS)).isEqualTo("localhost");

    reader.environment(Map.of("ASSAY_SERVER_PORT", "3"));
    assertThat(reader.settings().value(Catalogue.SERVER_PORT)).isEqualTo(3);

    reader.option(Catalogue.SERVER_PORT, "4", "--port");
    assertThat(reader.settings().value(Catalogue.SERVER_PORT)).isEqualTo(4);
  }

  @Test
  void values_are_the_text_that_stands_there() throws IOException {
    Path file =
        file(
            "assay.yml",
            """
            assay:
              database:
                url: jdbc:postgresql://db/assay
                user: 0x10
                password: 0123
              oidc.admin-values: [no, 12:30, admins]
            """);
    Settings settings = new SettingsReader().file(file).settings();
    assertThat(settings.value(Catalogue.DATABASE_USER)).isEqualTo("0x10");
    assertThat(settings.value(Catalogue.DATABASE_PASSWORD).reveal()).isEqualTo("0123");
    assertThat(settings.value(Catalogue.OIDC_ADMIN_VALUES))
        .containsExactly("no", "12:30", "admins");
  }

  @Test
  void an_empty_file_and_an_empty_value_set_nothing() throws IOException {
    Path empty = file("empty.yml", "# nothing\n");
    Path blank = file("blank.yml", "assay:\n  server:\n    port:\n");
    assertThat(new SettingsReader().file(empty).file(blank).settings().value(Catalogue.SERVER_PORT))
        .isEqualTo(8080);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          assay.server.prot: 1            | unknown key assay.server.prot (did you mean assay.server.port?)
          asay: {x: 1}                    | unknown key asay.x
          spring.datasource.url: x        | unknown key spring.datasource.url
          assay.server.port: eighty       | assay.server.port is "eighty"; allowed: number from 0 to 65535
          assay.server.port: 65536        | assay.server.port is "65536"
          assay.log.format: xml           | assay.log.format is "xml"; allowed: plain, json
          assay.validation.environment: own | assay.validation.environment is "own"; allowed: shared, per-skill
          assay.session.idle: soon        | assay.session.idle is "soon"; allowed: duration
          assay.session.idle: 1s          | assay.session.idle is "1s"
          assay.server.behind-proxy: yes  | assay.server.behind-proxy is "yes"; allowed: true or false
          assay.database.url: mysql://x/y | assay.database.url is "mysql://x/y"; allowed: embedded, or jdbc:postgresql
          assay.oidc.issuer: example      | assay.oidc.issuer is "example"
          assay.packages.pip.index: pypi  | assay.packages.pip.index is "pypi"; allowed: address beginning with https://
          assay.packages.pip.index: https://h/?t=1 | assay.packages.pip.index is "https://h/?t=1"
          assay.packages.pip.extra-indexes: [https://a/, ftp://b/] | assay.packages.pip.extra-indexes is "https://a/,ftp://b/"
          assay.packages.npm.scopes: acme=https://a/ | assay.packages.npm.scopes is "acme=https://a/"; allowed: `@scope=ADDRESS`
          assay.packages.patience: 0s     | assay.packages.patience is "0s"
          assay.server.port: [[1]]        | a list of plain values was expected
          just text                       | expected keys and values
          a: {b                           | is not YAML
          """)
  void a_mistake_is_told_with_file_line_key_value_and_what_is_allowed(String text, String problem)
      throws IOException {
    Path file = file("assay.yml", "# first line\n" + text);
    assertThat(problemsOf(new SettingsReader().file(file))).contains(file + ":2").contains(problem);
  }

  @Test
  void every_mistake_is_told_at_once() throws IOException {
    Path file =
        file("assay.yml", "assay.server.port: x\nassay.log.level: loud\nassay.nothing: 1\n");
    assertThat(problemsOf(new SettingsReader().file(file)))
        .contains("assay.server.port")
        .contains("assay.log.level")
        .contains("assay.nothing");
  }

  @Test
  void a_key_set_twice_is_a_mistake() throws IOException {
    Path file = file("assay.yml", "assay.server.port: 1\nassay:\n  server:\n    port: 2\n");
    assertThat(problemsOf(new SettingsReader().file(file)))
        .contains("assay.server.port is set twice");
  }

  @Test
  void a_secret_is_never_in_a_message() throws IOException {
    Path file =
        file(
            "assay.yml",
            "assay.database.password: '  '\nassay.database.url: jdbc:postgresql://u:hunter2@h/d\n");
    assertThat(problemsOf(new SettingsReader().file(file)))
        .contains("assay.database.password is a value that cannot be used");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "assay.packages.pip.index: https://bob:hunter2@index.example/simple/",
        "assay.packages.pip.index: https://bob:hun/hunter2@index.example/",
        "assay.packages.pip.index: bob:hunter2@index.example",
        "assay.packages.pip.index: 'https://hunter2@index.example/ x'",
        "assay.packages.pip.extra-indexes: ['https://a.example/', 'https://u:x,hunter2@b.example/']",
        "assay.packages.pip.find-links: https://u:hunter2@b.example/",
        "assay.packages.npm.registry: https://u:hunter2@b.example/",
        "assay.packages.npm.scopes: '@acme=https://u:hunter2@b.example/'",
        "assay.packages.apt.mirror: http://u:hunter2@b.example/debian",
        "assay.packages.proxy: http://u:hunter2@proxy.example:3128"
      })
  void an_address_with_a_password_is_refused_and_not_repeated(String text) throws IOException {
    AssayException refusal =
        catchThrowableOfType(
            AssayException.class,
            () -> new SettingsReader().file(file("assay.yml", text)).settings());
    String shown = refusal + refusal.reason() + refusal.details();
    assertThat(shown)
        .contains(
            text.substring(0, text.indexOf(':')) + " is a value that cannot be used; allowed:")
        .doesNotContain("hunter2");
  }

  @Test
  void addresses_of_packages_are_web_addresses_or_folders() throws IOException {
    Path file =
        file(
            "assay.yml",
            """
            assay.packages:
              pip:
                index: https://index.example:8443/simple
                extra-indexes: [file:///opt/a%20b/simple, /opt/../srv/simple]
                find-links: /opt/wheels, http://wheels.example/
              npm.scopes: ["@acme=https://acme.example/npm/", "@own = /srv/npm"]
            """);
    Settings settings = new SettingsReader().file(file).settings();
    assertThat(settings.value(PackageCatalogue.PIP_INDEX))
        .hasToString("https://index.example:8443/simple");
    assertThat(settings.value(PackageCatalogue.PIP_EXTRA_INDEXES))
        .extracting(URI::toString)
        .containsExactly("file:///opt/a%20b/simple", "file:///srv/simple");
    assertThat(settings.value(PackageCatalogue.PIP_FIND_LINKS))
        .extracting(URI::toString)
        .containsExactly("file:///opt/wheels", "http://wheels.example/");
    assertThat(settings.value(PackageCatalogue.NPM_SCOPES))
        .containsEntry("@acme", URI.create("https://acme.example/npm/"))
        .containsEntry("@own", URI.create("file:///srv/npm"));
  }

  @Test
  void a_file_that_is_named_must_be_there() {
    assertThat(problemsOf(new SettingsReader().file(folder.resolve("none.yml"))))
        .contains("none.yml: cannot be read");
    assertThat(new SettingsReader().fileIfThere(folder.resolve("none.yml")).settings()).isNotNull();
  }

  @Test
  void a_file_that_is_not_text_is_a_mistake() throws IOException {
    Path file = Files.write(folder.resolve("assay.yml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(problemsOf(new SettingsReader().file(file))).contains("is not UTF-8 text");
  }

  @Test
  void a_misspelt_variable_is_a_mistake() {
    assertThat(
            problemsOf(new SettingsReader().environment(Map.of("ASSAY_DATABASE_URI", "embedded"))))
        .contains("unknown variable ASSAY_DATABASE_URI (did you mean ASSAY_DATABASE_URL?)");
  }

  @Test
  void variables_of_the_launcher_and_of_kubernetes_are_none_of_ours() {
    Map<String, String> environment =
        Map.of(
            "ASSAY_HOME", "/x",
            "ASSAY_TOKEN", "x",
            "ASSAY_ADMIN_PASSWORD", "x",
            "ASSAY_SERVICE_HOST", "10.0.0.1",
            "ASSAY_SERVER_PORT", "tcp://10.0.0.1:80",
            "ASSAY_PORT_8080_TCP_ADDR", "10.0.0.1",
            "PATH", "/bin");
    assertThat(
            new SettingsReader().environment(environment).settings().value(Catalogue.SERVER_PORT))
        .isEqualTo(8080);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          assay.server.tls.key: k.pem                    | set both or neither
          assay.oidc.issuer: https://id.example          | assay.oidc.client-id is not
          assay.database.url: jdbc:postgresql://h/d      | set assay.database.user
          assay.token.lifetime: 400d                     | longer than assay.token.longest-lifetime
          assay.conversation.network: allow-list         | assay.conversation.allowed-hosts belongs to
          assay.conversation.allowed-hosts: a.example    | set both or neither
          assay.conversation.file-size: 2 GB             | more than assay.conversation.quota
          assay.sandbox.engine: daytona                  | set assay.sandbox.daytona-key
          assay.sandbox.engine-conversation: e2b         | assay.sandbox.engine-conversation is "e2b"; set assay.sandbox.e2b-template
          assay.sandbox.engine-tools: daytona            | assay.sandbox.engine-tools is "daytona"; set assay.sandbox.daytona-snapshot
          assay.sandbox.engine-tools: podman             | local, docker, daytona, e2b
          assay.bus.kind: nats                           | assay.bus.servers belongs to assay.bus.kind
          assay.bus.servers: nats://127.0.0.1:4222       | set both or neither
          assay.bus.servers: nats://me:pw@127.0.0.1:4222 | without names and passwords
          assay.bus.certificates: ca.pem                 | belongs to tls:// addresses
          assay.bus.user: me                             | assay.bus.password is not
          assay.server.roles: api,cook                   | some of api, validation, tools
          """)
  void settings_that_do_not_agree_are_a_mistake(String text, String problem) throws IOException {
    assertThat(problemsOf(new SettingsReader().file(file("assay.yml", text)))).contains(problem);
  }

  @Test
  void the_same_engine_may_be_named_for_every_purpose() throws IOException {
    Settings settings =
        new SettingsReader()
            .file(
                file(
                    "assay.yml",
                    """
                    assay.sandbox:
                      engine: docker
                      engine-conversation: docker
                      engine-tools: docker
                    """))
            .settings();
    assertThat(settings.value(EngineCatalogue.TOOL_ENGINE)).isEqualTo("docker");
    assertThat(new SettingsReader().settings().find(EngineCatalogue.TOOL_ENGINE)).isEmpty();
  }

  @Test
  void a_password_for_nats_without_a_user_is_a_token() throws IOException {
    Settings settings =
        new SettingsReader()
            .file(
                file(
                    "assay.yml",
                    """
                    assay.bus.kind: nats
                    assay.bus.servers: tls://nats.example:4222
                    assay.bus.password: hunter2
                    """))
            .settings();
    assertThat(settings.find(BusCatalogue.PASSWORD)).contains(Secret.of("hunter2"));
  }

  private String problemsOf(SettingsReader reader) {
    String[] message = new String[1];
    assertThatThrownBy(reader::settings)
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
              message[0] = e.reason();
            });
    assertThat(message[0]).doesNotContain("hunter2");
    return message[0];
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
  }
}
