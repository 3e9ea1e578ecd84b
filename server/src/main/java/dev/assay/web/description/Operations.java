package dev.assay.web.description;

import dev.assay.skill.ErrorCode;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Writes handlers as operations of the document.
final class Operations {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String OTHERWISE = "default";

  private final Schemas schemas;
  private final ErrorResponses errors;
  private final Parameters parameters;

  Operations(Schemas schemas, ErrorResponses errors, Wording wording) {
    this.schemas = schemas;
    this.errors = errors;
    this.parameters = new Parameters(schemas, wording);
  }

  static Operation of(HandlerMethod handler) {
    return Objects.requireNonNull(handler.getMethodAnnotation(Operation.class));
  }

  /// Adds a handler. A hidden handler adds another content type to an existing operation.
  void add(RequestMappingInfo mapping, HandlerMethod handler, Map<String, ObjectNode> paths) {
    String method = ApiDocument.method(mapping);
    int number = 1;
    for (String pattern : mapping.getPatternValues().stream().sorted().toList()) {
      String path = pattern.replace("{*", "{");
      ObjectNode at = paths.computeIfAbsent(path, _ -> JSON.createObjectNode());
      if (of(handler).hidden()) {
        at.path(method)
            .path("responses")
            .path("200")
            .path("content")
            .asObject()
            .setAll(contents(mapping, handler));
      } else {
        at.set(method, operation(mapping, handler, number++));
      }
    }
  }

  private ObjectNode operation(RequestMappingInfo mapping, HandlerMethod handler, int number) {
    Operation described = of(handler);
    String id = described.operationId() + (number == 1 ? "" : Integer.toString(number));
    ObjectNode operation = JSON.createObjectNode();
    Tag tag = AnnotatedElementUtils.findMergedAnnotation(handler.getBeanType(), Tag.class);
    operation.putArray("tags").add(Objects.requireNonNull(tag, id).name());
    operation.put("operationId", id).put("summary", described.summary());
    if (!described.description().isEmpty()) {
      operation.put("description", described.description());
    }
    boolean open = handler.hasMethodAnnotation(SecurityRequirements.class);
    if (open) {
      operation.putArray("security");
    }
    parameters.add(operation, handler, described.operationId());
    ObjectNode responses = operation.putObject("responses");
    ObjectNode contents = contents(mapping, handler);
    for (HttpStatus status : statuses(handler)) {
      ObjectNode response = responses.putObject(Integer.toString(status.value()));
      response.put("description", status.getReasonPhrase());
      if (!contents.isEmpty() && status.is2xxSuccessful()) {
        response.set("content", contents);
      }
    }
    Set<ErrorCode> codes =
        codes(
            handler,
            CommonCodes.of(
                open ? CommonCodes.Access.ANYBODY : CommonCodes.Access.SIGNED_IN,
                operation.has("requestBody") ? CommonCodes.Body.SOME : CommonCodes.Body.NONE));
    if (failsWithBody(handler)) {
      errors.add(responses, codes, contents.path("application/json").path("schema").asObject());
    } else {
      errors.add(responses, codes);
    }
    return operation;
  }

  /// Tests whether errors may come in the body of any answer of the operation.
  private static boolean failsWithBody(HandlerMethod handler) {
    return Arrays.stream(of(handler).responses())
        .anyMatch(each -> each.responseCode().equals(OTHERWISE));
  }

  private static Set<ErrorCode> codes(HandlerMethod handler, Set<ErrorCode> common) {
    Set<ErrorCode> codes = EnumSet.copyOf(common);
    Optional.ofNullable(handler.getMethodAnnotation(Refuses.class))
        .ifPresent(own -> codes.addAll(Arrays.asList(own.value())));
    return codes;
  }

  /// Returns the named statuses, or else the single one of the handler.
  private static List<HttpStatus> statuses(HandlerMethod handler) {
    List<HttpStatus> named = new ArrayList<>();
    for (ApiResponse each : of(handler).responses()) {
      if (!each.responseCode().equals(OTHERWISE)) {
        named.add(HttpStatus.valueOf(Integer.parseInt(each.responseCode())));
      }
    }
    if (named.isEmpty()) {
      ResponseStatus only = handler.getMethodAnnotation(ResponseStatus.class);
      named.add(only == null ? HttpStatus.OK : only.code());
    }
    return named;
  }

  private ObjectNode contents(RequestMappingInfo mapping, HandlerMethod handler) {
    Type type = handler.getMethod().getGenericReturnType();
    if (type instanceof ParameterizedType generic && generic.getRawType() == ResponseEntity.class) {
      type = generic.getActualTypeArguments()[0];
    }
    ObjectNode contents = JSON.createObjectNode();
    Set<MediaType> media = mapping.getProducesCondition().getProducibleMediaTypes();
    if (type == SseEmitter.class) {
      contents.putObject(MediaType.TEXT_EVENT_STREAM_VALUE).set("schema", shape(handler));
    } else if (type instanceof Class<?> plain && Resource.class.isAssignableFrom(plain)) {
      contents.putObject("*/*").set("schema", bytes());
    } else if (handler.hasMethodAnnotation(Shape.class)) {
      contents.putObject(MediaType.APPLICATION_JSON_VALUE).set("schema", shape(handler));
    } else if (type == void.class && !writes(handler)) {
      return contents;
    } else if (type == void.class && media.isEmpty()) {
      contents.putObject(MediaType.APPLICATION_OCTET_STREAM_VALUE).set("schema", bytes());
    } else if (type == void.class) {
      media.forEach(each -> contents.putObject(plain(each)).set("schema", bytes()));
    } else if (media.isEmpty()) {
      contents.putObject(MediaType.APPLICATION_JSON_VALUE).set("schema", schemas.of(type));
    } else {
      for (MediaType each : media) {
        contents.putObject(plain(each)).set("schema", schemas.of(type));
      }
    }
    return contents;
  }

  /// Tests whether the handler writes the answer itself.
  private static boolean writes(HandlerMethod handler) {
    return Arrays.asList(handler.getMethod().getParameterTypes())
        .contains(HttpServletResponse.class);
  }

  private static String plain(MediaType media) {
    return media.getType() + "/" + media.getSubtype();
  }

  /// Returns the named schema, or a schema that allows any value.
  private static ObjectNode shape(HandlerMethod handler) {
    return Optional.ofNullable(handler.getMethodAnnotation(Shape.class))
        .map(named -> Schemas.reference(named.value()))
        .orElseGet(JSON::createObjectNode);
  }

  private static ObjectNode bytes() {
    return JSON.createObjectNode().put("type", "string").put("format", "binary");
  }
}
