package dev.assay.sandbox.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.testkit.provider.DaytonaServer;
import dev.assay.testkit.provider.E2bServer;
import dev.assay.testkit.provider.E2bServer.Offer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/// The test kit's servers are what the companies' own client libraries expect.
@EnabledIfEnvironmentVariable(
    named = "ASSAY_CHECK_DIST",
    matches = "1",
    disabledReason = "it installs @daytona/sdk and e2b from npm: ASSAY_CHECK_DIST=1 ./check")
class VendorLibrariesStoryTest {
  private static final Path FOLDER = Path.of("target", "vendor-libraries").toAbsolutePath();
  private static final List<String> LIBRARIES = List.of("@daytona/sdk@0.216.0", "e2b@2.51.0");

  /// Two libraries that Daytona's needs are released one after the other and each want the other's
  /// newest version: between the releases nothing fits.
  private static final String PROJECT =
      """
      {
        "private": true,
        "overrides": {"@aws-sdk/client-s3": "3.1160.0", "@aws-sdk/lib-storage": "3.1160.0"}
      }
      """;

  private record Ended(int code, String text) {}

  @BeforeAll
  static void install() throws Exception {
    assumeTrue(
        answers("node", "--version").matches("v(2\\d|[3-9]\\d)\\..*\\s*"),
        "SKIPPED: there is no Node 20 or newer. On Debian: apt-get install nodejs npm");
    assumeTrue(
        answers("npm", "--version").matches("\\d+\\..*\\s*"),
        "SKIPPED: there is no npm. On Debian: apt-get install npm");
    Files.createDirectories(FOLDER);
    if (!Files.exists(FOLDER.resolve("node_modules/e2b"))) {
      Files.writeString(FOLDER.resolve("package.json"), PROJECT);
      Ended npm =
          run(
              Map.of(),
              List.of(
                  "npm",
                  "install",
                  "--no-audit",
                  "--no-fund",
                  "--ignore-scripts",
                  LIBRARIES.get(0),
                  LIBRARIES.get(1)));
      assumeTrue(npm.code() == 0, "SKIPPED: npm cannot install the libraries: " + npm.text());
    }
  }

  private static String answers(String... words) throws Exception {
    try {
      return run(Map.of(), List.of(words)).text();
    } catch (IOException e) {
      return "";
    }
  }

  private static Ended run(Map<String, String> variables, List<String> words) throws Exception {
    Files.createDirectories(FOLDER);
    ProcessBuilder builder =
        new ProcessBuilder(words).directory(FOLDER.toFile()).redirectErrorStream(true);
    builder.environment().putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), text);
  }

  private static void drive(String script, Map<String, String> variables) throws Exception {
    String resource = "/dev/assay/sandbox/provider/" + script;
    try (InputStream stream =
        Objects.requireNonNull(
            VendorLibrariesStoryTest.class.getResourceAsStream(resource), resource)) {
      Files.write(FOLDER.resolve(script), stream.readAllBytes());
    }
    Ended node = run(variables, List.of("node", script));
    assertThat(node.text()).endsWith("all fine\n");
    assertThat(node.code()).isZero();
  }

  @Test
  void daytonas_own_library_works_with_the_server_of_the_test_kit() throws Exception {
    try (Background background = Background.start();
        DaytonaServer server =
            new DaytonaServer(
                background.engine(), background.image(), DaytonaServer.Generation.CURRENT)) {
      drive(
          "daytona-sdk.mjs",
          Map.of(
              "DAYTONA_API_URL",
              server.api().toString(),
              "DAYTONA_API_KEY",
              DaytonaServer.KEY,
              "DAYTONA_USE_DEPRECATED_POLLING",
              "true"));
      assertThat(server.violations()).isEmpty();
      assertThat(server.living()).isZero();
    }
  }

  @Test
  void e2bs_own_library_works_with_the_server_of_the_test_kit() throws Exception {
    try (Background background = Background.start();
        E2bServer server =
            new E2bServer(background.engine(), background.image(), EnumSet.allOf(Offer.class))) {
      drive(
          "e2b-sdk.mjs",
          Map.of(
              "E2B_API_URL",
              server.api().toString(),
              "E2B_SANDBOX_URL",
              server.api().toString(),
              "E2B_API_KEY",
              E2bServer.KEY));
      assertThat(server.violations()).isEmpty();
      assertThat(server.living()).isZero();
    }
  }
}
