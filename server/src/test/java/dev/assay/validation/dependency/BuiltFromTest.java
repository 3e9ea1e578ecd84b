package dev.assay.validation.dependency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.contents.Contents;
import dev.assay.contents.UnusablePackage;
import dev.assay.skill.Digest;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.validation.dependency.PackageSource.Made;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The sources from which a package was built, and the files that hashes allow.
class BuiltFromTest {
  private static final Digest WHEEL = Digest.of(new byte[] {1});
  private static final Digest SOURCES = Digest.of(new byte[] {2});

  @TempDir private Path folder;

  private static PackageSource built(Optional<Digest> from) {
    return new PackageSource(
        Ecosystem.PIP,
        "later",
        "1.0",
        "",
        "later-1.0-py3-none-any.whl",
        WHEEL,
        1,
        Made.BUILT_HERE,
        "https://index.example/later-1.0.tar.gz",
        List.of(),
        from);
  }

  @Test
  void the_list_of_an_image_has_the_hashes_of_the_wheel_and_of_its_sources() {
    Inventory inventory = new Inventory(Contents.NONE, List.of(built(Optional.of(SOURCES))));
    assertThat(inventory.text()).contains(WHEEL.toString()).contains(SOURCES.toString());
    assertThat(Inventory.parse(inventory.text())).isEqualTo(inventory);
  }

  @Test
  void a_list_that_is_older_than_that_stays_as_it_is() {
    Inventory older = new Inventory(Contents.NONE, List.of(built(Optional.empty())));
    assertThat(older.text()).endsWith("\t\n");
    assertThat(Inventory.parse(older.text()).digest()).isEqualTo(older.digest());
  }

  @Test
  void a_package_is_from_its_own_file_and_from_its_sources() {
    PackageSource source = built(Optional.of(SOURCES));
    assertThat(source.isFrom(WHEEL)).isTrue();
    assertThat(source.isFrom(SOURCES)).isTrue();
    assertThat(source.isFrom(Digest.of(new byte[] {3}))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "later-1.0.tar.gz,later,1.0,true",
    "Later_Package-1.0.0.zip,later-package,1.0,true",
    "zope.interface-5.0.tar.bz2,zope-interface,5.0,true",
    "my-long-name-2023.01.05.tgz,my-long-name,2023.1.5,true",
    "later-1.0.post1.tar.gz,later,1.0.post1,true",
    "attacker-1.0.tar.gz,later,1.0,false",
    "later-1.0.tar.gz,later,1.1,false",
    "later-1.0.tar.gz,later,1.0+other,false",
    "later.tar.gz,later,1.0,false",
    "later-1.0,later,1.0,false"
  })
  void sources_are_those_of_the_package_they_are_called_after(
      String file, String name, String version, boolean same) {
    assertThat(WheelBuilds.names(file, name, version)).isEqualTo(same);
  }

  @Test
  void any_of_the_declared_hashes_allows_a_file_and_nothing_else_does() throws IOException {
    Path file = Files.write(folder.resolve("later-1.0.whl"), new byte[] {1});
    String right = "--hash=" + WHEEL;
    String wrong = "--hash=" + SOURCES;
    String longer =
        "--hash=sha384:8d2ce87d86f55fcfab770a047b090da23270fa206832dfea7e0c946fff451f819add242374be551b0d6318ed6c7d41d8";
    HashPins.of(List.of("later==1.0 " + wrong + " " + right)).require("later", "f", file);
    assertThatThrownBy(
            () -> HashPins.of(List.of("later==1.0 " + wrong)).require("later", "f", file))
        .isInstanceOf(UnusablePackage.class)
        .hasMessageContaining(WHEEL.toString());
    assertThatThrownBy(
            () -> HashPins.of(List.of("later==1.0 " + right)).require("other", "f", file))
        .isInstanceOf(UnusablePackage.class)
        .hasMessageContaining("no --hash");
    assertThatThrownBy(
            () ->
                HashPins.of(List.of("later==1.0 " + longer.replace("8d2", "8d3")))
                    .require("later", "f", file))
        .isInstanceOf(UnusablePackage.class);
    HashPins.of(List.of("Later_Package==1.0 " + sha384())).require("later-package", "f", file);
  }

  private static String sha384() {
    try {
      return "--hash=sha384:"
          + java.util.HexFormat.of()
              .formatHex(java.security.MessageDigest.getInstance("SHA-384").digest(new byte[] {1}));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
