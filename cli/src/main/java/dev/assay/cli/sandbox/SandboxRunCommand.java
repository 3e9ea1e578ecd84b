package dev.assay.cli.sandbox;

import dev.assay.cli.terminal.ExitCode;
import dev.assay.examination.SandboxBase;
import dev.assay.home.Home;
import dev.assay.skill.AssayException;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `assay sandbox run`. It runs a command as on the host, with its exit code, streams
/// and Ctrl-C, but without access to the host.
@Command(
    name = "run",
    description = "Runs a command in a sandbox and ends with its exit code.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  assay sandbox run --offline -- python3 -c 'print(1)'",
      "  assay sandbox run --mount .:/workspace:rw -- make test"
    })
public final class SandboxRunCommand implements Callable<Integer> {
  @Option(names = "--offline", description = "Block the network and list every attempt to use it.")
  private boolean offline;

  @Option(
      names = "--allow",
      paramLabel = "HOST[:PORT]",
      description = "Block the network except for these hosts, through a proxy.")
  private List<String> allowed = List.of();

  @Option(
      names = "--image",
      paramLabel = "V",
      description =
          "host, debian, the path of a folder or tar archive to start from, or a runtime image of"
              + " the server on this home, for example v1.3 (default: assay.sandbox.base).")
  private @Nullable String image;

  @Option(
      names = "--mount",
      paramLabel = "DIR:PATH[:rw]",
      description = "Show a folder inside, read-only unless :rw.")
  private List<String> mounts = List.of();

  @Option(names = "--memory", paramLabel = "SIZE", description = "For example 512m or 2g.")
  private Optional<String> memory = Optional.empty();

  @Option(names = "--disk", paramLabel = "SIZE", description = "What the command may write.")
  private Optional<String> disk = Optional.empty();

  @Option(names = "--cpus", paramLabel = "N", description = "For example 0.5.")
  private Optional<Double> cpus = Optional.empty();

  @Option(names = "--processes", paramLabel = "N", description = "Processes alive at a time.")
  private Optional<Long> processes = Optional.empty();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "86400",
      description = "Kill the command and all it started after this time.")
  private long timeout = 86_400;

  @Option(names = "--env", paramLabel = "NAME=VALUE", description = "A variable for the command.")
  private Map<String, String> variables = new LinkedHashMap<>();

  @Option(
      names = "--workdir",
      paramLabel = "PATH",
      defaultValue = "/workspace",
      description = "Where it runs (default: ${DEFAULT-VALUE}).")
  private String workdir = "/workspace";

  @Option(names = "--json", description = "Print one JSON document with everything instead.")
  private boolean json;

  @Parameters(arity = "1..*", paramLabel = "CMD", description = "The command and its arguments.")
  private List<String> words = List.of();

  @Override
  public Integer call() {
    try {
      String chosen = image == null ? chosenBase() : image;
      SandboxSpec _ = spec(SandboxImage.of(chosen)); // reports wrong options first
      return NumberedImage.isOne(chosen)
          ? run(NumberedImage.ask(chosen, System.getenv()))
          : run(chosen);
    } catch (IllegalArgumentException e) {
      System.err.println("assay: " + e.getMessage());
      return ExitCode.USAGE;
    } catch (SandboxFailure e) {
      System.err.println("assay: " + e.reason());
      return ExitCode.INCONCLUSIVE;
    } catch (AssayException e) {
      System.err.println("assay: " + e.reason());
      return ExitCode.USAGE;
    }
  }

  private int run(NumberedImage numbered) {
    try (HomeEngine home = HomeEngine.open()) {
      numbered.requireHere(home.engine());
      return run(home, spec(numbered.image()));
    }
  }

  private int run(String base) {
    try (HomeEngine home = HomeEngine.open()) {
      return run(home, spec(SandboxImage.of(home.engine().requireBase(base))));
    }
  }

  private static String chosenBase() {
    return SandboxBase.choice(Home.locate(System.getenv()), Path.of(""), System.getenv());
  }

  private int run(HomeEngine home, SandboxSpec spec) {
    try (Sandbox sandbox = home.engine().create(spec)) {
      Thread hook = Thread.ofPlatform().unstarted(sandbox::destroy);
      Runtime.getRuntime().addShutdownHook(hook);
      int code = run(sandbox);
      Runtime.getRuntime().removeShutdownHook(hook);
      return code;
    }
  }

  private int run(Sandbox sandbox) {
    var command =
        dev.assay.skill.sandbox.Command.of(words)
            .in(workdir)
            .withTimeout(Duration.ofSeconds(timeout))
            .withInput(() -> System.in);
    OutputListener listener = json ? OutputListener.silent() : new Streams(System.out, System.err);
    CommandResult result = sandbox.start(command, listener).await();
    RunReport report = new RunReport(words, result, sandbox.metrics(), sandbox.network());
    if (json) {
      System.out.println(report.json());
    } else {
      report.remark().ifPresent(remark -> System.err.println("assay: " + remark));
      if (offline || !allowed.isEmpty()) {
        System.err.print(report.table());
      }
    }
    return result.shellCode();
  }

  private SandboxSpec spec(SandboxImage start) {
    if (image != null
        && !List.of(SandboxImage.HOST, SandboxImage.DEBIAN).contains(image)
        && !image.contains("/")
        && !NumberedImage.isOne(image)) {
      throw new IllegalArgumentException(
          "--image "
              + image
              + ": expected host, debian, a path with a slash or a runtime image such as v1.3.");
    }
    if (offline && !allowed.isEmpty()) {
      throw new IllegalArgumentException("--offline and --allow exclude each other.");
    }
    Network network =
        offline
            ? Network.blocked()
            : allowed.isEmpty() ? Network.open() : Network.allowing(allowed.toArray(String[]::new));
    Limits limits = Limits.none();
    limits = memory.isEmpty() ? limits : limits.with(Limit.MEMORY, Sizes.parse(memory.get()));
    limits = disk.isEmpty() ? limits : limits.with(Limit.DISK, Sizes.parse(disk.get()));
    limits = cpus.isEmpty() ? limits : limits.with(Limit.CPU, Math.round(cpus.get() * 1000));
    limits = processes.isEmpty() ? limits : limits.with(Limit.PROCESSES, processes.get());
    SandboxSpec spec =
        SandboxSpec.of(start, "command line").withNetwork(network).withLimits(limits);
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      spec = spec.withVariable(variable.getKey(), variable.getValue());
    }
    for (String mount : mounts) {
      spec = spec.withMount(mount(mount));
    }
    return spec;
  }

  private static Mount mount(String text) {
    boolean writable = text.endsWith(":rw");
    String rest = text.replaceFirst(":(rw|ro)$", "");
    int colon = rest.lastIndexOf(':');
    if (colon <= 0) {
      throw new IllegalArgumentException("--mount " + text + ": expected DIR:PATH[:rw]");
    }
    return Mount.resolved(
        Path.of(rest.substring(0, colon)),
        rest.substring(colon + 1),
        writable ? Mount.Access.READ_WRITE : Mount.Access.READ_ONLY);
  }

  private record Streams(PrintStream out, PrintStream err) implements OutputListener {
    @Override
    public void stdout(byte[] bytes) {
      out.write(bytes, 0, bytes.length);
      out.flush();
    }

    @Override
    public void stderr(byte[] bytes) {
      err.write(bytes, 0, bytes.length);
      err.flush();
    }
  }
}
