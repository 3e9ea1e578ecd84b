package dev.assay.sandbox.local;

import dev.assay.sandbox.agent.HelperFile;
import dev.assay.skill.Architecture;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The helper, unpacked from the resources into the storage under the name of its content.
final class NativeProgram {
  private final Path path;

  private NativeProgram(Path path) {
    this.path = path;
  }

  static NativeProgram unpack(Path folder) {
    return unpack(folder, Architecture.own());
  }

  static NativeProgram unpack(Path folder, Architecture architecture) {
    return new NativeProgram(HelperFile.unpack(folder, architecture));
  }

  Path path() {
    return path;
  }

  /// Runs it to its end and gives back its lines; a failure is one of the platform.
  List<String> run(String... words) {
    Answer answer = ask(words);
    if (answer.code() != 0) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The helper failed at "
              + String.join(" ", words)
              + " with exit code "
              + answer.code()
              + ": "
              + String.join(" / ", answer.lines()));
    }
    return answer.lines();
  }

  /// Runs it to its end and gives back what it wrote, as it is.
  byte[] output(String... words) {
    List<String> command = new ArrayList<>(List.of(path.toString()));
    command.addAll(List.of(words));
    try {
      Path complaints = Files.createTempFile("assay-helper", ".log");
      try {
        Process process = new ProcessBuilder(command).redirectError(complaints.toFile()).start();
        process.getOutputStream().close();
        byte[] written = process.getInputStream().readAllBytes();
        if (process.waitFor() != 0) {
          throw new SandboxFailure(
              ErrorCode.SANDBOX_FAILED,
              "The helper failed at "
                  + String.join(" ", words)
                  + ": "
                  + Files.readString(complaints, StandardCharsets.ISO_8859_1).strip());
        }
        return written;
      } finally {
        Files.deleteIfExists(complaints);
      }
    } catch (IOException e) {
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The helper cannot be run: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted.", e);
    }
  }

  record Answer(int code, List<String> lines) {}

  Answer ask(String... words) {
    List<String> command = new ArrayList<>(List.of(path.toString()));
    command.addAll(List.of(words));
    return ask(command);
  }

  static Answer ask(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(10, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, command.getFirst() + " hangs.");
      }
      return new Answer(process.exitValue(), text.lines().toList());
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, command.getFirst() + " cannot be run: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted.", e);
    }
  }
}
