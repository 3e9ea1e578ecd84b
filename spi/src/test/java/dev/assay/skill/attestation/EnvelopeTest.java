package dev.assay.skill.attestation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
  private final KeyPair key = pair();
  private final Envelope envelope =
      Envelope.sign("{\"a\":1}".getBytes(StandardCharsets.UTF_8), key);

  @Test
  void only_the_key_that_signed_it_did() {
    assertThat(envelope.isSignedBy(key.getPublic())).isTrue();
    assertThat(envelope.isSignedBy(pair().getPublic())).isFalse();
    assertThat(envelope.keyId()).isEqualTo(Envelope.keyId(key.getPublic()));
    assertThat(new String(envelope.statement(), StandardCharsets.UTF_8)).isEqualTo("{\"a\":1}");
  }

  @Test
  void what_was_changed_in_any_part_is_not_signed() {
    String other = Base64.getEncoder().encodeToString("{\"a\":2}".getBytes(StandardCharsets.UTF_8));
    assertThat(with(envelope.payloadType(), other, envelope.signature())).isFalse();
    assertThat(with("text/plain", envelope.payload(), envelope.signature())).isFalse();
    assertThat(with(envelope.payloadType(), envelope.payload(), envelope.payload())).isFalse();
    assertThat(with(envelope.payloadType(), envelope.payload(), "")).isFalse();
    assertThat(with(envelope.payloadType(), "no base64!", envelope.signature())).isFalse();
  }

  @Test
  void keys_survive_as_text_and_nonsense_is_no_key() {
    String text = PemKeys.text(key.getPrivate()) + PemKeys.text(key.getPublic());
    assertThat(PemKeys.publicKeys(text)).containsExactly(key.getPublic());
    assertThat(PemKeys.privateKeys(text)).containsExactly(key.getPrivate());
    assertThat(PemKeys.publicKeys("hello")).isEmpty();
    assertThatThrownBy(
            () ->
                PemKeys.publicKeys("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private boolean with(String type, String payload, String signature) {
    return new Envelope(type, payload, envelope.keyId(), signature).isSignedBy(key.getPublic());
  }

  private static KeyPair pair() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
