package dev.assay.cli.validate;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.progress.RunStatus;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/// The skills of a server.
public final class RemoteSkills {
  private static final String PATH = "/api/admin/skills";
  private static final int LARGEST_PAGE = 200;
  private static final int USUAL_PAGE = 50;

  private final Connection connection;

  public RemoteSkills(Connection connection) {
    this.connection = connection;
  }

  Connection connection() {
    return connection;
  }

  public JsonNode upload(Path archive) throws FileNotFoundException {
    return connection.upload(PATH + "/upload", archive);
  }

  /// @param what `validate`, `resume` or `cancel`
  public JsonNode ask(String id, String what) {
    return connection.send("POST", PATH + "/" + id + "/" + what, Map.of());
  }

  /// Returns the estimated cost of a validation in one line; empty if no model is asked.
  String estimate(String id) {
    return connection.get(PATH + "/" + id + "/validation-estimate").path("words").asString("");
  }

  public JsonNode load(String id) {
    return connection.get(PATH + "/" + id);
  }

  public JsonNode status(String id) {
    return connection.get(PATH + "/" + id + "/validation-status");
  }

  RunStatus standing(String id) {
    return RunStatus.of(status(id));
  }

  public JsonNode run(String id, String run) {
    return connection.get(PATH + "/" + id + "/runs/" + run);
  }

  public String report(String id, String mediaType) {
    return connection.text(PATH + "/" + id + "/report", mediaType);
  }

  /// Returns the result of the last completed validation.
  public JsonNode result(String id) {
    return connection.get(PATH + "/" + id + "/report");
  }

  /// A list of skills.
  ///
  /// @param total the number of skills on all pages together
  public record Listing(ArrayNode skills, long total) {}

  /// Returns all skills of the query, or its page if it names one.
  public Listing list(SkillQuery query) {
    ArrayNode all = JsonMapper.builder().build().createArrayNode();
    for (int page = 0; ; page++) {
      JsonNode answer =
          connection.get(PATH + "?" + query.of(page, query.isPage() ? USUAL_PAGE : LARGEST_PAGE));
      answer.path("skills").forEach(all::add);
      long total = answer.path("total").asLong();
      if (query.isPage() || answer.path("skills").isEmpty() || all.size() >= total) {
        return new Listing(all, total);
      }
    }
  }

  /// Returns the skill with this id, or the newest version with this name.
  ///
  /// @throws AssayException if there is none
  public JsonNode find(String idOrName) {
    if (isId(idOrName)) {
      return load(idOrName).path("skill");
    }
    Predicate<JsonNode> named = skill -> skill.path("name").asString("").equals(idOrName);
    return list(SkillQuery.named(idOrName))
        .skills()
        .valueStream()
        .filter(named)
        .findFirst()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.SKILL_NOT_FOUND,
                    "The server at %s knows no skill \"%s\". See: assay skills list"
                        .formatted(connection.url(), idOrName)));
  }

  private static boolean isId(String text) {
    try {
      return UUID.fromString(text).toString().equalsIgnoreCase(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
