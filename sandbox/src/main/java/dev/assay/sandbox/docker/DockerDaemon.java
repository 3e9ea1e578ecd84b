package dev.assay.sandbox.docker;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What the engine asks of a daemon, in its own words.
final class DockerDaemon {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String AS_JSON = "application/json";

  private final DockerSocket socket;

  DockerDaemon(Path socket) {
    this.socket = new DockerSocket(socket);
  }

  JsonNode info() {
    return answer("GET", "/info", Map.of());
  }

  /// @return the container's id
  String createContainer(String name, Map<String, Object> settings) {
    return answer("POST", "/containers/create?name=" + name, settings).path("Id").asString();
  }

  void start(String container) {
    JsonNode _ = answer("POST", "/containers/" + container + "/start", Map.of());
  }

  DockerSocket.Stream attach(String container) {
    String path = "/containers/" + container + "/attach?stream=1&stdin=1&stdout=1&stderr=1";
    try {
      Optional<DockerSocket.Stream> attached = socket.attach(path);
      if (attached.isEmpty()) {
        prepare(container);
        attached = socket.attach(path);
      }
      return attached.orElseThrow(() -> new IOException("the daemon refuses it"));
    } catch (IOException e) {
      throw failed("attaching to a container", e);
    }
  }

  /// A daemon that attaches to no container before it is prepared to start (Podman) has a request
  /// for that.
  private void prepare(String container) {
    JsonNode _ = answer("POST", "/libpod/containers/" + container + "/init", Map.of());
  }

  /// Removes a container and ends what runs in it; one that is not there is as good.
  void remove(String container) {
    String path = "/containers/" + container + "?force=1&v=1";
    int status = 409;
    for (int round = 0; round < 200; round++) {
      status = status("DELETE", path);
      if (status == 204 || status == 404) {
        return;
      }
      // it is being removed already: 409, or 500 where two removals meet
      if (status != 409 && status != 500) {
        break;
      }
      java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
    }
    throw new SandboxFailure(
        ErrorCode.SANDBOX_FAILED,
        status == 409
            ? "The container " + container + " is still being removed."
            : "The daemon answers %d to the removal of %s.".formatted(status, container));
  }

  JsonNode inspect(String container) {
    return answer("GET", "/containers/" + container + "/json", Map.of());
  }

  /// Containers, running or not, with all of these labels, each as `name=value` or a name alone.
  JsonNode containers(List<String> labels) {
    String filters = JSON.writeValueAsString(Map.of("label", labels));
    return answer("GET", "/containers/json?all=1&filters=" + encoded(filters), Map.of());
  }

  void commit(String container, String repository, String tag) {
    JsonNode _ =
        answer(
            "POST",
            "/commit?pause=1&container=%s&repo=%s&tag=%s".formatted(container, repository, tag),
            Map.of("Labels", Map.of(DockerLayers.LABEL, tag)));
  }

  Optional<JsonNode> findImage(String name) {
    try (DockerSocket.Answer answer =
        socket.ask("GET", "/images/" + name + "/json", "", out -> {})) {
      byte[] body = answer.body().readAllBytes();
      if (answer.status() == 404) {
        return Optional.empty();
      }
      return Optional.of(checked(answer.status(), body, "GET /images/" + name));
    } catch (IOException e) {
      throw failed("looking for the image " + name, e);
    }
  }

  JsonNode images(String repository) {
    String filters = JSON.writeValueAsString(Map.of("reference", List.of(repository)));
    return answer("GET", "/images/json?filters=" + encoded(filters), Map.of());
  }

  /// @return whether it is gone now; one that something is made of stays
  boolean removeImage(String name) {
    int status = status("DELETE", "/images/" + name + "?noprune=0");
    return status == 200 || status == 404;
  }

  void tag(String image, String repository, String tag) {
    JsonNode _ =
        answer("POST", "/images/%s/tag?repo=%s&tag=%s".formatted(image, repository, tag), Map.of());
  }

  /// Makes an image of one layer from a tar archive.
  void importImage(DockerSocket.Body tar, String repository, String tag) {
    // the tag as part of the name: not every daemon reads it apart
    String path = "/images/create?fromSrc=-&repo=%s:%s".formatted(repository, tag);
    try (DockerSocket.Answer answer = socket.ask("POST", path, "application/x-tar", tar)) {
      String said = new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
      if (answer.status() != 200 || said.contains("\"error\"")) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_FAILED, "The daemon does not take the base: " + said.strip());
      }
    } catch (IOException e) {
      throw failed("importing a base", e);
    }
  }

  /// The file system of a container as a tar archive; the caller closes it.
  InputStream export(String container) throws IOException {
    return download("/containers/" + container + "/export");
  }

  /// An image as a tar archive of archives, one for each layer; the caller closes it.
  InputStream save(String image) throws IOException {
    return download("/images/" + image + "/get");
  }

  private InputStream download(String path) throws IOException {
    DockerSocket.Answer answer = socket.ask("GET", path, "", out -> {});
    if (answer.status() != 200) {
      answer.close();
      throw new IOException("the daemon answers " + answer.status());
    }
    return answer.body();
  }

  private int status(String method, String path) {
    try (DockerSocket.Answer answer = socket.ask(method, path, "", out -> {})) {
      byte[] _ = answer.body().readAllBytes();
      return answer.status();
    } catch (IOException e) {
      throw failed(method + " " + path, e);
    }
  }

  private JsonNode answer(String method, String path, Map<String, Object> body) {
    String type = method.equals("GET") || body.isEmpty() ? "" : AS_JSON;
    byte[] bytes = JSON.writeValueAsBytes(body);
    try (DockerSocket.Answer answer = socket.ask(method, path, type, out -> out.write(bytes))) {
      return checked(answer.status(), answer.body().readAllBytes(), method + " " + path);
    } catch (IOException e) {
      throw failed(method + " " + path, e);
    }
  }

  private static JsonNode checked(int status, byte[] body, String what) {
    JsonNode said = body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body);
    if (status >= 300 && status != 304) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The Docker daemon refuses %s: %s".formatted(what, said.path("message").asString("")));
    }
    return said;
  }

  private static SandboxFailure failed(String what, IOException cause) {
    return new SandboxFailure(
        ErrorCode.SANDBOX_FAILED,
        "The Docker daemon failed at %s: %s".formatted(what, cause),
        cause);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
