package dev.assay.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// `assay bench NAME`: runs one benchmark.
public final class Bench {
  private static final Map<String, Benchmark> ALL =
      new TreeMap<>(
          Map.<String, Benchmark>ofEntries(
              Map.entry("agent", AgentBench::main),
              Map.entry("chaos", ChaosBench::main),
              Map.entry("check", CheckBench::main),
              Map.entry("conversation", ConversationBench::main),
              Map.entry("console", ConsoleBench::main),
              Map.entry("load", LoadBench::main),
              Map.entry("packages", PackagesBench::main),
              Map.entry("registry", RegistryBench::main),
              Map.entry("sandbox", SandboxBench::main),
              Map.entry("scan", ScanBench::main),
              Map.entry("startup", StartupBench::main),
              Map.entry("toolservice", ToolserviceBench::main),
              Map.entry("trust", TrustBench::main),
              Map.entry("validation", ValidationBench::main)));

  /// The main method of a benchmark.
  @FunctionalInterface
  interface Benchmark {
    void run(String[] arguments) throws Exception;
  }

  private Bench() {}

  public static void main(String[] arguments) throws Exception {
    Benchmark benchmark = arguments.length == 0 ? null : ALL.get(arguments[0]);
    if (benchmark == null) {
      System.err.print(help());
      System.exit(2);
      return;
    }
    benchmark.run(java.util.Arrays.copyOfRange(arguments, 1, arguments.length));
  }

  /// The help text, which the launcher shows without a build.
  private static String help() throws IOException {
    try (InputStream text = Objects.requireNonNull(Bench.class.getResourceAsStream("help.txt"))) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
