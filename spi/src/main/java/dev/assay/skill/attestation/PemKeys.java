package dev.assay.skill.attestation;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads Ed25519 keys from text.
public final class PemKeys {
  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN (PUBLIC|PRIVATE) KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1 KEY-----");
  private static final String ALGORITHM = "Ed25519";

  private PemKeys() {}

  public static String text(PublicKey key) {
    return block("PUBLIC", key.getEncoded());
  }

  public static String text(PrivateKey key) {
    return block("PRIVATE", key.getEncoded());
  }

  /// The public keys in a text, in order.
  ///
  /// @throws IllegalArgumentException if one of them is no Ed25519 key
  public static List<PublicKey> publicKeys(String text) {
    List<PublicKey> keys = new ArrayList<>();
    for (byte[] encoded : blocks("PUBLIC", text)) {
      try {
        keys.add(KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded)));
      } catch (GeneralSecurityException e) {
        throw new IllegalArgumentException("not an Ed25519 public key", e);
      }
    }
    return keys;
  }

  /// The private keys in a text, in order.
  ///
  /// @throws IllegalArgumentException if one of them is no Ed25519 key
  public static List<PrivateKey> privateKeys(String text) {
    List<PrivateKey> keys = new ArrayList<>();
    for (byte[] encoded : blocks("PRIVATE", text)) {
      try {
        keys.add(
            KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(encoded)));
      } catch (GeneralSecurityException e) {
        throw new IllegalArgumentException("not an Ed25519 private key", e);
      }
    }
    return keys;
  }

  private static List<byte[]> blocks(String kind, String text) {
    List<byte[]> found = new ArrayList<>();
    Matcher blocks = BLOCK.matcher(text);
    while (blocks.find()) {
      if (blocks.group(1).equals(kind)) {
        found.add(Base64.getMimeDecoder().decode(blocks.group(2)));
      }
    }
    return found;
  }

  private static String block(String kind, byte[] encoded) {
    return "-----BEGIN %s KEY-----\n%s\n-----END %s KEY-----\n"
        .formatted(
            kind, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded), kind);
  }
}
