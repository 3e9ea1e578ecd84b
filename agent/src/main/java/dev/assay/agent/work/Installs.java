package dev.assay.agent.work;

import dev.assay.skill.dependency.Ecosystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads the packages that a skill needs. A package is a name with a version, never an address, a
/// path or an option.
public final class Installs {
  public static final String SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["packages", "reason"], "properties": {
        "packages": {"type": "array", "maxItems": 50, "items": {
          "type": "object", "additionalProperties": false, "required": ["ecosystem", "package"], "properties": {
            "ecosystem": {"enum": ["pip", "npm"]},
            "package": {"type": "string", "minLength": 1, "maxLength": 200}}}},
        "reason": {"type": "string"}}}
      """;

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String PIP_VERSION = "(==|>=|<=|~=|!=|<|>)[A-Za-z0-9][A-Za-z0-9.*+!_-]*";
  private static final Pattern PIP =
      Pattern.compile(
          "[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(\\[[A-Za-z0-9._,-]+\\])?("
              + PIP_VERSION
              + "(,"
              + PIP_VERSION
              + ")*)?");
  private static final Pattern NPM =
      Pattern.compile(
          "(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*(@[~^]?[0-9A-Za-z][0-9A-Za-z.x*+-]*)?");

  private Installs() {}

  /// A package to install.
  public record Install(Ecosystem ecosystem, String spelling) {}

  public static boolean isPackage(Ecosystem ecosystem, String text) {
    return switch (ecosystem) {
      case PIP -> PIP.matcher(text).matches();
      case NPM -> NPM.matcher(text).matches();
      case SYSTEM -> false;
    };
  }

  /// @throws IllegalArgumentException if something is not a package
  public static List<Install> read(String json) {
    List<Install> installs = new ArrayList<>();
    for (JsonNode node : JSON.readTree(json).path("packages")) {
      Ecosystem ecosystem =
          Ecosystem.valueOf(node.path("ecosystem").asString("").toUpperCase(Locale.ROOT));
      String text = node.path("package").asString("").replace(" ", "");
      if (!isPackage(ecosystem, text)) {
        throw new IllegalArgumentException(
            "\""
                + text
                + "\" is not the name of a package with a version, such as requests>=2.31.");
      }
      Install install = new Install(ecosystem, text);
      if (!installs.contains(install)) {
        installs.add(install);
      }
    }
    return List.copyOf(installs);
  }
}
