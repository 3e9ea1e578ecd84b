package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.intake.KnownAttacks;
import dev.assay.skill.AssayException;
import dev.assay.skill.Finding;
import dev.assay.skill.attestation.PemKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lists of known attacks: only accepted publishers are believed.
class ScanCommandTest {
  private static final String LIST = "version %d\n# a comment\nhost bad.example.com  a campaign\n";

  @TempDir private Path folder;

  private Path publisher = Path.of("");
  private Path publicKey = Path.of("");
  private KnownAttacks attacks = new KnownAttacks(Path.of(""), Path.of(""));

  @BeforeEach
  void makeKeys() throws IOException {
    publisher = keys("publisher");
    publicKey = folder.resolve("publisher.pub");
    attacks = new KnownAttacks(folder.resolve("indicators.txt"), folder.resolve("indicators.pem"));
  }

  @Test
  void a_signed_list_is_used_from_then_on() throws IOException {
    Path skill = skill();
    assertThat(check(skill)).extracting(Finding::code).doesNotContain("scan.known-bad");
    attacks.update(signed(1, publisher), Optional.of(publicKey));
    assertThat(check(skill)).extracting(Finding::code).contains("scan.known-bad");
    assertThat(attacks.update(signed(2, publisher), Optional.empty()).list().version())
        .isEqualTo(2);
  }

  @Test
  void the_first_list_needs_a_key_and_later_ones_the_same() throws IOException {
    Path first = signed(1, publisher);
    assertThatThrownBy(() -> attacks.update(first, Optional.empty()))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("--key");
    attacks.update(first, Optional.of(publicKey));
    Path other = keys("other");
    Path foreign = signed(2, other);
    assertThatThrownBy(() -> attacks.update(foreign, Optional.empty()))
        .hasMessageContaining("is not signed by the key");
    assertThatThrownBy(() -> attacks.update(foreign, Optional.of(folder.resolve("other.pub"))))
        .hasMessageContaining("another key");
    assertThat(attacks.find().orElseThrow().list().version()).isEqualTo(1);
  }

  @Test
  void an_older_list_and_one_that_was_changed_are_refused() throws IOException {
    attacks.update(signed(3, publisher), Optional.of(publicKey));
    Path old = signed(2, publisher);
    assertThatThrownBy(() -> attacks.update(old, Optional.empty()))
        .hasMessageContaining("version 3 is installed");
    Path changed = signed(4, publisher);
    Files.writeString(changed, Files.readString(changed).replace("bad.", "good."));
    assertThatThrownBy(() -> attacks.update(changed, Optional.empty()))
        .hasMessageContaining("was changed");
    Path unsigned = Files.writeString(folder.resolve("plain.txt"), LIST.formatted(5));
    assertThatThrownBy(() -> attacks.update(unsigned, Optional.empty()))
        .hasMessageContaining("is not signed");
  }

  @Test
  void what_was_changed_after_it_was_installed_is_an_error_and_not_ignored() throws IOException {
    attacks.update(signed(1, publisher), Optional.of(publicKey));
    Path installed = folder.resolve("indicators.txt");
    Files.writeString(installed, Files.readString(installed).replace("bad.", "good."));
    assertThatThrownBy(() -> attacks.find()).hasMessageContaining("was changed");
  }

  @Test
  void a_list_with_a_line_that_is_none_is_not_signed() throws IOException {
    Path list = Files.writeString(folder.resolve("l.txt"), "version 1\nhost\n");
    assertThatThrownBy(() -> KnownAttacks.sign(list, publisher)).hasMessageContaining("\"host\"");
    Path none = Files.writeString(folder.resolve("n.txt"), "host bad.example.com x\n");
    assertThatThrownBy(() -> KnownAttacks.sign(none, publisher)).hasMessageContaining("version N");
  }

  @Test
  void a_wrong_file_is_named_with_what_was_expected() throws IOException {
    Path list = Files.writeString(folder.resolve("l.txt"), LIST.formatted(1));
    assertThatThrownBy(() -> KnownAttacks.sign(list, publicKey))
        .hasMessageContaining("private key followed by its public key");
    Optional<Path> key = Optional.of(publicKey);
    assertThatThrownBy(() -> attacks.update(folder.resolve("none"), key))
        .hasMessageContaining("There is no file");
    Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 0});
    assertThatThrownBy(() -> attacks.update(bytes, key)).hasMessageContaining("is no text");
    assertThatThrownBy(() -> attacks.update(list, Optional.of(list)))
        .hasMessageContaining("exactly one public Ed25519 key");
  }

  private Path signed(int version, Path key) throws IOException {
    Path list = Files.writeString(folder.resolve("list.txt"), LIST.formatted(version));
    return Files.writeString(
        folder.resolve("signed-" + version + "-" + key.getFileName()),
        KnownAttacks.sign(list, key));
  }

  private Path keys(String name) throws IOException {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      Files.writeString(folder.resolve(name + ".pub"), PemKeys.text(pair.getPublic()));
      return Files.writeString(
          folder.resolve(name + ".pem"),
          PemKeys.text(pair.getPrivate()) + PemKeys.text(pair.getPublic()));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private Iterable<Finding> check(Path skill) throws IOException {
    Intake intake = new Intake(IntakeLimits.standard(), folder);
    Optional<KnownAttacks.Installed> installed = attacks.find();
    Examination examination =
        (installed.isPresent() ? intake.knowing(installed.get().list()) : intake).check(skill);
    return examination.findings();
  }

  private Path skill() throws IOException {
    Path skill = Files.createDirectories(folder.resolve("notes"));
    Files.writeString(
        skill.resolve("SKILL.md"),
        "---\nname: notes\ndescription: Sorts notes. Use for notes.\n---\nSee https://bad.example.com/x for more.\n");
    return skill;
  }
}
