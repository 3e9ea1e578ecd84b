package dev.assay.testkit.provider;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The requests of a provider's API and the JSON that each takes, written from the provider's
/// publications, as far as the servers here implement them.
final class ApiDescription {
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private record Route(String method, Pattern path, Optional<Schema> body) {}

  private final List<Route> routes = new ArrayList<>();

  private ApiDescription() {}

  /// @param provider `daytona` or `e2b`
  static ApiDescription of(String provider) {
    String name = provider + ".description.json";
    try (InputStream file = ApiDescription.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalArgumentException("There is no description of " + provider + ".");
      }
      ApiDescription description = new ApiDescription();
      for (JsonNode route : Call.MAPPER.readTree(file).path("routes")) {
        description.routes.add(
            new Route(
                route.path("method").asString(),
                Pattern.compile(route.path("path").asString().replaceAll("\\{[^}]+}", "[^/]+")),
                route.has("body")
                    ? Optional.of(REGISTRY.getSchema(route.path("body")))
                    : Optional.empty()));
      }
      return description;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean knows(Call call) {
    return find(call).isPresent();
  }

  private Optional<Route> find(Call call) {
    return routes.stream()
        .filter(route -> route.method().equals(call.method()))
        .filter(route -> route.path().matcher(call.path()).matches())
        .findFirst();
  }

  /// The first violation in a request, with its place first; empty if there is none.
  Optional<String> problem(JsonNode json, Call call) {
    String problems =
        find(call).flatMap(Route::body).stream()
            .flatMap(schema -> schema.validate(json).stream())
            .limit(5)
            .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
            .collect(Collectors.joining("; "));
    return problems.isEmpty() ? Optional.empty() : Optional.of(problems);
  }
}
