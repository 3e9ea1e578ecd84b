package dev.assay.skill.attestation;

import dev.assay.skill.Digest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.Locale;

/// A statement and its signature, in the form of DSSE. The signature covers the statement's bytes
/// and its type, so neither can be replaced.
///
/// @param payload the statement's bytes in Base64
/// @param signature the Ed25519 signature in Base64
public record Envelope(String payloadType, String payload, String keyId, String signature) {
  /// The type of the statements that Assay signs.
  public static final String STATEMENT = "application/vnd.in-toto+json";

  private static final String ALGORITHM = "Ed25519";

  public static Envelope sign(byte[] statement, KeyPair key) {
    return sign(STATEMENT, statement, key);
  }

  /// @param type the type of what is signed; a signature for one type is invalid for another
  public static Envelope sign(String type, byte[] statement, KeyPair key) {
    try {
      Signature signer = Signature.getInstance(ALGORITHM);
      signer.initSign(key.getPrivate());
      signer.update(covered(type, statement));
      return new Envelope(type, encoded(statement), keyId(key.getPublic()), encoded(signer.sign()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this key cannot sign", e);
    }
  }

  /// The name of a key: the SHA-256 of its X.509 form.
  public static String keyId(PublicKey key) {
    return Digest.of(key.getEncoded()).hex();
  }

  /// Returns whether that key signed exactly this statement. An unreadable signature counts as
  /// none.
  public boolean isSignedBy(PublicKey key) {
    try {
      Signature verifier = Signature.getInstance(ALGORITHM);
      verifier.initVerify(key);
      verifier.update(covered(payloadType, statement()));
      return verifier.verify(Base64.getDecoder().decode(signature));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  /// The statement's bytes.
  ///
  /// @throws IllegalArgumentException if the payload is not Base64
  public byte[] statement() {
    return Base64.getDecoder().decode(payload);
  }

  private static byte[] covered(String type, byte[] statement) {
    byte[] head =
        String.format(
                Locale.ROOT,
                "DSSEv1 %d %s %d ",
                type.getBytes(StandardCharsets.UTF_8).length,
                type,
                statement.length)
            .getBytes(StandardCharsets.UTF_8);
    byte[] all = new byte[head.length + statement.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(statement, 0, all, head.length, statement.length);
    return all;
  }

  private static String encoded(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
