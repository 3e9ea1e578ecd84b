package dev.assay.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.packages.Exchange.Result;
import dev.assay.testkit.SelfSigned;
import dev.assay.testkit.packages.PackageServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// TLS and proxies between a door and its index.
class WayToIndexStoryTest {
  private static final String PAGE = "<a href='a-1.0.whl'>a</a>";
  private static final URI FAR = URI.create("http://index.invalid/simple/");

  @TempDir static Path shared;
  private static SelfSigned certificate;

  @TempDir Path folder;
  private DoorFixture fixture;

  @BeforeAll
  static void sign() {
    certificate = SelfSigned.in(shared, "ip:127.0.0.1,dns:index.invalid");
  }

  @BeforeEach
  void open() {
    fixture = new DoorFixture(folder.resolve("doors"));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static PackageSettingsDraft settings(URI index) {
    return new PackageSettingsDraft()
        .withPip(index)
        .withNpm(index, Map.of())
        .withPatience(Duration.ofSeconds(2));
  }

  private Path netrc(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("netrc"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  @Test
  void a_certificate_nobody_vouches_for_is_refused_until_it_is_configured() {
    try (PackageServer server = PackageServer.startSecure(certificate)) {
      server.put("/simple/x/", "text/html", PAGE);
      PackageDoor closed = fixture.door(settings(server.address("/simple/")).settings());
      assertThat(new DoorClient(closed).get("/p/0/x/").status()).isEqualTo(504);
      assertThat(closed.exchanges().getLast().result()).isEqualTo(Result.UNTRUSTED);
      assertThat(closed.trouble().orElseThrow())
          .contains("its certificate is not trusted", "assay.packages.certificates");
      assertThat(server.requests()).isEmpty();
      PackageDoor open =
          fixture.door(
              settings(server.address("/simple/"))
                  .withCertificates(certificate.certificateFile())
                  .settings());
      assertThat(new DoorClient(open).get("/p/0/x/").status()).isEqualTo(200);
    }
  }

  @Test
  void a_certificate_of_somebody_else_is_refused() {
    try (PackageServer server = PackageServer.startSecure(certificate)) {
      PackageDoor door =
          fixture.door(
              settings(URI.create("https://localhost:" + server.port() + "/simple/"))
                  .withCertificates(certificate.certificateFile())
                  .settings());
      assertThat(new DoorClient(door).get("/p/0/x/").status()).isEqualTo(504);
      assertThat(door.exchanges().getLast().result()).isEqualTo(Result.UNTRUSTED);
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void an_index_without_tls_where_tls_is_expected_is_unreachable() {
    PackageServer server = fixture.server();
    URI address = URI.create("https://127.0.0.1:" + server.port() + "/simple/");
    PackageDoor door = fixture.door(settings(address).settings());
    assertThat(new DoorClient(door).get("/p/0/x/").status()).isEqualTo(504);
    assertThat(door.exchanges().getLast().result()).isEqualTo(Result.UNREACHABLE);
    assertThat(door.trouble().orElseThrow()).contains("TLS");
  }

  @Test
  void a_proxy_is_asked_for_hosts_that_only_it_knows_and_gets_its_own_password()
      throws IOException {
    PackageServer proxy = fixture.server().put("/simple/x/", "text/html", PAGE);
    Path netrc =
        netrc(
            "machine 127.0.0.1:%d login px password pp\nmachine index.invalid login ix password ii"
                .formatted(proxy.port()));
    PackageDoor door =
        fixture.door(settings(FAR).withProxy(proxy.address("")).withCredentials(netrc).settings());
    assertThat(new DoorClient(door).get("/p/0/x/").status()).isEqualTo(200);
    PackageServer.Request request = proxy.requests().getFirst();
    assertThat(request.headers().getFirst("Proxy-Authorization")).isEqualTo("Basic cHg6cHA=");
    assertThat(request.headers().getFirst("Authorization")).isEqualTo("Basic aXg6aWk=");
    assertThat(door.hosts()).containsExactly("index.invalid:80");
  }

  @Test
  void a_tunnel_to_an_index_with_tls_gets_the_password_of_the_proxy_and_not_of_the_index()
      throws IOException {
    try (PackageServer server = PackageServer.startSecure(certificate);
        TunnelProxy proxy = new TunnelProxy(server.port())) {
      server.put("/simple/x/", "text/html", PAGE);
      Path netrc =
          netrc(
              "machine 127.0.0.1:%d login px password pp\nmachine index.invalid login ix password ii"
                  .formatted(proxy.address().getPort()));
      PackageDoor door =
          fixture.door(
              settings(URI.create("https://index.invalid/simple/"))
                  .withProxy(proxy.address())
                  .withCredentials(netrc)
                  .withCertificates(certificate.certificateFile())
                  .settings());
      assertThat(new DoorClient(door).get("/p/0/x/").status()).isEqualTo(200);
      assertThat(proxy.headers().getFirst())
          .startsWith("CONNECT index.invalid:443 ")
          .contains("Basic cHg6cHA=")
          .doesNotContain("aXg6aWk=");
      assertThat(server.requests().getFirst().headers())
          .doesNotContainKey("Proxy-authorization")
          .containsKey("Authorization");
    }
  }

  @Test
  void a_proxy_that_is_down_is_to_blame_and_not_the_index() {
    PackageServer proxy = fixture.server();
    URI address = proxy.address("");
    proxy.close();
    PackageDoor door = fixture.door(settings(FAR).withProxy(address).settings());
    assertThat(new DoorClient(door).get("/p/0/x/").status()).isEqualTo(504);
    assertThat(door.exchanges().getLast().result()).isEqualTo(Result.PROXY_FAILED);
    assertThat(door.trouble().orElseThrow())
        .contains("the proxy 127.0.0.1:" + address.getPort(), "Check assay.packages.proxy");
  }

  @Test
  void a_proxy_does_not_lead_to_this_machine_or_its_network() {
    PackageServer proxy = fixture.server();
    proxy.put("/simple/x/", "text/html", "<a href='http://169.254.169.254/a-1.0.whl'>a</a>");
    PackageDoor door = fixture.door(settings(FAR).withProxy(proxy.address("")).settings());
    DoorClient client = new DoorClient(door);
    String link = DoorClient.link(client.get("/p/0/x/").body());
    assertThat(client.get(link).status()).isEqualTo(504);
    assertThat(proxy.requests()).hasSize(1);
  }

  @Test
  void a_name_nobody_knows_is_unreachable() {
    PackageDoor door = fixture.door(settings(FAR).settings());
    assertThat(new DoorClient(door).get("/p/0/x/").status()).isEqualTo(504);
    assertThat(door.trouble().orElseThrow()).contains("has no known address");
  }
}
