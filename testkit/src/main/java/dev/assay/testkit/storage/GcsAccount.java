package dev.assay.testkit.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The service account of a [GcsServer]: its key and its tokens.
public final class GcsAccount {
  public static final String NAME = "assay@tests.iam.gserviceaccount.com";
  private static final String GRANT =
      "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer";

  private static final KeyPair KEYS = pair();
  private static final KeyPair OTHER_KEYS = pair();

  private final URI tokens;
  private final Set<String> valid = ConcurrentHashMap.newKeySet();
  private volatile boolean open;
  private volatile Duration lifetime = Duration.ofSeconds(3599);

  GcsAccount(URI tokens) {
    this.tokens = tokens;
  }

  private static KeyPair pair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Writes the key in Google's format.
  public Path keyFile(Path folder) {
    return keyFile(folder, KEYS);
  }

  /// Writes a key that the account does not have.
  public Path wrongKeyFile(Path folder) {
    return keyFile(folder, OTHER_KEYS);
  }

  private Path keyFile(Path folder, KeyPair pair) {
    String base64 =
        Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(pair.getPrivate().getEncoded());
    String json =
        GcsServer.JSON
            .createObjectNode()
            .put("type", "service_account")
            .put("project_id", "tests")
            .put("private_key_id", "0123456789abcdef")
            .put(
                "private_key",
                "-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n")
            .put("client_email", NAME)
            .put("token_uri", tokens.toString())
            .toString();
    try {
      return Files.writeString(folder.resolve("key-" + UUID.randomUUID() + ".json"), json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Accepts every request from now on, as an emulator does.
  public void admitEverybody() {
    open = true;
  }

  /// Refuses the tokens issued so far.
  public void revoke() {
    valid.clear();
  }

  /// Sets the life of tokens issued from now on.
  public void tokensLast(Duration time) {
    lifetime = time;
  }

  boolean knows(@Nullable String authorization) {
    return open
        || (authorization != null
            && authorization.startsWith("Bearer ")
            && valid.contains(authorization.substring(7)));
  }

  JsonNode token() {
    String token = "token-" + UUID.randomUUID();
    valid.add(token);
    return GcsServer.JSON
        .createObjectNode()
        .put("access_token", token)
        .put("expires_in", lifetime.toSeconds())
        .put("token_type", "Bearer");
  }

  /// Issues a token for a valid assertion; empty if it is invalid.
  Optional<JsonNode> exchange(String form) {
    String[] parts = form.split("&assertion=", -1);
    if (parts.length != 2 || !parts[0].equals(GRANT)) {
      return Optional.empty();
    }
    String[] words = URLDecoder.decode(parts[1], StandardCharsets.UTF_8).split("\\.", -1);
    JsonNode header = decoded(words[0]);
    JsonNode claims = decoded(words[1]);
    long now = Instant.now().getEpochSecond();
    boolean right =
        header.path("alg").asString("").equals("RS256")
            && claims.path("iss").asString("").equals(NAME)
            && claims.path("aud").asString("").equals(tokens.toString())
            && claims.path("scope").asString("").endsWith("/auth/devstorage.read_write")
            && claims.path("iat").asLong() <= now + 5
            && claims.path("exp").asLong() > now
            && claims.path("exp").asLong() - claims.path("iat").asLong() <= 3600
            && isSigned(words);
    return right ? Optional.of(token()) : Optional.empty();
  }

  private boolean isSigned(String[] words) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(KEYS.getPublic());
      signature.update((words[0] + "." + words[1]).getBytes(StandardCharsets.US_ASCII));
      return signature.verify(Base64.getUrlDecoder().decode(words[2]));
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static JsonNode decoded(String word) {
    return GcsServer.JSON.readTree(Base64.getUrlDecoder().decode(word));
  }
}
