package dev.assay.sandbox.e2b;

import dev.assay.sandbox.remote.Json;
import dev.assay.sandbox.remote.Multipart;
import dev.assay.sandbox.remote.ProviderHttp;
import dev.assay.sandbox.remote.ProviderHttp.Answer;
import dev.assay.sandbox.remote.ProviderHttp.Repeat;
import dev.assay.sandbox.remote.ProviderRefusal;
import dev.assay.sandbox.remote.Spool;
import dev.assay.sandbox.settings.E2bSettings;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The daemon of one sandbox: processes and files.
final class Envd {
  private static final String OLD_USER = "user";
  private static final Duration TRANSFER = Duration.ofMinutes(30);

  /// Where standard input of a process comes from.
  enum Input {
    NONE,
    SENT
  }

  private final ProviderHttp http;
  private final URI base;
  private final E2bState sandbox;

  Envd(ProviderHttp http, URI base, E2bState sandbox) {
    this.http = http;
    this.base = base;
    this.sandbox = sandbox;
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base.toString().replaceAll("/+$", "") + path))
            .header("E2b-Sandbox-Id", sandbox.id())
            .header("E2b-Sandbox-Port", String.valueOf(E2bSettings.DAEMON_PORT));
    sandbox.token().ifPresent(token -> request.header("X-Access-Token", token.reveal()));
    oldUser()
        .ifPresent(
            user ->
                request.header(
                    "Authorization",
                    "Basic "
                        + Base64.getEncoder()
                            .encodeToString((user + ":").getBytes(StandardCharsets.UTF_8))));
    return request;
  }

  /// Before 0.4 a daemon had no usual user and wanted to know one.
  private Optional<String> oldUser() {
    String[] numbers = sandbox.daemonVersion().split("\\.", -1);
    boolean old = numbers.length > 1 && numbers[0].equals("0") && numbers[1].matches("[0-3]");
    return old ? Optional.of(OLD_USER) : Optional.empty();
  }

  /// Starts a process and gives its events as they come. Leaving the stream does not end it; its
  /// time limit does, even if nobody is left here.
  ConnectStream start(List<String> words, Input input, Duration most) {
    ObjectNode message = Json.object();
    ObjectNode process = message.putObject("process");
    process.put("cmd", words.getFirst());
    words.subList(1, words.size()).forEach(process.putArray("args")::add);
    message.put("stdin", input == Input.SENT);
    HttpResponse<InputStream> response =
        http.open(
            request("/process.Process/Start")
                .header("Content-Type", "application/connect+json")
                .header("Connect-Protocol-Version", "1")
                .header("Connect-Timeout-Ms", String.valueOf(most.toMillis()))
                .header("Keepalive-Ping-Interval", "50")
                .timeout(http.timing().answer())
                .POST(BodyPublishers.ofByteArray(ConnectStream.envelope(message)))
                .build());
    if (response.statusCode() != 200) {
      throw E2bHttp.failure(refusal(response), "run a command");
    }
    return new ConnectStream(response.body());
  }

  void sendInput(long pid, byte[] bytes) {
    ObjectNode message = selecting(pid);
    message.putObject("input").put("stdin", Base64.getEncoder().encodeToString(bytes));
    call("SendInput", message, "send input to a command", Repeat.UNSAFE);
  }

  void closeInput(long pid) {
    call("CloseStdin", selecting(pid), "end the input of a command", Repeat.SAFE);
  }

  /// Asks a process to end. One that is not there any more has.
  void terminate(long pid) {
    ObjectNode message = selecting(pid);
    message.put("signal", "SIGNAL_SIGTERM");
    Answer answer = rpc("SendSignal", message, Repeat.SAFE);
    if (answer.status() != 200 && answer.status() != 404) {
      throw E2bHttp.failure(refusal(answer), "kill a command");
    }
  }

  private static ObjectNode selecting(long pid) {
    ObjectNode message = Json.object();
    message.putObject("process").put("pid", pid);
    return message;
  }

  private void call(String method, JsonNode message, String what, Repeat repeat) {
    Answer answer = rpc(method, message, repeat);
    if (answer.status() != 200) {
      throw E2bHttp.failure(refusal(answer), what);
    }
  }

  private Answer rpc(String method, JsonNode message, Repeat repeat) {
    return http.ask(
        () ->
            request("/process.Process/" + method)
                .header("Content-Type", "application/json")
                .header("Connect-Protocol-Version", "1")
                .POST(Json.body(message)),
        repeat);
  }

  /// Puts a file, with the folders on the way.
  void upload(String path, Spool content) {
    Multipart form = Multipart.file("file", path, content);
    Answer answer =
        http.askPatiently(
            () ->
                request("/files?path=" + E2bHttp.encode(path) + userQuery())
                    .header("Content-Type", form.type())
                    .timeout(TRANSFER)
                    .POST(form.body()),
            Repeat.SAFE);
    if (answer.status() == 507) {
      throw new AssayException(
          ErrorCode.SANDBOX_FILE_REFUSED,
          "%s does not fit: the disk of the sandbox is full.".formatted(path));
    }
    E2bHttp.require(answer, "take the file " + path, 200);
  }

  /// A file as it comes; the caller closes it.
  InputStream download(String path) {
    HttpResponse<InputStream> response =
        http.open(
            request("/files?path=" + E2bHttp.encode(path) + userQuery())
                .timeout(TRANSFER)
                .GET()
                .build());
    if (response.statusCode() != 200) {
      ProviderRefusal refusal = refusal(response);
      if (refusal.status() == 404) { // a sandbox that is gone is a 502 of the proxy before it
        throw new AssayException(ErrorCode.SANDBOX_FILE_NOT_FOUND, path + " is not there.");
      }
      throw E2bHttp.failure(refusal, "send the file " + path);
    }
    return response.body();
  }

  /// Whether it answers at all.
  boolean isReachable() {
    try {
      return http.ask(() -> request("/health").GET(), Repeat.UNSAFE).status() / 100 == 2;
    } catch (SandboxFailure e) {
      return false;
    }
  }

  private String userQuery() {
    return oldUser().map(user -> "&username=" + user).orElse("");
  }

  private static ProviderRefusal refusal(HttpResponse<InputStream> response) {
    try (InputStream body = response.body()) {
      return refusal(
          new Answer(response.statusCode(), response.headers(), body.readNBytes(1 << 16)));
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_UNAVAILABLE, "The daemon of the sandbox does not answer: " + e, e);
    }
  }

  /// Its errors are those of the Connect protocol, with a word as code, or plain ones.
  private static ProviderRefusal refusal(Answer answer) {
    ProviderRefusal plain = E2bHttp.refusal(answer);
    return Json.find(answer.body())
        .filter(json -> json.path("code").isString())
        .map(ConnectStream::refusal)
        .orElse(plain);
  }
}
