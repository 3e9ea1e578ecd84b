package dev.assay.home;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.attestation.Envelope;
import dev.assay.skill.attestation.PemKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The signing key of this installation, in a file that only its owner may read. It is made at the
/// first start and never replaced, because its signatures could not be checked any more.
public final class SigningKey {
  private SigningKey() {}

  public static KeyPair ensure(Home home) {
    Path file = home.signingKeyFile();
    try {
      if (!Files.exists(file)) {
        KeyPair made = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        PrivateFiles.write(file, PemKeys.text(made.getPrivate()) + PemKeys.text(made.getPublic()));
        return made;
      }
      return read(file, Files.readString(file));
    } catch (IOException e) {
      throw unusable(file, "cannot be read or written (" + e.getMessage() + ")", e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java since 15 has Ed25519", e);
    }
  }

  private static KeyPair read(Path file, String text) {
    try {
      List<PrivateKey> secret = PemKeys.privateKeys(text);
      List<PublicKey> open = PemKeys.publicKeys(text);
      if (secret.size() == 1 && open.size() == 1) {
        KeyPair pair = new KeyPair(open.getFirst(), secret.getFirst());
        if (Envelope.sign(new byte[0], pair).isSignedBy(pair.getPublic())) {
          return pair;
        }
      }
      throw unusable(file, "does not hold one pair of keys that belong together", null);
    } catch (IllegalArgumentException e) {
      throw unusable(file, "is damaged", e);
    }
  }

  private static AssayException unusable(Path file, String what, @Nullable Exception cause) {
    return new AssayException(
        ErrorCode.HOME_UNUSABLE,
        "The signing key "
            + file
            + " "
            + what
            + ". Restore it from a backup; or remove it, and a new one is made.",
        cause);
  }
}
