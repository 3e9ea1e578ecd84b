package dev.assay.web.api;

import dev.assay.skill.ErrorCode;
import dev.assay.web.ServerFacts;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// What the OpenAPI document says beyond the paths: how to sign in, and the one shape of every
/// error.
@Configuration(proxyBeanMethods = false)
class OpenApiDescription {
  private static final String TOKEN = "token";

  @Bean
  OpenAPI openApi(ServerFacts facts) {
    Components components =
        new Components()
            .addSecuritySchemes(
                TOKEN, new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer"));
    return new OpenAPI()
        .info(
            new Info()
                .title("Assay")
                .version(facts.version())
                .description("Proves agent skills before agents may use them, and then runs them."))
        .servers(List.of(new Server().url("/")))
        .components(components)
        .addSecurityItem(new SecurityRequirement().addList(TOKEN));
  }

  /// Every operation may answer with an error.
  @Bean
  OpenApiCustomizer errorAnswers() {
    return document -> {
      document.getComponents().addSchemas("Error", errorSchema());
      document
          .getPaths()
          .values()
          .forEach(
              path ->
                  path.readOperations()
                      .forEach(
                          operation ->
                              operation.getResponses().addApiResponse("default", errorResponse())));
    };
  }

  private static Schema<?> errorSchema() {
    Schema<Object> schema = new ObjectSchema();
    schema.setProperties(
        Map.of(
            "code",
            new StringSchema()
                ._enum(Arrays.stream(ErrorCode.values()).map(ErrorCode::name).sorted().toList()),
            "message",
            new StringSchema(),
            "details",
            new ObjectSchema()));
    schema.setRequired(List.of("code", "message", "details"));
    return schema;
  }

  private static ApiResponse errorResponse() {
    return new ApiResponse()
        .description("What went wrong")
        .content(
            new Content()
                .addMediaType(
                    "application/json",
                    new MediaType().schema(new Schema<>().$ref("#/components/schemas/Error"))));
  }
}
