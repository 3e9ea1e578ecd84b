package dev.assay.packages;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Encrypts targets so that only the door that made the words can read them. The inside cannot name
/// a target of its own, and learns nothing of an address that may hold a secret. The same target
/// always gives the same word.
final class LinkSeal {
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;

  private final SecretKeySpec hiding;
  private final SecretKeySpec naming;

  LinkSeal() {
    byte[] keys = new byte[64];
    new SecureRandom().nextBytes(keys);
    hiding = new SecretKeySpec(keys, 0, 32, "AES");
    naming = new SecretKeySpec(keys, 32, 32, "HmacSHA256");
  }

  String seal(FileTarget target) {
    byte[] text = target.text().getBytes(StandardCharsets.UTF_8);
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(naming);
      byte[] nonce = Arrays.copyOf(mac.doFinal(text), NONCE);
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, nonce);
      byte[] sealed = cipher.doFinal(text);
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(
              ByteBuffer.allocate(NONCE + sealed.length).put(nonce).put(sealed).array());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has AES and HMAC", e);
    }
  }

  /// The target of a word; empty for a word that this door did not make.
  Optional<FileTarget> open(String word) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(word);
      if (bytes.length <= NONCE + TAG_BITS / 8) {
        return Optional.empty();
      }
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(bytes, NONCE));
      byte[] text = cipher.doFinal(bytes, NONCE, bytes.length - NONCE);
      return Optional.of(FileTarget.parse(new String(text, StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException | AEADBadTagException e) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has AES", e);
    }
  }

  private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, hiding, new GCMParameterSpec(TAG_BITS, nonce));
    return cipher;
  }
}
