package dev.assay.cli.chat;

import dev.assay.cli.connection.Connection;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// The conversations of a server.
final class RemoteChats {
  private static final String PATH = "/api/conversations";

  private final Connection connection;

  RemoteChats(Connection connection) {
    this.connection = connection;
  }

  Connection connection() {
    return connection;
  }

  String begin() {
    return connection.send("POST", PATH, Map.of()).path("id").asString("");
  }

  /// @throws AssayException if the id names none of the caller's conversations
  String find(String id) {
    try {
      return connection.get(PATH + "/" + UUID.fromString(id)).path("id").asString("");
    } catch (IllegalArgumentException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "\"" + id + "\" is not the id of a conversation. See: assay chat --list",
          e);
    }
  }

  JsonNode list() {
    return connection.get(PATH + "?size=50").path("conversations");
  }

  JsonNode messages(String id) {
    return connection.get(PATH + "/" + id + "/messages").path("messages");
  }

  JsonNode upload(String id, Path file) throws FileNotFoundException {
    Path name = file.getFileName();
    return connection.upload("/api/uploads/" + id, file, name == null ? "file" : name.toString());
  }

  void say(String id, Map<String, ?> body, Connection.EventListener listener) {
    connection.follow("POST", PATH + "/" + id + "/chat", body, Map.of(), listener);
  }

  void resume(String id, String lastEvent, Connection.EventListener listener) {
    connection.follow(
        "GET",
        PATH + "/" + id + "/events",
        Map.of(),
        lastEvent.isEmpty() ? Map.of() : Map.of("Last-Event-ID", lastEvent),
        listener);
  }

  void cancel(String id) {
    connection.send("POST", PATH + "/" + id + "/cancel", Map.of());
  }
}
