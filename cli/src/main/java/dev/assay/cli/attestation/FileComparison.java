package dev.assay.cli.attestation;

import dev.assay.cli.check.Workspace;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Compares files with an attestation. An archive must have the attested bytes. A folder must have
/// the attested tree and no other files, because a file outside the tree's digest could still be
/// run.
public final class FileComparison {
  private static final int SHOWN = 5;

  private final Attestation.Signed signed;
  private final Digest tree;

  public FileComparison(Attestation.Signed signed, Digest tree) {
    this.signed = signed;
    this.tree = tree;
  }

  /// Returns the difference from the attested files, or empty if there is none.
  public Optional<String> difference(Path skill) {
    try {
      return Files.isDirectory(skill) ? ofFolder(skill) : ofArchive(skill);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "%s cannot be read: %s.".formatted(skill, e), e);
    }
  }

  private Optional<String> ofFolder(Path folder) throws IOException {
    if (!Files.isRegularFile(folder.resolve("SKILL.md"))) {
      return Optional.of("%s has no SKILL.md. Name the skill's own folder.".formatted(folder));
    }
    Optional<Digest> found = digest(folder);
    if (!found.equals(Optional.of(tree))) {
      return Optional.of(other(folder, found));
    }
    List<String> strays = Intake.strays(folder);
    if (strays.isEmpty()) {
      return Optional.empty();
    }
    String names = String.join(", ", strays.subList(0, Math.min(SHOWN, strays.size())));
    return Optional.of(
        "%s has the attested files and %d more, which nobody proved: %s%s."
            .formatted(folder, strays.size(), names, strays.size() > SHOWN ? ", …" : ""));
  }

  private Optional<String> ofArchive(Path archive) throws IOException {
    if (signed.archive().equals(Optional.of(sha256(archive)))) {
      return Optional.empty();
    }
    Optional<Digest> found = digest(archive);
    return Optional.of(
        found.equals(Optional.of(tree))
            ? ("%s has the attested files, but is not the attested archive: it is packed in another"
                    + " way or holds more. Download it from the server, or unpack it and verify the"
                    + " folder.")
                .formatted(archive)
            : other(archive, found));
  }

  private String other(Path path, Optional<Digest> found) {
    return "%s is not what was attested.\nattested  %s\nfound     %s"
        .formatted(path, tree, found.map(Digest::toString).orElse("nothing readable"));
  }

  private static Optional<Digest> digest(Path skill) throws IOException {
    return new Intake(IntakeLimits.standard(), Workspace.open()).check(skill).digest();
  }

  private static Digest sha256(Path file) throws IOException {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(OutputStream.nullOutputStream());
      return new Digest(HexFormat.of().formatHex(in.getMessageDigest().digest()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
