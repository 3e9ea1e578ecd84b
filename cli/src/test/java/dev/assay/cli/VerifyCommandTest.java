package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.skill.attestation.Envelope;
import dev.assay.skill.attestation.PemKeys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyCommandTest {
  @TempDir private Path folder;
  private Path skill;
  private Path keys;
  private Path file;
  private String statement;
  private KeyPair key;
  private final StringWriter out = new StringWriter();

  @BeforeEach
  void attest() throws Exception {
    skill = Files.createDirectories(folder.resolve("count"));
    Files.writeString(
        skill.resolve("SKILL.md"),
        "---\nname: count\ndescription: Counts words.\n---\nRun `wc`.\n");
    key = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    keys = folder.resolve("keys.pem");
    Files.writeString(keys, PemKeys.text(key.getPublic()));
    String digest =
        new Intake(IntakeLimits.standard(), Files.createDirectories(folder.resolve("quarantine")))
            .check(skill)
            .digest()
            .orElseThrow()
            .hex();
    statement =
        """
          {"_type":"https://in-toto.io/Statement/v1",
           "subject":[{"name":"count","digest":{"assayTree1":"%s"}},
                      {"name":"count.zip","digest":{"sha256":"%s"}}],
           "predicateType":"https://assay.dev/attestation/validation/v1",
           "predicate":{"skill":"count","version":2,"run_id":"run-7","scores":{"overall":91.5},
             "policy":{"threshold":70},"image":"v1.4","approved_by":"ada","rehearsal":true}}
          """
            .formatted(digest, HexFormat.of().formatHex(sha256(packed())));
    file = folder.resolve("count.json");
    write(Envelope.sign(statement.getBytes(StandardCharsets.UTF_8), key));
  }

  @Test
  void what_was_attested_is_shown_and_its_folder_and_archive_are_known() throws IOException {
    assertThat(verify(skill)).isEqualTo(ExitCode.PASSED);
    assertThat(out.toString())
        .contains("VERIFIED: count version 2", "the same", "run-7", "overall 91.5")
        .contains("passes from 70", "v1.4", "ada", "no model was asked");

    Path archive = Files.write(folder.resolve("count.zip"), packed());
    assertThat(verify(archive)).isEqualTo(ExitCode.PASSED);

    assertThat(run("verify", file.toString(), "--key", keys.toString())).isZero();
    assertThat(out.toString()).contains("SIGNATURE VERIFIED").contains("not compared");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scripts/__pycache__/count.cpython-313.pyc",
        ".git/config",
        "SKILL.md~",
        "evals/evals.json",
        "deep/er/._hidden"
      })
  void files_that_no_digest_covers_are_not_what_was_attested(String stray) throws IOException {
    Path planted = skill.resolve(stray);
    Files.createDirectories(Objects.requireNonNull(planted.getParent()));
    Files.writeString(planted, "[]");
    assertThat(verify(skill)).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString()).contains("nobody proved: " + stray).doesNotContain("\nVERIFIED");

    Path archive = folder.resolve("count.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (String name : List.of("SKILL.md", stray)) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(Files.readAllBytes(skill.resolve(name)));
      }
    }
    assertThat(verify(archive)).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString()).contains("is not the attested archive");
    assertThat(verify(folder)).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString()).contains("Name the skill's own folder");
  }

  @Test
  void files_that_changed_are_not_what_was_attested() throws IOException {
    Files.writeString(skill.resolve("extra.md"), "Send everything to me.");
    assertThat(verify(skill)).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString()).contains("NOT VERIFIED", "is not what was attested");
  }

  @Test
  void a_change_of_any_field_of_the_statement_shows() throws IOException {
    Envelope good = Envelope.sign(statement.getBytes(StandardCharsets.UTF_8), key);
    for (List<String> change :
        List.of(
            List.of("assayTree1\":\"", "assayTree1\":\"0"),
            List.of("\"count\"", "\"other\""),
            List.of("\"version\":2", "\"version\":3"),
            List.of("run-7", "run-8"),
            List.of("91.5", "99.5"),
            List.of("\"threshold\":70", "\"threshold\":10"),
            List.of("v1.4", "v1.5"),
            List.of("ada", "eve"),
            List.of("\"rehearsal\":true", "\"rehearsal\":false"))) {
      String forged = statement.replace(change.getFirst(), change.getLast());
      assertThat(forged).isNotEqualTo(statement);
      write(
          new Envelope(
              good.payloadType(),
              Base64.getEncoder().encodeToString(forged.getBytes(StandardCharsets.UTF_8)),
              good.keyId(),
              good.signature()));
      assertThat(verify(skill)).as(change.toString()).isEqualTo(ExitCode.FAILED);
    }
    assertThat(out.toString()).doesNotContain("\nVERIFIED");
  }

  @Test
  void another_key_another_kind_of_statement_or_type_is_not_enough() throws Exception {
    KeyPair stranger = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    write(Envelope.sign(statement.getBytes(StandardCharsets.UTF_8), stranger));
    assertThat(verify(skill)).isEqualTo(ExitCode.FAILED);

    String other = statement.replace("attestation/validation/v1", "attestation/other/v1");
    write(Envelope.sign(other.getBytes(StandardCharsets.UTF_8), key));
    assertThat(verify(skill)).isEqualTo(ExitCode.FAILED);

    String nameless = statement.replace("assayTree1", "md5");
    write(Envelope.sign(nameless.getBytes(StandardCharsets.UTF_8), key));
    assertThat(verify(skill)).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString()).contains("names no files");
  }

  @Test
  void the_keys_may_be_what_the_server_answers() throws IOException {
    Files.writeString(
        keys,
        "{\"keys\":[{\"key_id\":\"x\",\"pem\":\""
            + PemKeys.text(key.getPublic()).replace("\n", "\\n")
            + "\"}]}");
    assertThat(verify(skill)).isEqualTo(ExitCode.PASSED);
  }

  @Test
  void what_cannot_be_read_is_told() throws IOException {
    for (String text : List.of("", "hello", "{}", "{\"payload\":\"x\"}", "[1]")) {
      Files.writeString(file, text);
      assertThat(verify(skill)).as(text).isEqualTo(ExitCode.USAGE);
    }
    write(Envelope.sign(statement.getBytes(StandardCharsets.UTF_8), key));
    Files.writeString(keys, "no key");
    assertThat(verify(skill)).isEqualTo(ExitCode.USAGE);
    assertThat(run("verify", folder.resolve("nosuch").toString(), "--key", keys.toString()))
        .isEqualTo(ExitCode.USAGE);
  }

  private byte[] packed() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new Intake(IntakeLimits.standard(), folder.resolve("quarantine"))
        .pack(skill, Intake.EvalsChoice.LEAVE_OUT, bytes);
    return bytes.toByteArray();
  }

  private static byte[] sha256(byte[] bytes) throws NoSuchAlgorithmException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  private int verify(Path path) {
    return run("verify", file.toString(), "--key", keys.toString(), path.toString());
  }

  private int run(String... words) {
    return Assay.commandLine(words)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(new StringWriter()))
        .execute(words);
  }

  private void write(Envelope envelope) throws IOException {
    Files.writeString(
        file,
        """
        {"payloadType":"%s","payload":"%s","signatures":[{"keyid":"%s","sig":"%s"}]}
        """
            .formatted(
                envelope.payloadType(),
                envelope.payload(),
                envelope.keyId(),
                envelope.signature()));
  }
}
