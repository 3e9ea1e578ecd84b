package dev.assay.validation.dependency;

import dev.assay.skill.Visible;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Installs what a skill declares into an environment of a sandbox, the shared one or one of the
/// skill's own. All commands together have one time to end in.
///
/// Commands are argument lists; what a skill declares is never read by a shell.
public final class Installer {
  private static final int TAIL = 4000;
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final String PROGRAM = "/tmp/environment.py";
  private static final String SYSTEM = "/usr/local/bin:/usr/bin:/bin";

  /// 1980, as the files of skills have it.
  private static final String TIME = "315532800";

  private final Sandbox sandbox;
  private final RuntimeEnvironment place;
  private final Sources sources;
  private Duration left;

  /// Where packages may come from.
  ///
  /// @param wheelFolders folders inside with Python packages that the skill carries
  public record Sources(Index index, List<String> wheelFolders) {
    public enum Index {
      ONLINE,
      NONE
    }

    public Sources {
      wheelFolders = List.copyOf(wheelFolders);
    }
  }

  /// @param time for all commands together
  public Installer(Sandbox sandbox, RuntimeEnvironment place, Sources sources, Duration time) {
    this.sandbox = sandbox;
    this.place = place;
    this.sources = sources;
    this.left = time;
  }

  /// Makes the place for Python packages if it is missing, so that a list of packages taken
  /// afterwards has what comes with it. Nothing that a package brought takes part in that, and it
  /// does not count towards the time.
  public Installation prepare() {
    if (sandbox.files().stat(place.venv() + "/bin/python").isPresent()) {
      return new Installation.Installed(List.of());
    }
    Duration time = left;
    sandbox.files().writeText(PROGRAM, program());
    Installation made =
        run(Command.of("python3", "-I", PROGRAM, place.venv()).withVariable("PATH", SYSTEM));
    sandbox.files().delete(PROGRAM);
    left = time;
    return made;
  }

  private static String program() {
    try (InputStream text =
        Objects.requireNonNull(Installer.class.getResourceAsStream("environment.py"))) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What the skill carries is tried first, without asking anybody else: it is what its author
  /// tested with, and nobody outside can offer another package of the same name.
  public Installation install(Dependencies dependencies) {
    boolean debian = sandbox.spec().image().base().equals("debian");
    if (!dependencies.system().isEmpty() && !debian) {
      return new Installation.Refused(
          "The packages of the operating system it declares (%s) cannot be installed on the base \"%s\"; use the base \"debian\"."
              .formatted(names(dependencies.system()), sandbox.spec().image().base()));
    }
    List<Installation.Ran> ran = new ArrayList<>();
    if (!dependencies.pip().isEmpty()) {
      ran.addAll(runPip(spellings(dependencies.pip())));
    }
    for (List<String> words : commands(dependencies)) {
      if (ran.isEmpty() || ran.getLast().code() == 0) {
        ran.addAll(run(Command.of(words)).commands());
      }
    }
    return ran.isEmpty() || ran.getLast().code() == 0
        ? new Installation.Installed(ran)
        : new Installation.CommandFailed(ran);
  }

  /// Packages that somebody else found necessary, each ecosystem on its own; what cannot be had is
  /// left out.
  public List<Installation.Ran> add(Ecosystem ecosystem, List<String> packages) {
    return switch (ecosystem) {
      case PIP -> runPip(packages);
      case NPM -> run(Command.of(npm(packages))).commands();
      case SYSTEM -> List.of();
    };
  }

  /// Takes the times out of the skill's own environment: they would tell which skill came last.
  public void settle() {
    if (!place.isShared() && sandbox.files().stat(place.folder()).isPresent()) {
      List<String> touch = List.of("touch", "-h", "-d", "@" + TIME);
      List<String> all = new ArrayList<>(List.of("find", place.folder(), "-exec"));
      all.addAll(touch);
      all.addAll(List.of("{}", "+"));
      List<String> above = new ArrayList<>(touch);
      above.add(RuntimeEnvironment.OWN);
      CommandResult _ = sandbox.run(Command.of(all).withVariable("PATH", SYSTEM));
      CommandResult _ = sandbox.run(Command.of(above).withVariable("PATH", SYSTEM));
    }
  }

  List<List<String>> commands(Dependencies dependencies) {
    List<List<String>> commands = new ArrayList<>();
    if (!dependencies.system().isEmpty()) {
      commands.add(List.of("apt-get", "update", "--quiet"));
      List<String> apt =
          new ArrayList<>(
              List.of("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", "--"));
      dependencies.system().forEach(each -> apt.add(aptSpelling(each)));
      commands.add(apt);
    }
    if (!dependencies.npm().isEmpty()) {
      commands.add(npm(spellings(dependencies.npm())));
    }
    return commands;
  }

  private List<String> npm(List<String> packages) {
    List<String> npm =
        new ArrayList<>(List.of("npm", "install", "--global", "--prefix", place.npm()));
    npm.addAll(List.of("--no-audit", "--no-fund", "--no-progress", "--loglevel=http", "--"));
    npm.addAll(packages);
    return npm;
  }

  private List<Installation.Ran> runPip(List<String> packages) {
    List<Installation.Ran> ran = new ArrayList<>();
    if (!sources.wheelFolders().isEmpty() || sources.index() == Sources.Index.NONE) {
      ran.addAll(runPip(packages, Sources.Index.NONE));
      boolean over = ran.getLast().stopped();
      if (ran.getLast().code() == 0 || over || sources.index() == Sources.Index.NONE) {
        return ran;
      }
    }
    ran.addAll(runPip(packages, Sources.Index.ONLINE));
    return ran;
  }

  private List<Installation.Ran> runPip(List<String> packages, Sources.Index index) {
    return run(Command.of(pip(packages, index))).commands();
  }

  List<String> pip(List<String> packages, Sources.Index index) {
    List<String> words =
        new ArrayList<>(
            List.of(place.venv() + "/bin/python", "-m", "pip", "install", "--no-input"));
    words.addAll(List.of("--no-color", "--progress-bar=off", "--no-cache-dir", "--no-compile"));
    words.add("--disable-pip-version-check");
    if (index == Sources.Index.NONE) {
      words.add("--no-index");
    }
    sources.wheelFolders().forEach(folder -> words.add("--find-links=" + folder));
    words.add("--");
    words.addAll(packages);
    return words;
  }

  private static List<String> spellings(List<Requirement> requirements) {
    return requirements.stream().map(Requirement::spelling).toList();
  }

  private static String aptSpelling(Requirement requirement) {
    String range = requirement.range();
    return range.startsWith("=")
        ? requirement.name() + "=" + range.replaceFirst("^=+", "")
        : requirement.name();
  }

  private Installation run(Command command) {
    Duration most = left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    CommandResult result = sandbox.run(command.withTimeout(most));
    left = left.minus(result.took());
    List<Installation.Ran> ran =
        List.of(
            new Installation.Ran(command.words(), result.shellCode(), tail(result), result.took()));
    return result.succeeded()
        ? new Installation.Installed(ran)
        : new Installation.CommandFailed(ran);
  }

  private static String tail(CommandResult result) {
    String all = result.stdout().text() + result.stderr().text();
    return Visible.text(all.substring(Math.max(0, all.length() - TAIL)));
  }

  private static String names(List<Requirement> requirements) {
    return String.join(", ", requirements.stream().map(Requirement::name).toList());
  }
}
