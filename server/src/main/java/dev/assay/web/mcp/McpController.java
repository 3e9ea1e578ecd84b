package dev.assay.web.mcp;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectCall;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ToolCalls;
import dev.assay.web.OwnAddress;
import dev.assay.web.ServerFacts;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.description.Shape;
import dev.assay.web.errors.Refuses;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/// Answers clients of the Model Context Protocol over HTTP. Every request brings its own token. A
/// new protocol server answers it with the current permissions of the caller. No state is kept
/// between requests, so that any server can answer the next one.
@RestController
@Tag(name = "Tools")
class McpController {
  private static final Duration LONGEST = Duration.ofMinutes(70);
  private static final String AGENT = "Assay-Agent";
  private static final int LARGEST_REQUEST = 4 << 20;

  private final ToolCalls calls;
  private final ProjectVisitor visitor;
  private final ServerFacts facts;
  private final OwnAddress own;
  private final McpJsonMapper json = new JacksonMcpJsonMapper(JsonMapper.builder().build());

  McpController(ToolCalls calls, ProjectVisitor visitor, ServerFacts facts, OwnAddress own) {
    this.own = own;
    this.calls = calls;
    this.visitor = visitor;
    this.facts = facts;
  }

  @Shape("RpcMessage")
  @PostMapping("/api/projects/{project}/mcp")
  @Refuses({
    ErrorCode.ARCHITECTURE_MISMATCH,
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.FILE_TOO_LARGE,
    ErrorCode.IMAGE_NOT_FOUND,
    ErrorCode.MACHINE_UNSUITABLE,
    ErrorCode.NOT_FOUND,
    ErrorCode.PROJECT_NOT_FOUND,
    ErrorCode.SANDBOX_FAILED,
    ErrorCode.SANDBOX_UNAVAILABLE,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.STORED_FILES_DAMAGED,
    ErrorCode.WORKDIR_BUSY
  })
  @Operation(
      operationId = "speakModelContextProtocol",
      summary = "The project as a server of the Model Context Protocol (streamable HTTP)")
  void answer(
      @PathVariable("project") String project,
      @AuthenticationPrincipal Caller caller,
      HttpServletRequest request,
      HttpServletResponse response)
      throws ServletException, IOException {
    refuseForeignPage(request.getHeader(HttpHeaders.ORIGIN));
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.CALLER);
    String agent = Optional.ofNullable(request.getHeader(AGENT)).orElse(ProjectCall.ANONYMOUS);
    McpProject offered = new McpProject(calls, access, agent);
    HttpServletStatelessServerTransport transport =
        HttpServletStatelessServerTransport.builder()
            .jsonMapper(json)
            .messageEndpoint("/mcp")
            .maxRequestSize(LARGEST_REQUEST)
            .build();
    McpServer.sync(transport)
        .jsonMapper(json)
        .jsonSchemaValidator(
            (schema, value) -> {
              throw new UnsupportedOperationException("tools check their arguments themselves");
            })
        .validateToolInputs(false)
        .immediateExecution(true)
        .requestTimeout(LONGEST)
        .serverInfo("assay", facts.version())
        .instructions(McpProject.INSTRUCTIONS)
        .capabilities(
            ServerCapabilities.builder()
                .tools(false)
                .resources(false, false)
                .prompts(false)
                .build())
        .tools(offered.tools())
        .resources(offered.resources())
        .prompts(offered.prompts())
        .build();
    transport.service(request, response);
  }

  /// Refuses requests from pages of other sites, as the protocol demands. The name of such a site
  /// may resolve to this machine.
  private void refuseForeignPage(@Nullable String origin) {
    if (origin != null && !own.isOwnOrigin(origin)) {
      throw new AssayException(
          ErrorCode.FORBIDDEN,
          "The request comes from a page of \"%s\", which is not this server. If it is one of its names, add it to assay.server.hosts."
              .formatted(Visible.line(origin, 100)));
    }
  }
}
