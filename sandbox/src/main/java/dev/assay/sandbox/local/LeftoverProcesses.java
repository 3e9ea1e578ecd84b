package dev.assay.sandbox.local;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Processes of a sandbox whose owner is dead. Usually there are none: the agent ends with its
/// owner. The helper carries the sandbox's id in its command line, which is how it is found.
final class LeftoverProcesses {
  private LeftoverProcesses() {}

  static void killProcesses(String id) {
    for (int rounds = 0; rounds < 100; rounds++) {
      List<ProcessHandle> found = find(id);
      if (found.isEmpty()) {
        return;
      }
      for (ProcessHandle helper : found) {
        helper.descendants().toList().reversed().forEach(ProcessHandle::destroyForcibly);
        helper.destroyForcibly();
        helper.onExit().orTimeout(1, TimeUnit.SECONDS).exceptionally(e -> helper).join();
      }
    }
    throw new SandboxFailure(
        ErrorCode.SANDBOX_FAILED, "Processes of the sandbox " + id + " cannot be killed.");
  }

  private static List<ProcessHandle> find(String id) {
    List<ProcessHandle> found = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      all.map(path -> String.valueOf(path.getFileName()))
          .filter(name -> name.chars().allMatch(Character::isDigit))
          .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
          .filter(process -> isHelper(process, id))
          .forEach(found::add);
      return found;
    } catch (IOException e) {
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "/proc cannot be read: " + e, e);
    }
  }

  /// The handle knows when its process started, and kills no other one that has its number since;
  /// therefore it is taken before the command line is read.
  private static boolean isHelper(ProcessHandle process, String id) {
    try {
      Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      String line = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      String[] words = line.split("\0", -1);
      return words.length > 2
          && words[0].contains("assay-helper")
          && words[1].equals("run")
          && words[2].equals(id);
    } catch (IOException e) {
      return false; // ended meanwhile
    }
  }
}
