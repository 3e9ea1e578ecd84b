package dev.assay.configuration;

import dev.assay.skill.Secret;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The settings of a model for one role. A setting that is absent here has the value of the general
/// model setting.
///
/// @param role the name of the role: `write`, `execute`, `judge`, `second-judge`, `report`,
///   `install`, `inspect`, `chat`, or one of the further executors `execute-2` to `execute-4`
public record ModelRoleCatalogue(String role) {
  public static final List<String> ROLES =
      List.of("write", "execute", "judge", "second-judge", "report", "install", "inspect", "chat");

  /// The roles of further models that do the tasks of validations. A role is used if its model is
  /// named.
  public static final List<String> FURTHER_EXECUTORS =
      List.of("execute-2", "execute-3", "execute-4");

  /// The settings of every role.
  public static List<ModelRoleCatalogue> every() {
    return Stream.concat(ROLES.stream(), FURTHER_EXECUTORS.stream())
        .map(ModelRoleCatalogue::new)
        .toList();
  }

  public Setting<String> provider() {
    return Setting.optional(
        key("provider"),
        Form.choice("openai", "anthropic"),
        "Which protocol the model speaks that is to " + action() + ".");
  }

  public Setting<URI> baseUrl() {
    return Setting.optional(
        key("base-url"),
        Form.WEB_ADDRESS,
        "Its server. One of its own gets only a key of its own.");
  }

  public Setting<Secret> key() {
    return Setting.optional(key("key"), Form.SECRET, "The key for that server.");
  }

  public Setting<String> name() {
    return Setting.optional(key("name"), Form.TEXT, "The model that is to " + action() + ".");
  }

  public Setting<BigDecimal> priceInput() {
    return price("input", "has read");
  }

  public Setting<BigDecimal> priceOutput() {
    return price("output", "has written");
  }

  public Setting<BigDecimal> priceCached() {
    return price("cached", "has read from its provider's cache");
  }

  public Setting<BigDecimal> priceCacheWrite() {
    return price("cache-write", "has put into its provider's cache");
  }

  private Setting<BigDecimal> price(String what, String did) {
    return Setting.optional(
        key("price-" + what),
        Form.decimal("0", "1000000"),
        "The price of a million tokens that it " + did + ".");
  }

  private String action() {
    return switch (role) {
      case "write" -> "write tasks";
      case "execute" -> "do tasks";
      case "judge" -> "judge and assess";
      case "second-judge" -> "judge a sample once more";
      case "report" -> "write reports";
      case "install" -> "find out what a skill needs";
      case "inspect" -> "read skills for what acts against their users";
      case "execute-2", "execute-3", "execute-4" -> "do the tasks of validations, too";
      default -> "talk with people";
    };
  }

  private String key(String end) {
    return "assay.model." + role + "." + end;
  }

  static List<Setting<?>> all() {
    List<Setting<?>> all = new ArrayList<>();
    for (ModelRoleCatalogue of : every()) {
      all.addAll(
          List.of(
              of.provider(),
              of.baseUrl(),
              of.key(),
              of.name(),
              of.priceInput(),
              of.priceOutput(),
              of.priceCached(),
              of.priceCacheWrite()));
    }
    return all;
  }
}
