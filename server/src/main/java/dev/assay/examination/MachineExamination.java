package dev.assay.examination;

import dev.assay.configuration.Catalogue;
import dev.assay.configuration.EngineCatalogue;
import dev.assay.configuration.Settings;
import dev.assay.configuration.StartSettings;
import dev.assay.configuration.StorageCatalogue;
import dev.assay.database.EmbeddedDatabase;
import dev.assay.home.Home;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.skill.Architecture;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Loopback;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.storage.Storage;
import dev.assay.wiring.ChosenStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Checks the machine's requirements for a server. `assay doctor` prints the results. Every start
/// checks them as well and refuses to continue if a requirement is missing.
public final class MachineExamination {
  private static final String USERNS_REMEDY =
      "Allow unprivileged user namespaces: sysctl -w kernel.unprivileged_userns_clone=1 (Debian), or"
          + " sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu); in a container add"
          + " --security-opt seccomp=unconfined --security-opt systempaths=unconfined.";
  private static final long COMFORTABLE_MEBIBYTES = 1024;

  private final Home home;
  private final Settings settings;
  private final List<Result> results = new ArrayList<>();

  private MachineExamination(Home home, Settings settings) {
    this.home = home;
    this.settings = settings;
  }

  public enum State {
    OK,
    /// A part works less well.
    LIMITED,
    /// A requirement is missing. A server does not start.
    MISSING;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The result of one check.
  ///
  /// @param remedy the remedy; empty if all is well
  public record Result(String subject, State state, String finding, String remedy) {}

  /// Checks the machine for a server that would start here with the given variables.
  public static List<Result> run(
      Home home, Path workingDirectory, Map<String, String> environment) {
    Settings settings;
    try {
      settings = StartSettings.read(home, workingDirectory, environment);
    } catch (AssayException e) {
      return List.of(
          new Result(
              "configuration",
              State.MISSING,
              Visible.text(e.reason()),
              "Mend the settings it names."));
    }
    MachineExamination examination = new MachineExamination(home, settings);
    examination.homeFolder();
    examination.look();
    examination.engines();
    examination.storage();
    return List.copyOf(examination.results);
  }

  /// Checks the machine for the server that is starting. Its home is already prepared.
  ///
  /// @return what works less well
  /// @throws AssayException with `MACHINE_UNSUITABLE` and everything that is missing
  public static List<Result> require(Home home, Settings settings) {
    MachineExamination examination = new MachineExamination(home, settings);
    examination.look();
    List<Result> missing = examination.those(State.MISSING);
    if (!missing.isEmpty()) {
      throw new AssayException(
          ErrorCode.MACHINE_UNSUITABLE,
          "The server cannot run on this machine:\n"
              + missing.stream()
                  .map(one -> "  %s: %s%n    %s".formatted(one.subject, one.finding, one.remedy))
                  .collect(Collectors.joining("\n")));
    }
    return examination.those(State.LIMITED);
  }

  private List<Result> those(State state) {
    return results.stream().filter(one -> one.state() == state).toList();
  }

  private void look() {
    Optional<Architecture> own = Architecture.findOwn();
    if (own.isEmpty()) {
      missing("processor", System.getProperty("os.arch", "?"), Architecture.unknown());
      return;
    }
    ok("processor", own.get().word());
    network();
    database();
    sandboxes(SandboxEngines.probe(home.sandboxFolder()));
  }

  /// Checks the encryption of the network. Without it, a listener on the way reads passwords and
  /// tokens.
  private void network() {
    String address = settings.value(Catalogue.SERVER_ADDRESS);
    boolean secureProxy =
        settings
            .find(Catalogue.SERVER_PUBLIC_URL)
            .filter(url -> url.getScheme().equals("https") || Loopback.isNamed(url.getHost()))
            .isPresent();
    if (Loopback.isNamed(address)
        || secureProxy
        || settings.has(Catalogue.SERVER_TLS_CERTIFICATE)) {
      ok("network", "listens on " + address);
    } else {
      add(
          "network",
          State.LIMITED,
          "WITHOUT ENCRYPTION this server is open to the network: it listens on "
              + address
              + ", and passwords, tokens and files travel readable for everybody on the way",
          "Set assay.server.tls.certificate and .key, or put a proxy with TLS before it and set"
              + " assay.server.public-url to its https:// address; or listen on 127.0.0.1.");
    }
  }

  private void database() {
    if (!settings.value(Catalogue.DATABASE_URL).equals("embedded")) {
      ok("database", "one of your own is configured");
      return;
    }
    EmbeddedDatabase.findObstacle()
        .ifPresentOrElse(
            obstacle -> missing("database", "the embedded one cannot run", obstacle),
            () -> ok("database", "the embedded PostgreSQL can run"));
  }

  /// Checks the parts of sandboxes. The helper is always required. The other parts are required
  /// only if the settings require sandboxes.
  private void sandboxes(Map<String, String> answers) {
    String helper = answers.getOrDefault("helper", "no it did not answer");
    if (!helper.startsWith("ok")) {
      missing("helper", reason(helper), "Use a build for this processor.");
      return;
    }
    ok("helper", "runs");
    kernel(answers, "user namespaces", "userns", USERNS_REMEDY);
    kernel(
        answers,
        "overlay",
        "overlay",
        "Use kernel 5.11 or newer, and a home on ext4, xfs, btrfs or tmpfs (in a container: on a"
            + " volume).");
    kernel(answers, "veth", "veth", "Load the kernel module: modprobe veth.");
    kernel(answers, "seccomp", "seccomp", "Use a kernel with CONFIG_SECCOMP_FILTER.");
    program("bubblewrap", "bwrap", "Install it: apt-get install bubblewrap");
    program(
        "slirp4netns",
        "slirp4netns",
        "Skills are tried online too. Install it: apt-get install slirp4netns");
    base();
    domains(answers.getOrDefault("domains", "no the helper did not say"));
    controlGroups(answers.getOrDefault("cgroup", "no"));
  }

  private void kernel(Map<String, String> answers, String subject, String feature, String remedy) {
    String answer = answers.getOrDefault(feature, "no the helper did not say");
    if (answer.startsWith("ok")) {
      ok(subject, "permitted");
    } else {
      lacking(subject, reason(answer), remedy);
    }
  }

  private void program(String subject, String name, String remedy) {
    SandboxEngines.findProgram(name)
        .ifPresentOrElse(
            path -> ok(subject, path.toString()), () -> lacking(subject, "not installed", remedy));
  }

  private void base() {
    String choice = settings.value(Catalogue.SANDBOX_BASE);
    SandboxEngines.findBaseObstacle(home.sandboxFolder(), choice)
        .filter(_ -> !(choice.equals(SandboxImage.DEBIAN) && ChosenStorage.isShared(settings)))
        .ifPresentOrElse(obstacle -> lacking("base", choice, obstacle), () -> ok("base", choice));
  }

  private void domains(String answer) {
    if (answer.startsWith("ok")) {
      ok("command domains", "Landlock");
    } else {
      add(
          "command domains",
          State.LIMITED,
          "none ("
              + reason(answer)
              + "); a command can read and change the memory of others in its sandbox",
          "Use kernel 5.19 or newer with Landlock (CONFIG_SECURITY_LANDLOCK, and 'landlock' in"
              + " /sys/kernel/security/lsm).");
    }
  }

  private void controlGroups(String answer) {
    if (answer.startsWith("ok v1")) {
      ok("cgroup", "v1");
    } else {
      add(
          "cgroup",
          State.LIMITED,
          answer.startsWith("ok v2")
              ? "version 2, which is not used yet; CPU is not limited, memory by polling"
              : "none; CPU is not limited, memory by polling",
          "Nothing has to be done; where it must hold against hostile code, use control groups"
              + " version 1.");
    }
  }

  /// Lists the chosen engines, for `doctor` only. `doctor --engine` tries one of them.
  private void engines() {
    String first = settings.value(EngineCatalogue.ENGINE);
    ok(
        "engines",
        "validations %s, conversations %s, tools %s; try one with `assay doctor --engine NAME`"
            .formatted(
                first,
                settings.find(EngineCatalogue.CONVERSATION_ENGINE).orElse(first),
                settings.find(EngineCatalogue.TOOL_ENGINE).orElse(first)));
  }

  /// Checks the storage, for `doctor` only. A start opens its storage anyway and reports the same.
  private void storage() {
    if (!ChosenStorage.isShared(settings)) {
      ok("storage", "below the home");
      return;
    }
    String where = ChosenStorage.where(settings);
    try (Storage storage = ChosenStorage.of(settings, home, Clock.systemUTC())) {
      storage
          .findObstacle()
          .or(() -> settings.find(StorageCatalogue.FOLDER).flatMap(this::unwritable))
          .ifPresentOrElse(
              obstacle -> missing("storage", where + " cannot be used", obstacle),
              () -> ok("storage", where));
    } catch (AssayException e) {
      missing("storage", where + " cannot be used", e.reason());
    }
  }

  private Optional<String> unwritable(Path folder) {
    return Files.isDirectory(folder) && Files.isWritable(folder)
        ? Optional.empty()
        : Optional.of(
            "Make the folder, writable for the server; if it is of another machine, mount it.");
  }

  private void homeFolder() {
    Path nearest = home.path();
    while (nearest.getParent() != null && Files.notExists(nearest)) {
      nearest = nearest.getParent();
    }
    try {
      if (Files.isDirectory(home.path())) {
        home.prepare();
      } else if (!Files.isDirectory(nearest) || !Files.isWritable(nearest)) {
        missing(
            "home",
            home.path() + " cannot be written",
            "Point ASSAY_HOME at a folder you can write.");
        return;
      }
      long free = Files.getFileStore(nearest).getUsableSpace() / (1024 * 1024);
      State state =
          free < Home.NEEDED_MEBIBYTES
              ? State.MISSING
              : free < COMFORTABLE_MEBIBYTES ? State.LIMITED : State.OK;
      add(
          "home",
          state,
          home.path() + ", " + free + " MiB free",
          state == State.OK ? "" : "Free some space, or point ASSAY_HOME elsewhere.");
    } catch (AssayException e) {
      missing("home", home.path() + " cannot be used", e.reason());
    } catch (IOException e) {
      add("home", State.LIMITED, home.path() + ": " + e.getMessage(), "Check the file system.");
    }
  }

  /// Adds a missing part of sandboxes. A server that does not require sandboxes runs without it.
  private void lacking(String subject, String finding, String remedy) {
    boolean required = settings.value(Catalogue.SANDBOX_REQUIRED);
    add(subject, required ? State.MISSING : State.LIMITED, finding, remedy);
  }

  private void ok(String subject, String finding) {
    add(subject, State.OK, finding, "");
  }

  private void missing(String subject, String finding, String remedy) {
    add(subject, State.MISSING, finding, remedy);
  }

  private void add(String subject, State state, String finding, String remedy) {
    results.add(new Result(subject, state, Visible.line(finding, 400), Visible.line(remedy, 600)));
  }

  private static String reason(String answer) {
    return answer.replaceFirst("^no ", "");
  }
}
