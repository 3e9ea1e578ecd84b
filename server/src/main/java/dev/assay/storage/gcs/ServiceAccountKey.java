package dev.assay.storage.gcs;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.storage.settings.AllowedTransport;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The key of a service account, a JSON file from Google.
///
/// @param id the id of the key
/// @param tokens the address that exchanges an assertion for a token
record ServiceAccountKey(String account, String id, Secret secret, URI tokens) {
  private static final String SCOPE = "https://www.googleapis.com/auth/devstorage.read_write";
  private static final String GOOGLE = "https://oauth2.googleapis.com/token";
  private static final Duration VALID = Duration.ofMinutes(30);
  private static final long LARGEST = 100_000;

  /// @param failure the code for a file that is no such key
  /// @throws AssayException with that code
  static ServiceAccountKey read(Path file, AllowedTransport transport, ErrorCode failure) {
    JsonNode json;
    try {
      if (Files.size(file) > LARGEST) {
        throw refused(failure, file, "is too large");
      }
      json = Answer.JSON.readTree(Files.readAllBytes(file));
    } catch (IOException e) {
      throw refused(failure, file, "cannot be read");
    } catch (JacksonException e) {
      throw refused(failure, file, "is not JSON");
    }
    String type = json.path("type").asString("");
    if (!type.equals("service_account")) {
      throw refused(
          failure, file, type.isEmpty() ? "has no \"type\"" : "is of the type \"" + type + "\"");
    }
    ServiceAccountKey key =
        new ServiceAccountKey(
            json.path("client_email").asString(""),
            json.path("private_key_id").asString(""),
            Secret.of(json.path("private_key").asString("")),
            address(failure, file, json.path("token_uri").asString(GOOGLE), transport));
    if (key.account().isEmpty()) {
      throw refused(failure, file, "has no \"client_email\"");
    }
    try {
      PrivateKey _ = key.privateKey();
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw refused(failure, file, "has no RSA key as \"private_key\"");
    }
    return key;
  }

  private static URI address(
      ErrorCode failure, Path file, String text, AllowedTransport transport) {
    try {
      URI address = URI.create(text);
      if (address.getHost() != null && transport.permits(address)) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // refused below
    }
    throw refused(failure, file, "has a \"token_uri\" that is not an address with https://");
  }

  private static AssayException refused(ErrorCode failure, Path file, String what) {
    return new AssayException(
        failure,
        "assay.storage.gcs.key-file: %s %s. Use the JSON file of a service account's key, readable for the server."
            .formatted(file, what));
  }

  private PrivateKey privateKey() throws GeneralSecurityException {
    String base64 = secret.reveal().replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    return KeyFactory.getInstance("RSA")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }

  /// A signed assertion that can be exchanged for a token once.
  Secret assertion(Instant now) {
    ObjectNode header = Answer.JSON.createObjectNode().put("alg", "RS256").put("typ", "JWT");
    if (!id.isEmpty()) {
      header.put("kid", id);
    }
    ObjectNode claims =
        Answer.JSON
            .createObjectNode()
            .put("iss", account)
            .put("scope", SCOPE)
            .put("aud", tokens.toString())
            .put("iat", now.getEpochSecond())
            .put("exp", now.plus(VALID).getEpochSecond());
    String unsigned = encoded(header) + "." + encoded(claims);
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(privateKey());
      signature.update(unsigned.getBytes(StandardCharsets.US_ASCII));
      return Secret.of(unsigned + "." + encoded(signature.sign()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The key was good when it was read.", e);
    }
  }

  private static String encoded(ObjectNode json) {
    return encoded(Answer.JSON.writeValueAsBytes(json));
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
