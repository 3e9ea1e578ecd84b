package dev.assay.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// A small OpenID Connect provider on loopback. It publishes its configuration and keys, signs in
/// the configured person without asking, and signs tokens with a real RSA key.
public final class IdentityProvider implements AutoCloseable {
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final HttpServer server;
  private final KeyPair keys;
  private final String clientId;
  private final Map<String, String> nonces = new ConcurrentHashMap<>();
  private volatile Map<String, Object> person = Map.of();

  private IdentityProvider(HttpServer server, KeyPair keys, String clientId) {
    this.server = server;
    this.keys = keys;
    this.clientId = clientId;
  }

  public static IdentityProvider start(String clientId) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      IdentityProvider provider =
          new IdentityProvider(server, generator.generateKeyPair(), clientId);
      server.createContext("/.well-known/openid-configuration", provider::configuration);
      server.createContext("/keys", provider::keys);
      server.createContext("/authorize", provider::authorize);
      server.createContext("/token", provider::token);
      server.start();
      return provider;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public URI issuer() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /// Sets the person who signs in next: claims such as `sub`, `preferred_username` and `groups`.
  public void nextPerson(Map<String, Object> claims) {
    person = Map.copyOf(claims);
  }

  /// A token for these claims and this audience, valid until the given moment.
  public String token(Map<String, Object> claims, String audience, Instant expiry) {
    return sign(claims, audience, expiry, "");
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void configuration(HttpExchange exchange) throws IOException {
    answer(
        exchange,
        """
        {"issuer": "%1$s", "authorization_endpoint": "%1$s/authorize", "token_endpoint": "%1$s/token",
         "jwks_uri": "%1$s/keys", "response_types_supported": ["code"],
         "code_challenge_methods_supported": ["S256"],
         "subject_types_supported": ["public"],
         "id_token_signing_alg_values_supported": ["RS256"],
         "scopes_supported": ["openid", "profile", "email"]}
        """
            .formatted(issuer()));
  }

  private void keys(HttpExchange exchange) throws IOException {
    RSAPublicKey key = (RSAPublicKey) keys.getPublic();
    answer(
        exchange,
        """
        {"keys": [{"kty": "RSA", "kid": "one", "use": "sig", "alg": "RS256", "n": "%s", "e": "%s"}]}
        """
            .formatted(
                BASE64.encodeToString(unsigned(key.getModulus().toByteArray())),
                BASE64.encodeToString(unsigned(key.getPublicExponent().toByteArray()))));
  }

  private void authorize(HttpExchange exchange) throws IOException {
    Map<String, String> query = parameters(exchange.getRequestURI().getRawQuery());
    String code = "code-" + nonces.size();
    nonces.put(code, query.getOrDefault("nonce", ""));
    exchange
        .getResponseHeaders()
        .set(
            "Location",
            query.get("redirect_uri") + "?code=" + code + "&state=" + encode(query.get("state")));
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  private void token(HttpExchange exchange) throws IOException {
    Map<String, String> form =
        parameters(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    String nonce = nonces.getOrDefault(form.getOrDefault("code", ""), "");
    String token = sign(person, clientId, Instant.now().plusSeconds(300), nonce);
    answer(
        exchange,
        """
        {"access_token": "opaque", "token_type": "Bearer", "expires_in": 300, "id_token": "%s"}
        """
            .formatted(token));
  }

  private String sign(Map<String, Object> claims, String audience, Instant expiry, String nonce) {
    String own =
        claims.entrySet().stream()
            .map(claim -> "\"" + claim.getKey() + "\": " + json(claim.getValue()))
            .collect(Collectors.joining(", "));
    String body =
        "{\"iss\": \"%s\", \"aud\": \"%s\", \"exp\": %d, \"iat\": %d, \"nonce\": \"%s\", %s}"
            .formatted(
                issuer(),
                audience,
                expiry.getEpochSecond(),
                Instant.now().getEpochSecond() - 1,
                nonce,
                own);
    String text = encoded("{\"alg\": \"RS256\", \"kid\": \"one\"}") + "." + encoded(body);
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(keys.getPrivate());
      signature.update(text.getBytes(StandardCharsets.US_ASCII));
      return text + "." + BASE64.encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String json(Object value) {
    return value instanceof Iterable<?> many
        ? "["
            + java.util.stream.StreamSupport.stream(many.spliterator(), false)
                .map(IdentityProvider::json)
                .collect(Collectors.joining(", "))
            + "]"
        : "\"" + value + "\"";
  }

  private static String encoded(String text) {
    return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] unsigned(byte[] bytes) {
    return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
  }

  private static Map<String, String> parameters(String query) {
    return Arrays.stream(query.split("&", -1))
        .map(pair -> pair.split("=", 2))
        .collect(
            Collectors.toMap(
                pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
  }

  private static String encode(@org.jspecify.annotations.Nullable String text) {
    return java.net.URLEncoder.encode(String.valueOf(text), StandardCharsets.UTF_8);
  }

  private static void answer(HttpExchange exchange, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
