package dev.assay.web.api;

import dev.assay.web.ServerFacts;
import dev.assay.web.errors.ErrorBody;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
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
    ModelConverters.getInstance(true).read(ErrorBody.class).forEach(components::addSchemas);
    return new OpenAPI()
        .info(
            new Info()
                .title("Assay")
                .version(facts.version())
                .description("Proves agent skills before agents may use them, and then runs them."))
        .components(components)
        .addSecurityItem(new SecurityRequirement().addList(TOKEN));
  }

  /// Every operation may answer with an error.
  @Bean
  OpenApiCustomizer errorAnswers() {
    return document ->
        document
            .getPaths()
            .values()
            .forEach(
                path ->
                    path.readOperations()
                        .forEach(
                            operation ->
                                operation
                                    .getResponses()
                                    .addApiResponse("default", errorResponse())));
  }

  private static ApiResponse errorResponse() {
    return new ApiResponse()
        .description("What went wrong")
        .content(
            new Content()
                .addMediaType(
                    "application/json",
                    new MediaType().schema(new Schema<>().$ref("#/components/schemas/ErrorBody"))));
  }
}
