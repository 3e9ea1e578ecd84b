package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.ChatClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Malformed uploads and file names are never reported as the server's fault.
@ResourceLock(TestServer.SHARED)
class MalformedUploadsStoryTest {
  private static final String NO_FORM = "It must be multipart/form-data with a boundary";
  private static final String CUT = "The form ends before its last boundary";
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("NUL in the name", "holds the character NUL"),
          Map.entry("NUL, encoded", "holds the character NUL"),
          Map.entry("no such charset", "which is no known charset"),
          Map.entry("MIME charset", "which is no known charset"),
          Map.entry("half an escape", NO_FORM),
          Map.entry("no boundary", NO_FORM),
          Map.entry("long boundary", NO_FORM),
          Map.entry("cut in a head", CUT),
          Map.entry("cut in a body", CUT),
          Map.entry("no end", CUT));

  private static final List<String> NAMES =
      List.of(
          "%00",
          "a%00b",
          "%0a",
          "%ff",
          "%c0%80",
          "%ed%a0%80",
          "%c3%a4",
          "..",
          "%2e%2e",
          "%2f",
          "%5c",
          "a;b",
          "%25",
          "%zz",
          "%",
          "a".repeat(3_000));

  private final TestServer server = TestServer.shared();
  private final Api admin = server.admin();
  private final String conversation = new ChatClient(admin).begin();

  /// Returns the types of bodies and the bodies, by their fault. Letters are bytes.
  private static Map<String, List<String>> bodies() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    String form = "multipart/form-data; boundary=x";
    Map<String, String> dispositions = new LinkedHashMap<>();
    dispositions.put("NUL in the name", "form-data; name=\"file\"; filename=\"a\0b.zip\"");
    dispositions.put("NUL at the end", "form-data; name=\"file\"; filename=\"a.zip\0\"");
    dispositions.put("NUL, encoded", "form-data; name=\"file\"; filename*=UTF-8''a%00b.zip");
    dispositions.put("no such charset", "form-data; name=\"file\"; filename*=no-such''a.zip");
    dispositions.put("no charset", "form-data; name=\"file\"; filename*=a.zip");
    dispositions.put("half an escape", "form-data; name=\"file\"; filename*=UTF-8''a%Z");
    dispositions.put("MIME word", "form-data; name=\"file\"; filename=\"=?UTF-8?B?AAAA?=\"");
    dispositions.put("broken MIME word", "form-data; name=\"file\"; filename=\"=?UTF-8?B?*?=\"");
    dispositions.put("MIME charset", "form-data; name=\"file\"; filename=\"=?nope?Q?a=00?=\"");
    dispositions.put(
        "bytes that are no UTF-8", "form-data; name=\"file\"; filename=\"\u00ff\u00fe\"");
    dispositions.put(
        "control characters", "form-data; name=\"file\"; filename=\"a\u0001\u007f\u001b[2J\"");
    dispositions.put("open quote", "form-data; name=\"file\"; filename=\"a.zip");
    dispositions.put("NUL in the field", "form-data; name=\"fi\0le\"; filename=\"a.zip\"");
    dispositions.put("no field", "form-data; filename=\"a.zip\"");
    dispositions.put("nothing", "");
    dispositions.put("attachment", "attachment; filename=\"a.zip\"");
    dispositions.put("long", "form-data; name=\"file\"; filename=\"" + "a".repeat(20_000) + "\"");
    dispositions.put("separators", "form-data; name=\"file\"; filename=\"../../..\\\\..\\\\\"");
    dispositions.put("dots", "form-data; name=\"file\"; filename=\"..\"");
    dispositions.forEach(
        (what, disposition) ->
            all.put(
                what,
                List.of(
                    form,
                    "--x\r\nContent-Disposition: " + disposition + "\r\n\r\nbytes\r\n--x--\r\n")));
    String part = "Content-Disposition: form-data; name=\"file\"; filename=\"a.zip\"\r\n";
    all.put("no boundary", List.of("multipart/form-data", "--x--\r\n"));
    all.put("empty boundary", List.of("multipart/form-data; boundary=", "--\r\n" + part));
    all.put("long boundary", List.of("multipart/form-data; boundary=" + "x".repeat(5_000), "--x"));
    all.put("odd boundary", List.of("multipart/form-data; boundary=\"\u00e4\"", "--\u00e4--\r\n"));
    all.put("charset", List.of(form + "; charset=nope", "--x\r\n" + part + "\r\nb\r\n--x--\r\n"));
    all.put("other multipart", List.of("multipart/related; boundary=x", "--x--\r\n"));
    all.put("cut in a head", List.of(form, "--x\r\nContent-Dispo"));
    all.put("cut in a body", List.of(form, "--x\r\n" + part + "\r\nbyt"));
    all.put("no end", List.of(form, "--x\r\n" + part + "\r\nbytes"));
    all.put("no head", List.of(form, "--x\r\n\r\nbytes\r\n--x--\r\n"));
    all.put("NUL in a head", List.of(form, "--x\r\nX: a\0b\r\n" + part + "\r\nb\r\n--x--\r\n"));
    all.put("no colon", List.of(form, "--x\r\nnonsense\r\n" + part + "\r\nb\r\n--x--\r\n"));
    all.put("many parts", List.of(form, ("--x\r\n" + part + "\r\n\r\n").repeat(500) + "--x--\r\n"));
    all.put(
        "nested",
        List.of(
            form,
            "--x\r\n"
                + part
                + "Content-Type: multipart/mixed; boundary=y\r\n\r\n--y--\r\n--x--\r\n"));
    all.put("nothing at all", List.of(form, ""));
    all.put("only noise", List.of(form, "\0\0\0\0"));
    return all;
  }

  private record Answer(int status, String body) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/admin/skills/upload",
        "/api/uploads/{id}",
        "/admin/skills",
        "/chat/{id}/files"
      })
  void whatever_is_wrong_with_a_form_is_told_and_is_not_the_servers_fault(String route) {
    bodies()
        .forEach(
            (what, form) -> {
              Answer answer =
                  send("POST", route.replace("{id}", conversation), form.get(0), form.get(1));
              assertThat(answer.status()).as(what + answer.body()).isBetween(200, 499);
              if (REASONS.containsKey(what)) {
                assertThat(answer.status()).as(what).isEqualTo(400);
                assertThat(answer.body())
                    .as(what)
                    .contains("\"BAD_REQUEST\"")
                    .contains(REASONS.get(what));
              }
            });
    assertThat(files()).noneMatch(name -> name.contains("\0") || name.contains("zip_"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /api/uploads/{id}/files/{name}",
        "DELETE /api/uploads/{id}/files/{name}",
        "GET /api/conversations/{id}/artifacts/file?path={name}",
        "GET /chat/{id}/file?place=uploads&path={name}",
        "GET /chat/{id}/download?place=artifacts&path={name}",
        "GET /api/admin/skills/{name}",
        "GET /api/skills/{name}/archive",
        "GET /api/admin/skills?name={name}",
        "GET /admin/skills?name={name}",
        "GET /api/admin/users/{name}/tokens",
        "GET /api/admin/images/{name}",
        "GET /api/conversations?q={name}",
        "GET /api/admin/reviews?q={name}",
        "GET /api/admin/audit?actor={name}",
        "GET /.well-known/agent-skills/{name}"
      })
  void whatever_somebody_calls_a_file_or_looks_for_is_not_the_servers_fault(String route) {
    for (String name : NAMES) {
      String[] words = route.replace("{id}", conversation).replace("{name}", name).split(" ", -1);
      Answer answer = send(words[0], words[1], "application/json", "");
      assertThat(answer.status()).as(words[1] + answer.body()).isBetween(200, 499);
    }
  }

  @Test
  void names_in_an_archive_that_no_file_can_have_refuse_it() {
    for (String name : List.of("a\0b", "a\u0001b", "a\u202eb", "\ufffd", "x".repeat(300), " /..")) {
      Api.Reply reply =
          UploadApiStoryTest.upload(
              admin,
              Archives.zip(
                  Map.of(
                      "one/SKILL.md",
                      "---\nname: one\ndescription: One.\n---\nx\n",
                      "one/" + name,
                      "x")));
      assertThat(reply.status()).as(reply.response().body()).isEqualTo(400);
      assertThat(reply.code()).isEqualTo("INVALID_ZIP");
    }
  }

  @Test
  void text_that_is_none_is_told() {
    Api.Reply token = admin.post("/api/tokens", Map.of("name", "a\0b"));
    assertThat(token.status()).isEqualTo(400);
    assertThat(token.body().path("message").asString()).contains("NUL");
  }

  private List<String> files() {
    List<String> names = new ArrayList<>();
    admin
        .get("/api/uploads/" + conversation + "/files")
        .body()
        .path("files")
        .forEach(file -> names.add(file.path("filename").asString()));
    return names;
  }

  private Answer send(String method, String path, String type, String body) {
    URI url = URI.create(server.url());
    byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
    String head =
        "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(method, path, admin.token().orElseThrow(), type, bytes.length);
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.setSoTimeout(20_000);
      OutputStream out = socket.getOutputStream();
      out.write(head.getBytes(StandardCharsets.ISO_8859_1));
      out.write(bytes);
      out.flush();
      InputStream in = socket.getInputStream();
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      in.transferTo(all);
      String text = all.toString(StandardCharsets.UTF_8);
      int end = text.indexOf("\r\n\r\n");
      return new Answer(Integer.parseInt(text.substring(9, 12)), text.substring(end + 4));
    } catch (IOException e) {
      throw new AssertionError(path + " " + e, e);
    }
  }
}
