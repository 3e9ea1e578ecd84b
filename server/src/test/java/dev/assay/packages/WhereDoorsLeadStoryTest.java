package dev.assay.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.packages.Exchange.Result;
import dev.assay.packages.fetch.Credentials;
import dev.assay.skill.Secret;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.testkit.packages.PackageServer;
import dev.assay.testkit.packages.PipIndex;
import dev.assay.testkit.packages.PythonPackage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Neither the sandbox nor an index can send a door to places of their choice.
class WhereDoorsLeadStoryTest {
  private static final String PAGE = "/simple/tiny-one/";

  @TempDir Path folder;
  private DoorFixture fixture;
  private PackageServer server;

  @BeforeEach
  void open() {
    fixture = new DoorFixture(folder.resolve("doors"));
    server = fixture.server();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private PackageDoor door() {
    return fixture.door(DoorFixture.sources(server.address("/simple/")));
  }

  private static void redirect(PackageServer server, String path, String target) {
    server.on(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("Location", target);
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:%d/secret-1.0.whl",
        "http://127.0.0.2:%d/secret-1.0.whl",
        "http://[::1]:%d/secret-1.0.whl",
        "http://2130706434:%d/secret-1.0.whl",
        "http://0.0.0.0:%d/secret-1.0.whl",
        "http://10.0.0.1/secret-1.0.whl",
        "http://192.168.1.1/secret-1.0.whl",
        "http://169.254.169.254/latest/meta-data-1.0.whl",
        "http://[fd00::1]/secret-1.0.whl",
        "http://[::ffff:127.0.0.1]:%d/secret-1.0.whl",
        "file:///etc/secret-1.0.whl",
        "ftp://example.com/secret-1.0.whl",
        "gopher:secret-1.0.whl"
      })
  void neither_a_link_nor_a_redirect_leads_to_this_machine_or_its_network(String form) {
    PackageServer other = fixture.server().put("/secret-1.0.whl", "text/plain", "a secret");
    String target = form.formatted(other.port());
    server.put(PAGE, "text/html", "<a href='%s'>x</a><a href='y-1.0.whl'>y</a>".formatted(target));
    redirect(server, PAGE + "y-1.0.whl", target);
    redirect(server, "/simple/moved/", target);
    PackageDoor door = door();
    DoorClient client = new DoorClient(door);
    List<String> links =
        client.get("/p/0/tiny-one/").body().lines().filter(line -> line.startsWith("<a")).toList();
    assertThat(links).isNotEmpty();
    for (String link : links) {
      DoorClient.Answer answer = client.get(DoorClient.link(link));
      assertThat(answer.status()).isEqualTo(504);
      assertThat(answer.body()).doesNotContain("a secret");
    }
    assertThat(client.get("/p/0/moved/").status()).isEqualTo(504);
    assertThat(other.requests()).isEmpty();
    assertThat(door.exchanges().subList(1, door.exchanges().size()))
        .allMatch(each -> each.result() == Result.MISDIRECTED);
    assertThat(door.hosts()).allMatch(host -> host.equals("127.0.0.1:" + server.port()));
    assertThat(door.trouble().orElseThrow()).contains("Only public addresses");
  }

  @Test
  void a_circle_of_redirects_ends() {
    redirect(server, PAGE, PAGE);
    PackageDoor door = door();
    assertThat(new DoorClient(door).get("/p/0/tiny-one/").status()).isEqualTo(504);
    assertThat(door.exchanges().getLast().shown()).endsWith("redirects more than 5 times");
    assertThat(server.requests()).hasSize(6);
  }

  @Test
  void credentials_stay_with_their_host_when_it_redirects_elsewhere() {
    PackageServer other = fixture.server().put("/x/", "text/html", "<a href='a-1.0.whl'>a</a>");
    server.requirePassword("bob", "hunter2");
    redirect(server, PAGE, other.address("/x/").toString());
    redirect(server, "/simple/moved/", "/simple/real/");
    server.put("/simple/real/", "text/html", "<a href='a-1.0.whl'>a</a>");
    PackageDoor door =
        fixture.door(
            DoorFixture.sources(
                server.address("/simple/"),
                new Credentials(
                    List.of(
                        new Credentials.Entry(
                            "127.0.0.1", server.port(), "/", "bob", Secret.of("hunter2"))))));
    DoorClient client = new DoorClient(door);
    assertThat(client.get("/p/0/tiny-one/").status()).isEqualTo(200);
    assertThat(client.get("/p/0/moved/").status()).isEqualTo(200);
    assertThat(other.requests())
        .hasSize(1)
        .noneMatch(each -> each.headers().containsKey("Authorization"));
    assertThat(door.exchanges().toString()).doesNotContain("hunter2");
  }

  @Test
  void an_address_is_good_only_as_its_door_made_it() {
    server.put(PAGE, "text/html", "<a href='a-1.0.whl?token=s3cret'>a</a>");
    server.put(PAGE + "a-1.0.whl", "application/octet-stream", "wheel");
    PackageDoor door = door();
    DoorClient client = new DoorClient(door);
    String page = client.get("/p/0/tiny-one/").body();
    String link = DoorClient.link(page);
    assertThat(page).doesNotContain("s3cret", Integer.toString(server.port()));
    assertThat(client.get(link).body()).isEqualTo("wheel");
    assertThat(client.get(link.replace("a-1.0", "b-1.0")).status()).isEqualTo(403);
    assertThat(client.get(link + ".metadata").status()).isEqualTo(403);
    assertThat(client.get(link + "/../x").status()).isEqualTo(403);
    for (int at = 3; at < link.lastIndexOf('/'); at += 7) {
      char other = link.charAt(at) == 'A' ? 'B' : 'A';
      assertThat(client.get(link.substring(0, at) + other + link.substring(at + 1)).status())
          .isEqualTo(403);
    }
    assertThat(new DoorClient(door()).get(link).status()).isEqualTo(403);
    assertThat(door.find("http://127.0.0.1:3141" + link).orElseThrow().origin())
        .isEqualTo(server.address(PAGE + "a-1.0.whl").toString());
    assertThat(door.find("https://example.com/x.whl")).isEmpty();
    assertThat(door.find("not an address")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/p/0/../../etc/passwd",
        "/p/0/%2e%2e/",
        "/p/0/..%2f..%2fetc/",
        "/p/0/a%00b/",
        "/p/0/",
        "/p/1/tiny-one/",
        "/p/x/tiny-one/",
        "/p/0/tiny-one/index.html",
        "/l/0/",
        "/l/0/../x",
        "/n/1/tiny",
        "/n/0/..",
        "/n/0/@a/..",
        "/n/0/a/b/c",
        "/n/0/-/npm/v1/security/audits",
        "/d/0/dists/stable/InRelease",
        "/f/",
        "/f/x",
        "/f/!!/x.whl",
        "/",
        "/q/0/x",
        "//example.com/p/0/tiny-one/",
        "http://example.com/p/0/tiny-one/",
        "*"
      })
  void what_is_not_offered_is_refused_and_nobody_is_asked(String path) {
    PackageDoor door = door();
    assertThat(new DoorClient(door).get(path).status()).isEqualTo(403);
    assertThat(server.requests()).isEmpty();
    assertThat(door.exchanges()).extracting(Exchange::result).containsExactly(Result.REFUSED);
    assertThat(door.trouble()).isEmpty();
  }

  @Test
  void what_is_no_request_is_refused() {
    DoorClient client = new DoorClient(door());
    assertThat(client.send("\r\n\r\n").status()).isEqualTo(400);
    assertThat(client.send("GET /\r\n\r\n").status()).isEqualTo(400);
    assertThat(client.send("GET / HTTP/1.1\r\nX: " + "x".repeat(40_000)).status()).isEqualTo(400);
    assertThat(client.send("GET /p/0/x/ HTTP/1.1\r\n\r\n").status()).isEqualTo(403);
    assertThat(client.send("GET /p/0/x/ HTTP/1.1\r\nHost: example.com\r\n\r\n").status())
        .isEqualTo(403);
    assertThat(client.send("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n").status())
        .isEqualTo(403);
    assertThat(client.send("GET / HTTP/1.1").status()).isZero();
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void a_folder_gives_out_packages_around_it_and_nothing_that_lies_or_leads_outside()
      throws IOException {
    Path own = folder.resolve("own");
    Path simple = PipIndex.write(own, PythonPackage.of("tiny-one", "1.0"));
    Path secret = Files.writeString(folder.resolve("secret-1.0.tar.gz"), "a secret");
    Files.createSymbolicLink(own.resolve("files/link-1.0.tar.gz"), secret);
    Files.createSymbolicLink(simple.resolve("linked"), folder);
    Files.createDirectory(own.resolve("files/folder-1.0.tar.gz"));
    Files.createDirectories(simple.resolve("odd"));
    Files.writeString(
        simple.resolve("odd/index.html"),
        """
        <a href="../../../secret-1.0.tar.gz">above</a>
        <a href="..%2f..%2f..%2fsecret-1.0.tar.gz">encoded</a>
        <a href="%2e%2e/%2e%2e/%2e%2e/secret-1.0.tar.gz">dots</a>
        <a href="../../files/link-1.0.tar.gz">link</a>
        <a href="../../files/folder-1.0.tar.gz">folder</a>
        <a href="file:///etc/passwd">not a package</a>
        <a href="file://SECRET">absolute</a>
        """
            .replace("SECRET", secret.toString()));
    PackageDoor door = fixture.door(DoorFixture.sources(simple.toUri()));
    DoorClient client = new DoorClient(door);
    assertThat(client.get("/p/0/tiny-one/").body()).contains("tiny_one-1.0-py3-none-any.whl");
    List<String> links =
        client.get("/p/0/odd/").body().lines().filter(line -> line.startsWith("<a")).toList();
    assertThat(links).hasSize(5);
    for (String link : links) {
      assertThat(client.get(DoorClient.link(link)).body()).doesNotContain("a secret");
    }
    assertThat(client.get("/p/0/linked/").status()).isEqualTo(504);
    assertThat(client.get("/p/0/nothing/").status()).isEqualTo(404);
    assertThat(door.exchanges()).filteredOn(each -> each.result() == Result.MISDIRECTED).hasSize(6);
    assertThat(door.exchanges()).extracting(Exchange::size).doesNotContain(8L);
  }

  @Test
  void a_folder_that_is_not_there_is_to_blame_and_one_that_lacks_a_package_is_not() {
    PackageDoor missing = fixture.door(DoorFixture.sources(folder.resolve("none").toUri()));
    assertThat(new DoorClient(missing).get("/p/0/x/").status()).isEqualTo(504);
    assertThat(missing.trouble().orElseThrow()).contains("is not there");
    PackageDoor there = fixture.door(DoorFixture.sources(folder.toUri()));
    assertThat(new DoorClient(there).get("/p/0/x/").status()).isEqualTo(404);
    assertThat(there.trouble()).isEmpty();
  }

  @Test
  void metadata_alone_is_enough_for_pip_and_the_file_is_fetched_when_it_is_looked_for() {
    try (PipIndex index = PipIndex.start()) {
      PythonPackage one = PythonPackage.of("tiny-one", "1.0");
      index.add(one);
      PackageDoor door = fixture.door(DoorFixture.sources(index.address()));
      DoorClient client = new DoorClient(door);
      String link = DoorClient.link(client.get("/p/0/tiny-one/").body());
      assertThat(client.get(link + ".metadata").body()).isEqualTo(one.metadata());
      assertThat(index.files().requests()).hasSize(2);
      PackageFile file = door.find("http://127.0.0.1:9" + link + "#sha256=x").orElseThrow();
      assertThat(file.content()).hasBinaryContent(one.wheel());
      assertThat(client.get(link).complete()).isTrue();
      assertThat(index.files().requests()).hasSize(3);
      client.leaveAfter(link, 10);
      assertThat(client.send("HEAD " + link + " HTTP/1.1\r\nHost: 127.0.0.1:3141\r\n\r\n").body())
          .isEmpty();
    }
  }

  @Test
  void a_client_that_leaves_is_nobody_s_fault_and_leaves_no_file() throws IOException {
    server.put(PAGE, "text/html", "<a href='a-1.0.whl'>a</a>");
    server.put(PAGE + "a-1.0.whl", "application/octet-stream", new byte[3_000_000]);
    PackageDoor door = door();
    DoorClient client = new DoorClient(door);
    String link = DoorClient.link(client.get("/p/0/tiny-one/").body());
    client.leaveAfter(link, 1000);
    assertThat(door.trouble()).isEmpty();
    try (var left = Files.walk(folder.resolve("doors"))) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
    assertThat(client.get(link).body()).hasSize(3_000_000);
  }

  @Test
  void a_hundred_clients_at_once_are_all_served_and_the_record_is_bounded() throws Exception {
    Set<String> bodies = ConcurrentHashMap.newKeySet();
    IntStream.range(0, 100)
        .forEach(
            number ->
                server
                    .put(
                        "/simple/n" + number + "/",
                        "text/html",
                        "<a href='a%d-1.0.whl'>a</a>".formatted(number))
                    .put(
                        "/simple/n%1$d/a%1$d-1.0.whl".formatted(number),
                        "application/octet-stream",
                        ("wheel " + number).repeat(20_000).getBytes(StandardCharsets.UTF_8)));
    PackageDoor door = door();
    DoorClient client = new DoorClient(door);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int number = 0; number < 100; number++) {
        String page = "/p/0/n" + number + "/";
        threads.execute(
            () -> bodies.add(client.get(DoorClient.link(client.get(page).body())).body()));
      }
    }
    assertThat(bodies).hasSize(100).allMatch(body -> body.length() > 100_000);
    for (int number = 0; number < 1000; number++) {
      client.get("/p/0/none/");
    }
    assertThat(door.exchanges()).hasSize(1000);
    assertThat(door.count()).isEqualTo(1200);
    assertThat(door.trouble()).isEmpty();
  }

  @Test
  void an_index_that_is_not_configured_is_said_so() {
    PackageSources none =
        DoorFixture.sources(
            Optional.empty(), Map.of(Ecosystem.PIP, "this machine has no python3 with pip"));
    PackageDoor door = fixture.door(none);
    assertThat(new DoorClient(door).get("/p/0/x/").status()).isEqualTo(404);
    assertThat(new DoorClient(door).get("/n/0/x").status()).isEqualTo(404);
    assertThat(door.trouble().orElseThrow())
        .isEqualTo(
            "no index for pip: this machine has no python3 with pip. Set assay.packages.pip.index.");
  }
}
