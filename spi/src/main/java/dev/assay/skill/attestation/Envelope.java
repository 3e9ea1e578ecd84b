package dev.assay.skill.attestation;

import dev.assay.skill.Digest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import java.util.Locale;

/// A statement and its signature, in the form of DSSE: the signature covers the statement's bytes
/// and its type, so neither can be exchanged.
///
/// @param payload the statement's bytes in Base64
/// @param signature Ed25519, in Base64
public record Envelope(String payloadType, String payload, String keyId, String signature) {
  /// The type of the statements we sign.
  public static final String STATEMENT = "application/vnd.in-toto+json";

  private static final String ALGORITHM = "Ed25519";

  public static Envelope sign(byte[] statement, KeyPair key) {
    return sign(STATEMENT, statement, key);
  }

  /// @param type says what is signed; a signature of one type is none of another
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

  /// How a key is named: the SHA-256 of its X.509 form.
  public static String keyId(PublicKey key) {
    return Digest.of(key.getEncoded()).hex();
  }

  /// Whether that key signed exactly this. What cannot be read is not signed.
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
