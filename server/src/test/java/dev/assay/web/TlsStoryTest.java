package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.testkit.SelfSigned;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
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
    SelfSigned keys = SelfSigned.in(folder);
    try (TestServer server =
            TestServer.start(
                Map.of(
                    "ASSAY_SERVER_TLS_CERTIFICATE", keys.certificateFile().toString(),
                    "ASSAY_SERVER_TLS_KEY", keys.keyFile().toString()));
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

  private static HttpResponse<String> get(HttpClient client, String url)
      throws IOException, InterruptedException {
    return client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
  }

  private static SSLContext trusting(SelfSigned keys) throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("assay", keys.certificate());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
