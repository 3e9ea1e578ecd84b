package dev.assay.web.description;

import dev.assay.web.ServerFacts;
import io.swagger.v3.oas.annotations.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Builds the OpenAPI document from every handler with an `@Operation` and from `shapes.json`. The
/// document is built with the first request for it.
@Component
final class ApiDocument {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final ObjectProvider<RequestMappingHandlerMapping> mappings;
  private final ServerFacts facts;
  private final Wording wording = new Wording();
  private volatile @Nullable ObjectNode known;

  ApiDocument(
      @Qualifier("requestMappingHandlerMapping")
          ObjectProvider<RequestMappingHandlerMapping> mappings,
      ServerFacts facts) {
    this.mappings = mappings;
    this.facts = facts;
  }

  ObjectNode load() {
    ObjectNode document = known;
    if (document == null) {
      document = make();
      known = document;
    }
    return document;
  }

  private ObjectNode make() {
    JsonNode own = shapes();
    Schemas schemas = new Schemas(wording);
    own.path("schemas")
        .properties()
        .forEach(each -> schemas.add(each.getKey(), (ObjectNode) each.getValue()));
    ErrorResponses errors = new ErrorResponses(schemas);
    Map<String, ObjectNode> paths = new TreeMap<>();
    own.path("paths")
        .properties()
        .forEach(each -> paths.put(each.getKey(), (ObjectNode) each.getValue()));
    Operations operations = new Operations(schemas, errors, wording);
    for (Map.Entry<RequestMappingInfo, HandlerMethod> each : handlers()) {
      operations.add(each.getKey(), each.getValue(), paths);
    }
    return document(schemas, errors, paths);
  }

  private ObjectNode document(
      Schemas schemas, ErrorResponses errors, Map<String, ObjectNode> paths) {
    ObjectNode document = JSON.createObjectNode().put("openapi", "3.1.1");
    ObjectNode info = document.putObject("info");
    info.put("title", "Assay").put("version", facts.version());
    info.put("description", wording.ofTag("").orElseThrow());
    info.putObject("license").put("name", "Apache-2.0").put("identifier", "Apache-2.0");
    document.putArray("servers").addObject().put("url", "/").put("description", "This server");
    document.putArray("security").addObject().putArray("token");
    for (String tag : tags(paths)) {
      document
          .withArray("tags")
          .addObject()
          .put("name", tag)
          .put("description", wording.ofTag(tag).orElse(tag));
    }
    ObjectNode all = document.putObject("paths");
    paths.forEach(all::set);
    ObjectNode components = document.putObject("components");
    ObjectNode types = components.putObject("schemas");
    schemas.components().forEach(types::set);
    ObjectNode responses = components.putObject("responses");
    errors.shared().forEach(responses::set);
    components
        .putObject("securitySchemes")
        .putObject("token")
        .put("type", "http")
        .put("scheme", "bearer")
        .put("description", wording.ofTag("token").orElseThrow());
    return document;
  }

  private static Set<String> tags(Map<String, ObjectNode> paths) {
    Set<String> tags = new TreeSet<>();
    for (ObjectNode path : paths.values()) {
      for (JsonNode operation : path.values()) {
        operation.path("tags").forEach(tag -> tags.add(tag.asString()));
      }
    }
    return tags;
  }

  /// Returns the handlers in order. The main handler of an operation comes before its hidden ones.
  private List<Map.Entry<RequestMappingInfo, HandlerMethod>> handlers() {
    List<Map.Entry<RequestMappingInfo, HandlerMethod>> found =
        new ArrayList<>(mappings.getObject().getHandlerMethods().entrySet());
    found.removeIf(each -> !each.getValue().hasMethodAnnotation(Operation.class));
    found.sort(
        Comparator.comparing(
                (Map.Entry<RequestMappingInfo, HandlerMethod> each) ->
                    Operations.of(each.getValue()).hidden())
            .thenComparing(each -> each.getKey().toString()));
    return found;
  }

  static String method(RequestMappingInfo mapping) {
    RequestMethod method = mapping.getMethodsCondition().getMethods().iterator().next();
    return method.name().toLowerCase(java.util.Locale.ROOT);
  }

  private static JsonNode shapes() {
    try (InputStream in =
            Objects.requireNonNull(ApiDocument.class.getResourceAsStream("shapes.json"));
        InputStream result =
            Objects.requireNonNull(
                ApiDocument.class.getResourceAsStream("/static/assets/result.schema.json"))) {
      ObjectNode own = (ObjectNode) JSON.readTree(in);
      PublishedSchema.add("ValidationResult", result, (ObjectNode) own.path("schemas"));
      return own;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
