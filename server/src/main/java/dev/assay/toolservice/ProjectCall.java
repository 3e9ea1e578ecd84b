package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// One call of a tool.
///
/// @param agent the agent that calls; two agents never share a session
/// @param id the caller's id; calls with the same id are performed once
/// @param heartbeat receives a sign of life now and then while a call waits, never the result
public record ProjectCall(
    String tool,
    String agent,
    Optional<String> id,
    JsonNode arguments,
    Consumer<Map<String, Object>> heartbeat) {
  public static final String ANONYMOUS = "anonymous";
  private static final Pattern AGENT = Pattern.compile("[A-Za-z0-9._:-]{1,128}");
  private static final int LONGEST_ID = 8192;

  public ProjectCall {
    if (!AGENT.matcher(agent).matches()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "agent_id must match " + AGENT.pattern() + ".");
    }
    if (id.filter(text -> text.isEmpty() || text.length() > LONGEST_ID).isPresent()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "tool_call_id may have 1 to " + LONGEST_ID + " characters.");
    }
  }

  /// The hash of the id, which fits into an index whatever the id's length.
  Optional<String> idHash() {
    return id.map(text -> idHash(tool, text));
  }

  static String idHash(String tool, String id) {
    return hash(tool + " " + id);
  }

  /// The same call without its id, so that it is performed again.
  ProjectCall anew() {
    return new ProjectCall(tool, agent, Optional.empty(), arguments, heartbeat);
  }

  static String hash(String text) {
    MessageDigest digest = Digest.sha256();
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    return Digest.finish(digest).hex();
  }

  Optional<String> text(String name) {
    JsonNode value = arguments.path(name);
    return value.isString() ? Optional.of(value.asString()) : Optional.empty();
  }

  String requireText(String name) {
    return text(name)
        .orElseThrow(
            () ->
                new AssayException(ErrorCode.BAD_REQUEST, "arguments must have \"" + name + "\"."));
  }

  /// The value of an argument, or the schema's default.
  int number(String name, JsonNode schema) {
    return arguments.path(name).asInt(schema.path("properties").path(name).path("default").asInt());
  }

  Map<String, String> variables() {
    return variables(arguments.path("env"));
  }

  static Map<String, String> variables(JsonNode env) {
    Map<String, String> all = new HashMap<>();
    env.properties().forEach(each -> all.put(each.getKey(), each.getValue().asString()));
    return all;
  }
}
