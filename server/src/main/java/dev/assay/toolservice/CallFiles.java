package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Copies artifacts into a working directory before a command, and makes artifacts of its outputs.
/// All work inside is done by processes of the sandbox, so no link leads out of it.
final class CallFiles {
  private static final String FOLDER = "inputs";
  private static final int LONGEST_NAME = 255;

  private final ArtifactStore store;

  CallFiles(ArtifactStore store) {
    this.store = store;
  }

  /// Reads the files that a call names.
  ///
  /// @throws AssayException with `NOT_FOUND`, `BAD_REQUEST` or `FILE_TOO_LARGE`
  RunFiles read(String project, ProjectCall call) {
    List<RunFiles.Input> inputs = new ArrayList<>();
    Set<String> names = new HashSet<>();
    long total = 0;
    for (JsonNode each : call.arguments().path("inputs")) {
      String id = each.path("artifact_id").asString();
      Artifact artifact = store.find(project, id).orElseThrow(() -> ArtifactStore.missing(id));
      String name = name(each.path("mount_path").asString());
      if (!names.add(name)) {
        throw new AssayException(
            ErrorCode.BAD_REQUEST,
            "Two inputs have the name \"%s\". Give each a mount_path with a name of its own."
                .formatted(Visible.line(name, 80)));
      }
      total += artifact.size();
      inputs.add(new RunFiles.Input(artifact.id().toString(), name));
    }
    if (total > store.limits().call()) {
      throw new AssayException(
          ErrorCode.FILE_TOO_LARGE,
          "The inputs have %d bytes together; a call may have %d."
              .formatted(total, store.limits().call()));
    }
    List<RunFiles.Output> outputs = new ArrayList<>();
    for (JsonNode each : call.arguments().path("outputs")) {
      String path = each.path("path").asString();
      outputs.add(new RunFiles.Output(path, each.path("save_as").asString(path)));
    }
    return new RunFiles(inputs, outputs);
  }

  /// The last part of a path, which alone is used as the name.
  private static String name(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    if (name.isEmpty()
        || name.equals(".")
        || name.equals("..")
        || name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "mount_path \"%s\" must end with the name of a file.".formatted(Visible.line(path, 80)));
    }
    return name;
  }

  /// Copies the inputs into `inputs` below the working directory.
  void bring(ToolRun run, Sandbox sandbox) {
    for (RunFiles.Input input : run.order().files().inputs()) {
      Artifact artifact =
          store
              .find(run.project(), input.artifact())
              .orElseThrow(() -> ArtifactStore.missing(input.artifact()));
      String path = inside(run, FOLDER + "/" + input.name());
      try (InputStream bytes = store.open(artifact)) {
        sandbox.files().write(path, bytes);
        if (bytes.read() >= 0) { // also fails if they were damaged
          throw ArtifactStore.damaged(artifact);
        }
      } catch (AssayException e) {
        if (e.code() == ErrorCode.STORED_FILES_DAMAGED) {
          sandbox.files().delete(path); // the next call would take its beginning for all of it
        }
        throw e;
      } catch (IOException e) {
        throw new AssayException(
            ErrorCode.BLOB_STORE_FAILED, "An artifact could not be read: " + e, e);
      }
    }
  }

  /// Makes artifacts of the outputs. Outputs that are missing or too large are listed with the
  /// reason.
  RunFiles.Collected collect(ToolRun run, Sandbox sandbox) {
    List<RunFiles.Created> created = new ArrayList<>();
    List<RunFiles.Failed> failed = new ArrayList<>();
    long left = store.limits().call();
    for (RunFiles.Output output : run.order().files().outputs()) {
      try {
        Artifact artifact = collect(run, sandbox, output, left);
        left -= artifact.size();
        created.add(
            new RunFiles.Created(
                artifact.id().toString(),
                output.path(),
                artifact.filename(),
                artifact.mime(),
                artifact.size(),
                artifact.sha256()));
      } catch (Uncollected e) {
        failed.add(new RunFiles.Failed(output.path(), e.reason));
      } catch (AssayException e) {
        failed.add(new RunFiles.Failed(output.path(), e.publicReason()));
      }
    }
    return new RunFiles.Collected(created, failed, List.of());
  }

  private Artifact collect(ToolRun run, Sandbox sandbox, RunFiles.Output output, long left) {
    require(isBelow(output.path()), "output path escapes sandbox");
    String path = inside(run, output.path());
    Optional<FileEntry> entry = sandbox.files().stat(path);
    require(entry.isPresent(), "output not found");
    require(entry.get().kind() == FileEntry.Kind.FILE, "output is not a file");
    long size = entry.get().size();
    require(size > 0, "output is empty");
    require(size <= store.limits().each(), "output exceeds size limit");
    require(size <= left, "total output exceeds size limit");
    ArtifactStore.Source source =
        new ArtifactStore.Source(
            run.project(),
            output.saveAs(),
            run.caller(),
            Optional.of(run.id()),
            Optional.of(output.path()),
            Optional.empty());
    try (InputStream bytes = sandbox.files().open(path, 0, size)) {
      return store.keep(source, bytes, left);
    } catch (IOException e) {
      throw new Uncollected("output cannot be read");
    }
  }

  /// Says whether a relative path stays in its folder.
  static boolean isBelow(String path) {
    int depth = 0;
    for (String part : path.split("/", -1)) {
      if (part.equals("..")) {
        depth--;
      } else if (!part.isEmpty() && !part.equals(".")) {
        depth++;
      }
      if (depth < 0) {
        return false;
      }
    }
    return !path.startsWith("/");
  }

  private static String inside(ToolRun run, String path) {
    return SessionSandboxes.workdir(run.order().workdir()) + "/" + path;
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw new Uncollected(reason);
    }
  }

  /// The reason why a file does not become an artifact.
  private static final class Uncollected extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String reason;

    Uncollected(String reason) {
      super(reason);
      this.reason = reason;
    }
  }
}
