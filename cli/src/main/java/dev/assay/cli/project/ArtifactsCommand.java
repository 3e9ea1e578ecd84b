package dev.assay.cli.project;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.Table;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// The commands `assay projects artifacts …`.
@Command(
    name = "artifacts",
    description = "Files of a project: what calls get as inputs and give as outputs.",
    mixinStandardHelpOptions = true)
final class ArtifactsCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(),
        "Name what to do: list, upload, download, link or delete.");
  }

  @Command(
      name = "list",
      description = "Lists the artifacts of a project, the latest first.",
      mixinStandardHelpOptions = true)
  void list(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String project,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    try (Connection connection = server.connect()) {
      JsonNode artifacts = connection.get(path(project)).path("artifacts");
      if (json) {
        print(artifacts.toPrettyString());
        return;
      }
      Table table = new Table("ARTIFACT", "NAME", "TYPE", "BYTES", "CREATED BY", "CREATED");
      for (JsonNode artifact : artifacts) {
        table.add(
            artifact.path("artifact_id").asString(),
            artifact.path("filename").asString(),
            artifact.path("mime").asString(),
            artifact.path("size").asString(),
            artifact.path("created_by").asString(),
            artifact.path("created_at").asString());
      }
      print(table.toString());
    }
  }

  @Command(
      name = "upload",
      description = "Brings a file to a project and prints the id of the artifact.",
      mixinStandardHelpOptions = true)
  void upload(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String project,
      @Parameters(paramLabel = "FILE") Path file)
      throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new AssayException(ErrorCode.BAD_REQUEST, file + " is not a file.");
    }
    try (Connection connection = server.connect()) {
      JsonNode made =
          connection.upload(
              ProjectsCommand.path(project) + "/artifacts:upload?sha256=" + digest(file),
              file,
              String.valueOf(file.getFileName()));
      print(made.path("artifact_id").asString());
    }
  }

  @Command(
      name = "download",
      description = "Saves an artifact as a file and checks its bytes.",
      mixinStandardHelpOptions = true)
  void download(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String project,
      @Parameters(paramLabel = "ARTIFACT") String id,
      @Option(
              names = {"-o", "--output"},
              paramLabel = "FILE",
              description = "Where to; otherwise its own name in this folder.")
          @Nullable Path output,
      @Option(names = "--force", description = "Replace a file that is there.") boolean force)
      throws IOException {
    try (Connection connection = server.connect()) {
      String address = path(project) + "/" + ProjectsCommand.encoded(id);
      JsonNode artifact = connection.get(address).path("artifact");
      Path target = output == null ? Path.of(artifact.path("filename").asString()) : output;
      if (Files.exists(target) && !force) {
        throw new AssayException(
            ErrorCode.BAD_REQUEST, target + " is there already. Use --force or -o FILE.");
      }
      connection.download(address + "/content", target, artifact.path("sha256").asString());
      print(target + ", " + artifact.path("size").asString() + " bytes");
    }
  }

  @Command(
      name = "link",
      description = "Prints a link with which anybody can download an artifact for a while.",
      mixinStandardHelpOptions = true)
  void link(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String project,
      @Parameters(paramLabel = "ARTIFACT") String id,
      @Option(
              names = "--seconds",
              paramLabel = "N",
              defaultValue = "600",
              description = "How long it works: 60 to 86400, otherwise ${DEFAULT-VALUE}.")
          long seconds) {
    try (Connection connection = server.connect()) {
      print(
          connection
              .get(
                  path(project) + "/" + ProjectsCommand.encoded(id) + "?expires_seconds=" + seconds)
              .path("url")
              .asString());
    }
  }

  @Command(name = "delete", description = "Deletes an artifact.", mixinStandardHelpOptions = true)
  void delete(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "PROJECT") String project,
      @Parameters(paramLabel = "ARTIFACT") String id) {
    try (Connection connection = server.connect()) {
      connection.send(
          "DELETE", path(project) + "/" + ProjectsCommand.encoded(id), java.util.Map.of());
      print(id + " is deleted.");
    }
  }

  private static String path(String project) {
    return ProjectsCommand.path(project) + "/artifacts";
  }

  private static String digest(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file);
        DigestInputStream counted = new DigestInputStream(bytes, Digest.sha256())) {
      counted.transferTo(OutputStream.nullOutputStream());
      return Digest.finish(counted.getMessageDigest()).hex();
    }
  }

  private void print(String text) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(Visible.text(text));
    out.flush();
  }
}
