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
          Map.of(
              "agent", AgentBench::main,
              "check", CheckBench::main,
              "conversation", ConversationBench::main,
              "console", ConsoleBench::main,
              "load", LoadBench::main,
              "registry", RegistryBench::main,
              "sandbox", SandboxBench::main,
              "scan", ScanBench::main,
              "startup", StartupBench::main,
              "trust", TrustBench::main,
              "validation", ValidationBench::main));

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

  /// The launcher shows the same text without building anything.
  private static String help() throws IOException {
    try (InputStream text = Objects.requireNonNull(Bench.class.getResourceAsStream("help.txt"))) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
