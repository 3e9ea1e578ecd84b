package dev.assay.web.mcp;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.OAuthDiscovery;
import dev.assay.web.OwnAddress;
import dev.assay.web.WebPolicy.Oidc;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/// Publishes which identity provider's tokens are accepted, and nothing else. It needs no token.
@RestController
@Tag(name = "Tools")
class ResourceMetadataController {
  private final OAuthDiscovery discovery;
  private final OwnAddress own;

  ResourceMetadataController(OAuthDiscovery discovery, OwnAddress own) {
    this.discovery = discovery;
    this.own = own;
  }

  record ResourceMetadata(
      String resource,
      @JsonProperty("resource_name") String resourceName,
      @JsonProperty("authorization_servers") List<String> authorizationServers,
      @JsonProperty("bearer_methods_supported") List<String> bearerMethodsSupported,
      @JsonProperty("scopes_supported") List<String> scopesSupported) {}

  @GetMapping(OAuthDiscovery.METADATA)
  @SecurityRequirements
  @Refuses(ErrorCode.NOT_FOUND)
  @Operation(
      operationId = "discoverAuthorization",
      summary = "Whose access tokens this server takes (RFC 9728)")
  ResourceMetadata server(HttpServletRequest request) {
    return describe("", request);
  }

  @GetMapping(OAuthDiscovery.METADATA + "/api/projects/{project}/mcp")
  @SecurityRequirements
  @Refuses(ErrorCode.NOT_FOUND)
  @Operation(
      operationId = "discoverProjectAuthorization",
      summary = "Whose access tokens a project takes over the Model Context Protocol (RFC 9728)",
      description = "The answer is the same whether there is such a project or not.")
  ResourceMetadata project(@PathVariable("project") String project, HttpServletRequest request) {
    String path = "/api/projects/" + project + "/mcp";
    if (!OAuthDiscovery.isResource(path)) {
      throw new AssayException(ErrorCode.NOT_FOUND, "This is not the name of a project.");
    }
    return describe(path, request);
  }

  private ResourceMetadata describe(String path, HttpServletRequest request) {
    Oidc provider =
        discovery
            .provider()
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.NOT_FOUND,
                        "This server takes no tokens of an identity provider. Send one of its own:"
                            + " assay tokens create."));
    return new ResourceMetadata(
        own.of(path, request),
        "Assay",
        List.of(provider.issuer().toString()),
        List.of("header"),
        provider.client().scopes());
  }
}
