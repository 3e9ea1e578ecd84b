package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.testkit.IdentityProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.parallel.ResourceLock;

/// A project as the official client library for JavaScript sees it, which most agents are made
/// with.
@EnabledIfEnvironmentVariable(
    named = "ASSAY_CHECK_DIST",
    matches = "1",
    disabledReason = "it installs @modelcontextprotocol/sdk from npm: ASSAY_CHECK_DIST=1 ./check")
@ResourceLock(TestServer.SHARED)
class McpLibraryStoryTest {
  private static final Path FOLDER = Path.of("target", "mcp-library").toAbsolutePath();
  private static final String LIBRARY = "@modelcontextprotocol/sdk@1.32.2";
  private static final String SKILL = "column-sums";

  private record Ended(int code, String text) {}

  private static Ended run(Map<String, String> variables, String... words) throws Exception {
    Files.createDirectories(FOLDER);
    ProcessBuilder builder =
        new ProcessBuilder(List.of(words)).directory(FOLDER.toFile()).redirectErrorStream(true);
    builder.environment().putAll(variables);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return new Ended(-1, e.toString());
    }
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), text);
  }

  private static void install() throws Exception {
    assumeTrue(
        run(Map.of(), "node", "--version").text().matches("v(2\\d|[3-9]\\d)\\..*\\s*"),
        "SKIPPED: there is no Node 20 or newer. On Debian: apt-get install nodejs npm");
    if (!Files.exists(FOLDER.resolve("node_modules/@modelcontextprotocol/sdk"))) {
      Files.writeString(FOLDER.resolve("package.json"), "{\"private\": true}");
      Ended npm =
          run(Map.of(), "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", LIBRARY);
      assumeTrue(npm.code() == 0, "SKIPPED: npm cannot install " + LIBRARY + ": " + npm.text());
    }
  }

  @Test
  void the_official_client_from_npm_finds_tools_and_skills_and_uses_them() throws Exception {
    install();
    TestServer server = TestServer.shared();
    AdmittedSkill.columnSums().admit(server);
    ToolClient project = ToolClient.fresh(ToolClient.person(server, "user"), SKILL);
    requireFine(
        "mcp-sdk.mjs",
        Map.of(
            "MCP_URL",
            server.url() + project.path("/mcp"),
            "TOKEN",
            project.api().token().orElseThrow(),
            "SKILL",
            SKILL));
  }

  @Test
  void the_official_client_finds_the_identity_provider_and_sends_its_user_there() throws Exception {
    install();
    try (IdentityProvider provider = IdentityProvider.start("assay");
        TestServer server =
            TestServer.start(
                Map.of(
                    "ASSAY_OIDC_ISSUER", provider.issuer().toString(),
                    "ASSAY_OIDC_CLIENT_ID", "assay",
                    "ASSAY_OIDC_CLIENT_SECRET", "client secret",
                    "ASSAY_OIDC_AUDIENCE", "assay-api"))) {
      requireFine(
          "mcp-oauth.mjs",
          Map.of(
              "MCP_URL",
              server.url() + "/api/projects/demo/mcp",
              "ISSUER",
              provider.issuer().toString()));
    }
  }

  private static void requireFine(String name, Map<String, String> variables) throws Exception {
    try (InputStream script =
        Objects.requireNonNull(McpLibraryStoryTest.class.getResourceAsStream(name))) {
      Files.write(FOLDER.resolve(name), script.readAllBytes());
    }
    Ended node = run(variables, "node", name);
    assertThat(node.text()).endsWith("all fine\n");
    assertThat(node.code()).isZero();
  }
}
