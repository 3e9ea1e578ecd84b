package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/// The published description of the interface. `Api` checks every answer of every test against it.
@ResourceLock(TestServer.SHARED)
class OpenApiStoryTest {
  private static final TestServer server = TestServer.shared();
  private static final JsonNode document = server.anonymous().get("/api/openapi.json").body();

  /// Writes the description for the linter that `./check` runs.
  @Test
  void it_is_written_for_the_linter() throws IOException {
    Files.writeString(Path.of("target", "openapi.json"), document.toPrettyString());
    assertThat(document.path("openapi").asString()).isEqualTo("3.1.1");
    assertThat(document.path("info").path("license").path("identifier").asString())
        .isEqualTo("Apache-2.0");
  }

  @Test
  void it_names_every_route_under_api_and_well_known() {
    Set<String> routes = new TreeSet<>();
    Objects.requireNonNull(server.part(DispatcherServlet.class).getHandlerMappings()).stream()
        .filter(RequestMappingHandlerMapping.class::isInstance)
        .map(RequestMappingHandlerMapping.class::cast)
        .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
        .forEach(
            mapping ->
                mapping
                    .getMethodsCondition()
                    .getMethods()
                    .forEach(
                        method ->
                            mapping.getPatternValues().stream()
                                .filter(path -> path.matches("/(?:api|\\.well-known)/.*"))
                                .forEach(
                                    path ->
                                        routes.add(
                                            method.name().toLowerCase(Locale.ROOT)
                                                + " "
                                                + path.replace("{*", "{")))));
    Set<String> described = new TreeSet<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .propertyNames()
                    .forEach(method -> described.add(method + " " + path.getKey())));
    assertThat(routes).hasSizeGreaterThan(100);
    assertThat(described).containsAll(routes);
  }

  @Test
  void every_operation_names_its_errors_and_streams_are_streams() {
    JsonNode validate = document.path("paths").path("/api/admin/skills/{id}/validate").path("post");
    JsonNode missing = validate.path("responses").path("404").path("$ref");
    assertThat(missing.asString()).isEqualTo("#/components/responses/SKILL_NOT_FOUND");
    assertThat(document.at(missing.asString().substring(1)).toString())
        .contains("\"enum\":[\"SKILL_NOT_FOUND\"]");
    assertThat(
            document
                .path("paths")
                .path("/api/conversations/{id}/chat")
                .path("post")
                .path("responses")
                .path("200")
                .path("content")
                .propertyNames())
        .containsExactly("text/event-stream");
    document
        .path("paths")
        .forEach(
            path ->
                path.forEach(
                    operation -> {
                      assertThat(operation.path("summary").asString()).isNotBlank();
                      assertThat(operation.path("responses").propertyNames())
                          .as(operation.path("operationId").asString())
                          .anyMatch(status -> status.startsWith("4"));
                    }));
  }

  /// Missing words belong into `wording.properties` or into a `@Schema(name = …)`.
  @Test
  void every_parameter_and_part_is_described_and_every_type_has_a_name_of_its_own() {
    document
        .path("paths")
        .forEach(
            path ->
                path.forEach(
                    operation ->
                        operation
                            .path("parameters")
                            .forEach(
                                parameter ->
                                    assertThat(parameter.path("description").asString(""))
                                        .as(operation.path("operationId") + " " + parameter)
                                        .isNotBlank())));
    for (JsonNode tag : document.path("tags")) {
      assertThat(tag.path("description").asString()).isNotEqualTo(tag.path("name").asString());
    }
    assertThat(document.path("components").path("schemas").propertyNames())
        .noneMatch(name -> name.contains("Ofdevassay"));
  }

  @Test
  void anybody_can_read_it_as_a_page_that_needs_nothing_from_elsewhere() {
    Api.Reply page = server.anonymous().get("/api/docs");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.header("Content-Security-Policy")).contains("default-src 'none'");
    assertThat(page.response().body())
        .contains("/api/admin/skills/{id}/validate", "SKILL_NOT_FOUND", "id=\"type-Scores\"")
        .doesNotContain("src=\"http", "href=\"http", " style=", "<script>");
  }
}
