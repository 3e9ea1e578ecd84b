package dev.assay.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.packages.machine.AptSetup;
import dev.assay.packages.machine.Found;
import dev.assay.packages.machine.NpmSetup;
import dev.assay.packages.machine.OwnTools;
import dev.assay.packages.machine.PipSetup;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.skill.dependency.Ecosystem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceFinderTest {
  @TempDir Path folder;

  private static final OwnTools TOOLS =
      new OwnTools(
          new Found.Known<>(
              new PipSetup(
                  Optional.of("https://bob:hunter2@pip.example/simple"),
                  List.of("https://extra.example/", "relative"),
                  List.of("/opt/wheels"),
                  Optional.of("proxy.example:3128"),
                  Optional.empty(),
                  Optional.of("machine extra.example login x password hunter3"))),
          new Found.Known<>(
              new NpmSetup(
                  Map.of(
                      "registry", "https://npm.example",
                      "@acme:registry", "https://acme.example/npm/",
                      "//acme.example/npm/:_authToken", "hunter4",
                      "//npm.example/:username", "al",
                      "//npm.example/:_password", "aHVudGVyNQ=="))),
          new Found.Known<>(
              new AptSetup(
                  List.of("deb http://u:hunter6@apt.example/debian bookworm main\n"),
                  List.of("machine apt2.example/x login a password hunter7"))),
          Map.of("NO_PROXY", "pip.example,.corp"));

  private static final OwnTools NOTHING =
      new OwnTools(
          new Found.Unknown<>("no pip"),
          new Found.Unknown<>("no npm"),
          new Found.Unknown<>("no apt"),
          Map.of());

  private static String sent(PackageSources sources, String address) {
    return sources.credentials().find(URI.create(address)).map(Secret::reveal).orElse("nothing");
  }

  @Test
  void without_settings_this_machine_s_tools_say_where_packages_come_from() {
    PackageSources sources = new SourceFinder(PackageSettings.none(), TOOLS).find();
    assertThat(sources.pipIndex().orElseThrow().address())
        .hasToString("https://pip.example/simple/");
    assertThat(sources.pipIndex().orElseThrow().from())
        .isEqualTo("this machine's configuration of pip");
    assertThat(sources.pipExtraIndexes())
        .extracting(each -> each.address().toString())
        .containsExactly("https://extra.example/");
    assertThat(sources.pipFindLinks()).hasSize(1);
    assertThat(sources.npmRegistry().orElseThrow().address()).hasToString("https://npm.example/");
    assertThat(sources.npmScopes()).containsOnlyKeys("@acme");
    assertThat(sources.aptEntries())
        .extracting(each -> each.address().toString())
        .containsExactly("http://apt.example/debian/");
    assertThat(sources.proxy().proxy()).contains(URI.create("http://proxy.example:3128"));
    assertThat(sources.proxy().find(URI.create("https://pip.example/"))).isEmpty();
    assertThat(sources.absent()).isEmpty();
    assertThat(sent(sources, "https://pip.example/simple/x/")).startsWith("Basic ");
    assertThat(sent(sources, "https://extra.example/x/")).startsWith("Basic ");
    assertThat(sent(sources, "https://acme.example/npm/x")).isEqualTo("Bearer hunter4");
    assertThat(sent(sources, "https://acme.example/other")).isEqualTo("nothing");
    assertThat(sent(sources, "https://npm.example/x")).isEqualTo("Basic YWw6aHVudGVyNQ==");
    assertThat(sent(sources, "http://apt.example/debian/x")).startsWith("Basic ");
    assertThat(sent(sources, "http://apt2.example/x/y")).startsWith("Basic ");
    assertThat(sources.toString()).doesNotContain("hunter");
  }

  @Test
  void an_index_that_is_set_stands_alone() {
    PackageSettings settings =
        new PackageSettingsDraft()
            .withPip(URI.create("https://own.example/simple"))
            .withNpm(URI.create("https://own.example/npm"), Map.of())
            .settings();
    PackageSources sources =
        new SourceFinder(
                settings,
                new OwnTools(
                    new Found.Unknown<>("not asked"),
                    new Found.Unknown<>("not asked"),
                    TOOLS.apt(),
                    Map.of()))
            .find();
    assertThat(sources.pipIndexes())
        .extracting(each -> each.address().toString())
        .containsExactly("https://own.example/simple/");
    assertThat(sources.pipFindLinks()).isEmpty();
    assertThat(sources.npmScopes()).isEmpty();
    assertThat(sources.pipIndex().orElseThrow().from()).isEqualTo("assay.packages.pip.index");
  }

  @Test
  void what_a_machine_lacks_is_absent_with_the_reason() {
    PackageSources sources = new SourceFinder(PackageSettings.none(), NOTHING).find();
    assertThat(sources.pipIndex()).isEmpty();
    assertThat(sources.absent())
        .containsEntry(Ecosystem.PIP, "no pip")
        .containsEntry(Ecosystem.NPM, "no npm")
        .containsEntry(Ecosystem.SYSTEM, "no apt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-r-----", "rw----r--", "rw--w----"})
  void a_file_of_credentials_that_others_can_use_is_refused(String mode) throws IOException {
    Path file = Files.writeString(folder.resolve("netrc"), "machine x login a password hunter2");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    AssayException refusal = refusal(new PackageSettingsDraft().withCredentials(file).settings());
    assertThat(refusal.reason())
        .contains("assay.packages.credentials", file.toString(), "chmod 600")
        .doesNotContain("hunter2");
  }

  @Test
  void files_that_cannot_be_used_are_refused_at_once() throws IOException {
    Path odd = Files.writeString(folder.resolve("odd"), "hunter2 and more");
    Files.setPosixFilePermissions(odd, PosixFilePermissions.fromString("rw-------"));
    Path none = folder.resolve("none");
    assertThat(refusal(new PackageSettingsDraft().withCredentials(none).settings()).reason())
        .contains("is not there");
    assertThat(refusal(new PackageSettingsDraft().withCredentials(odd).settings()).reason())
        .contains("is not a netrc file")
        .doesNotContain("hunter2");
    assertThat(refusal(new PackageSettingsDraft().withCertificates(odd).settings()).reason())
        .contains("assay.packages.certificates", "PEM");
    assertThat(refusal(new PackageSettingsDraft().withCertificates(none).settings()).reason())
        .contains("PEM");
  }

  private AssayException refusal(PackageSettings settings) {
    AssayException refusal =
        catchThrowableOfType(
            AssayException.class, () -> new PackageDoors(settings, folder.resolve("doors")));
    assertThat(refusal.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
    return refusal;
  }
}
