package dev.assay.sandbox.local;

import dev.assay.skill.AssayException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Asks the helper what the kernel grants: a name for each feature, with `ok` or `no` and why.
public final class KernelProbe {
  /// Whether there is a helper at all.
  public static final String HELPER = "helper";

  /// What was found for a storage does not change while this process lives.
  private static final Map<Path, Map<String, String>> KNOWN = new ConcurrentHashMap<>();

  private KernelProbe() {}

  /// For an engine with that storage. If it is not there yet, nothing is made.
  public static Map<String, String> ask(Path storage) {
    try {
      Path bin = storage.resolve("bin");
      if (Files.isDirectory(storage.resolve("live")) && Files.isWritable(bin)) {
        return of(NativeProgram.unpack(bin), storage);
      }
      Path folder = Files.createTempDirectory("assay-probe");
      try {
        return answers(NativeProgram.unpack(folder), nearest(storage));
      } finally {
        NativeProgram.Answer _ = NativeProgram.ask(List.of("rm", "-rf", folder.toString()));
      }
    } catch (IOException e) {
      return Map.of(HELPER, "no " + e);
    } catch (AssayException e) {
      return Map.of(HELPER, "no " + e.reason());
    }
  }

  static Map<String, String> of(NativeProgram program, Path storage) {
    return KNOWN.computeIfAbsent(storage, place -> answers(program, place.resolve("live")));
  }

  private static Map<String, String> answers(NativeProgram program, Path folder) {
    Map<String, String> answers = new HashMap<>(Map.of(HELPER, "ok"));
    for (String line : program.ask("probe", folder.toString()).lines()) {
      int space = line.indexOf(' ');
      if (space > 0) {
        answers.put(line.substring(0, space), line.substring(space + 1));
      }
    }
    return Map.copyOf(answers);
  }

  private static Path nearest(Path storage) {
    Path nearest = storage;
    while (nearest.getParent() != null && Files.notExists(nearest)) {
      nearest = nearest.getParent();
    }
    return nearest;
  }
}
