package dev.assay.cli.attestation;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.attestation.Envelope;
import dev.assay.skill.attestation.PemKeys;
import dev.assay.skill.attestation.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A file with a claim about the proof of a skill. No part of it counts before the signature is
/// verified.
public final class Attestation {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final long LARGEST = 10_000_000;

  private final List<Envelope> envelopes;

  private Attestation(List<Envelope> envelopes) {
    this.envelopes = envelopes;
  }

  public static Attestation read(Path file) {
    JsonNode json = json(file, text(file));
    String type = json.path("payloadType").asString("");
    String payload = json.path("payload").asString("");
    List<Envelope> envelopes = new ArrayList<>();
    for (JsonNode signature : json.path("signatures")) {
      envelopes.add(
          new Envelope(
              type,
              payload,
              signature.path("keyid").asString(""),
              signature.path("sig").asString("")));
    }
    if (envelopes.isEmpty() || payload.isEmpty()) {
      throw unreadable(file, "it is not a DSSE envelope with a payload and a signature");
    }
    return new Attestation(envelopes);
  }

  /// Reads the public keys of a PEM file, or of a server's answer at `/.well-known/assay/keys`.
  public static List<PublicKey> keys(Path file) {
    String text = text(file);
    if (text.stripLeading().startsWith("{")) {
      JsonNode keys = json(file, text).path("keys");
      text =
          StreamSupport.stream(keys.spliterator(), false)
              .map(key -> key.path("pem").asString(""))
              .collect(Collectors.joining("\n"));
    }
    try {
      List<PublicKey> keys = PemKeys.publicKeys(text);
      if (keys.isEmpty()) {
        throw unreadable(file, "there is no public key in it");
      }
      return keys;
    } catch (IllegalArgumentException e) {
      throw unreadable(file, "a key in it is not an Ed25519 public key");
    }
  }

  /// Returns the statement that one of these keys signed, or empty if none did.
  public Optional<Signed> signedBy(List<PublicKey> keys) {
    for (Envelope envelope : envelopes) {
      for (PublicKey key : keys) {
        if (envelope.payloadType().equals(Envelope.STATEMENT) && envelope.isSignedBy(key)) {
          return statement(envelope).map(said -> new Signed(said, Envelope.keyId(key)));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<JsonNode> statement(Envelope envelope) {
    try {
      JsonNode statement = JSON.readTree(envelope.statement());
      boolean ours =
          statement.path("_type").asString("").equals(Statement.TYPE)
              && statement.path("predicateType").asString("").equals(Statement.PREDICATE);
      return ours ? Optional.of(statement) : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /// A statement whose signer is known.
  public record Signed(JsonNode statement, String keyId) {
    public JsonNode predicate() {
      return statement.path("predicate");
    }

    /// Returns the digest of the attested tree.
    public Optional<Digest> tree() {
      return digest(Statement.TREE);
    }

    /// Returns the digest of the attested archive.
    public Optional<Digest> archive() {
      return digest("sha256");
    }

    private Optional<Digest> digest(String kind) {
      for (JsonNode subject : statement.path("subject")) {
        String hex = subject.path("digest").path(kind).asString("");
        if (hex.matches("[0-9a-f]{64}")) {
          return Optional.of(new Digest(hex));
        }
      }
      return Optional.empty();
    }
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > LARGEST) {
        throw unreadable(file, "it is too large");
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw unreadable(file, e.toString());
    }
  }

  private static JsonNode json(Path file, String text) {
    try {
      return JSON.readTree(text);
    } catch (JacksonException e) {
      throw unreadable(file, "it is not JSON");
    }
  }

  private static AssayException unreadable(Path file, String why) {
    return new AssayException(ErrorCode.BAD_REQUEST, "%s cannot be used: %s.".formatted(file, why));
  }
}
