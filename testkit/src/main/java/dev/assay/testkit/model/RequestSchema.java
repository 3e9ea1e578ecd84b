package dev.assay.testkit.model;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The schema of the requests of a protocol, written from its provider's publications.
final class RequestSchema {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final Map<String, RequestSchema> KNOWN = new ConcurrentHashMap<>();

  private final Schema schema;

  private RequestSchema(Schema schema) {
    this.schema = schema;
  }

  /// @param protocol `openai` or `anthropic`
  static RequestSchema of(String protocol) {
    return KNOWN.computeIfAbsent(protocol, RequestSchema::read);
  }

  private static RequestSchema read(String protocol) {
    String name = protocol + "-request.schema.json";
    try (InputStream file = RequestSchema.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalArgumentException("There is no schema of " + protocol + ".");
      }
      return new RequestSchema(REGISTRY.getSchema(MAPPER.readTree(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The first violation in a request, with its place first; empty if there is none.
  Optional<String> problem(JsonNode request) {
    String problems =
        schema.validate(request).stream()
            .limit(5)
            .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
            .collect(Collectors.joining("; "));
    return problems.isEmpty() ? Optional.empty() : Optional.of(problems);
  }
}
