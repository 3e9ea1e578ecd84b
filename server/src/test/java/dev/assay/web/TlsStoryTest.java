package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsStoryTest {
  @TempDir Path folder;

  @Test
  void with_a_certificate_everything_goes_over_tls_and_cookies_only_there()
      throws IOException, GeneralSecurityException, InterruptedException {
    KeyStore keys = selfSigned();
    Path certificate = pem("CERTIFICATE", keys.getCertificate("assay").getEncoded());
    Path key = pem("PRIVATE KEY", keys.getKey("assay", PASSWORD).getEncoded());
    try (TestServer server =
            TestServer.start(
                Map.of(
                    "ASSAY_SERVER_TLS_CERTIFICATE", certificate.toString(),
                    "ASSAY_SERVER_TLS_KEY", key.toString()));
        HttpClient client =
            HttpClient.newBuilder()
                .sslContext(trusting(keys))
                .cookieHandler(new CookieManager())
                .build()) {
      assertThat(server.url()).startsWith("https://");
      HttpResponse<String> page = get(client, server.url() + "/sign-in");
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("Strict-Transport-Security")).isPresent();

      String forgeryToken =
          page.body().replaceAll("(?s).*name=\"_csrf\" value=\"([^\"]+)\".*", "$1");
      HttpResponse<String> signedIn =
          client.send(
              HttpRequest.newBuilder(URI.create(server.url() + "/sign-in"))
                  .header("Content-Type", "application/x-www-form-urlencoded")
                  .POST(
                      BodyPublishers.ofString(
                          "username=admin&password="
                              + TestServer.ADMIN_PASSWORD.replace(" ", "+")
                              + "&_csrf="
                              + forgeryToken))
                  .build(),
              BodyHandlers.ofString());
      assertThat(signedIn.statusCode()).isEqualTo(302);
      assertThat(signedIn.headers().allValues("Set-Cookie"))
          .anyMatch(
              cookie ->
                  cookie.startsWith("__Host-assay_session=assay_")
                      && cookie.contains("Secure")
                      && cookie.contains("HttpOnly"));
    }
  }

  private static final char[] PASSWORD = "changeit".toCharArray();

  private static HttpResponse<String> get(HttpClient client, String url)
      throws IOException, InterruptedException {
    return client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
  }

  private KeyStore selfSigned() throws IOException, GeneralSecurityException, InterruptedException {
    Path store = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/keytool",
                "-genkeypair",
                "-alias",
                "assay",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
    return KeyStore.getInstance(store.toFile(), PASSWORD);
  }

  private Path pem(String label, byte[] content) throws IOException {
    return Files.writeString(
        folder.resolve(label.replace(' ', '-') + ".pem"),
        "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
            .formatted(label, Base64.getMimeEncoder().encodeToString(content)));
  }

  private static SSLContext trusting(KeyStore keys) throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("assay", keys.getCertificate("assay"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
