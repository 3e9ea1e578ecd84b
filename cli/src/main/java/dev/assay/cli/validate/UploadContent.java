package dev.assay.cli.validate;

import dev.assay.cli.check.IoReason;
import dev.assay.cli.check.Workspace;
import dev.assay.cli.verdict.VerdictEnding;
import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Finding;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The content of an upload: an archive as it is, or a folder packed with its evals.
public sealed interface UploadContent {
  record Ready(Path archive) implements UploadContent {}

  /// A folder that is not a valid skill.
  record Refused(ErrorCode code, List<Finding> findings) implements UploadContent {
    public Refused {
      findings = List.copyOf(findings);
    }

    public VerdictEnding.Refused ending() {
      List<JsonNode> errors = findings.stream().map(UploadContent::wire).toList();
      return new VerdictEnding.Refused(code.name(), findings.getFirst().message(), errors);
    }
  }

  /// @throws AssayException with `BAD_REQUEST` if the path cannot be read
  static UploadContent of(Path path) {
    if (!Files.exists(path)) {
      throw unreadable(path + " does not exist; give a skill's folder or archive");
    }
    try {
      return Files.isDirectory(path) ? pack(path) : archive(path);
    } catch (IOException e) {
      throw unreadable("cannot read the skill: " + IoReason.words(e));
    }
  }

  private static UploadContent archive(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw unreadable(path + " is neither a folder nor a file");
    }
    if (path.endsWith("SKILL.md")) {
      throw unreadable(path + " is a part of a skill; give the folder that holds it");
    }
    try (var in = Files.newInputStream(path)) {
      byte[] start = in.readNBytes(2);
      if (start.length < 2 || start[0] != 'P' || start[1] != 'K') {
        throw unreadable(path + " is not a zip archive; give a skill's folder or archive");
      }
    }
    return new Ready(path);
  }

  private static UploadContent pack(Path folder) throws IOException {
    Path workspace = Workspace.open();
    Path archive = workspace.resolve("upload.skill");
    Examination examination;
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive))) {
      examination =
          new Intake(IntakeLimits.standard(), workspace.resolve("quarantine"))
              .pack(folder, Intake.EvalsChoice.KEEP, out);
    }
    return switch (examination) {
      case Examination.Accepted _ -> new Ready(archive);
      case Examination.Refused refused ->
          new Refused(
              refused.errorCode(), refused.findings().stream().filter(Finding::isError).toList());
    };
  }

  /// Converts a finding to the server's JSON.
  private static JsonNode wire(Finding finding) {
    ObjectNode error = JsonMapper.builder().build().createObjectNode();
    error.put("code", finding.code());
    error.put("severity", "error");
    error.put("message", finding.message());
    if (!finding.file().isEmpty()) {
      error.put("file", finding.file());
    }
    if (finding.line() > 0) {
      error.put("line", finding.line());
    }
    return error.put("hint", finding.hint());
  }

  private static AssayException unreadable(String problem) {
    return new AssayException(ErrorCode.BAD_REQUEST, problem);
  }
}
