package dev.assay.validation.dependency;

import dev.assay.skill.Visible;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Installs what a skill declares into the shared runtime of a sandbox: Python packages into
/// `/opt/runtime/venv`, npm packages into `/opt/runtime/npm`, both on the path of every command.
///
/// Commands are argument lists; what a skill declares is never read by a shell.
public final class Installer {
  static final String VENV = "/opt/runtime/venv";
  static final String NPM = "/opt/runtime/npm";
  private static final int TAIL = 4000;

  private final Sandbox sandbox;
  private final Sources sources;
  private final Duration timeout;

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

  public Installer(Sandbox sandbox, Sources sources, Duration timeout) {
    this.sandbox = sandbox;
    this.sources = sources;
    this.timeout = timeout;
  }

  /// Makes the runtime if it is missing, so that a list of packages taken afterwards has it.
  public Installation prepare() {
    return sandbox.files().stat(VENV + "/bin/python").isPresent()
        ? new Installation.Installed(List.of())
        : run(List.of(List.of("python3", "-m", "venv", VENV)));
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
      if (ran.getLast().code() != 0) {
        return new Installation.CommandFailed(ran);
      }
    }
    Installation others = run(commands(dependencies));
    ran.addAll(others.commands());
    return others instanceof Installation.Installed
        ? new Installation.Installed(ran)
        : new Installation.CommandFailed(ran);
  }

  /// Packages that somebody else found necessary, each ecosystem on its own; what cannot be had is
  /// left out.
  public List<Installation.Ran> add(Ecosystem ecosystem, List<String> packages) {
    return switch (ecosystem) {
      case PIP -> runPip(packages);
      case NPM -> run(List.of(npm(packages))).commands();
      case SYSTEM -> List.of();
    };
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

  private static List<String> npm(List<String> packages) {
    List<String> npm =
        new ArrayList<>(
            List.of("npm", "install", "--global", "--prefix", NPM, "--no-audit", "--no-fund"));
    npm.add("--no-progress");
    npm.add("--");
    npm.addAll(packages);
    return npm;
  }

  private List<Installation.Ran> runPip(List<String> packages) {
    List<Installation.Ran> ran = new ArrayList<>();
    if (!sources.wheelFolders().isEmpty() || sources.index() == Sources.Index.NONE) {
      ran.addAll(run(List.of(pip(packages, Sources.Index.NONE))).commands());
      if (ran.getLast().code() == 0 || sources.index() == Sources.Index.NONE) {
        return ran;
      }
    }
    ran.addAll(run(List.of(pip(packages, Sources.Index.ONLINE))).commands());
    return ran;
  }

  List<String> pip(List<String> packages, Sources.Index index) {
    List<String> words =
        new ArrayList<>(
            List.of(VENV + "/bin/python", "-m", "pip", "install", "--no-input", "--no-color"));
    words.add("--progress-bar=off");
    words.add("--no-cache-dir");
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

  private Installation run(List<List<String>> commands) {
    List<Installation.Ran> ran = new ArrayList<>();
    for (List<String> words : commands) {
      CommandResult result = sandbox.run(Command.of(words).withTimeout(timeout));
      ran.add(ran(words, result));
      if (!result.succeeded()) {
        return new Installation.CommandFailed(ran);
      }
    }
    return new Installation.Installed(ran);
  }

  private static Installation.Ran ran(List<String> words, CommandResult result) {
    return new Installation.Ran(words, result.shellCode(), tail(result), result.took());
  }

  private static String tail(CommandResult result) {
    String all = result.stdout().text() + result.stderr().text();
    return Visible.text(all.substring(Math.max(0, all.length() - TAIL)));
  }

  private static String names(List<Requirement> requirements) {
    return String.join(", ", requirements.stream().map(Requirement::name).toList());
  }
}
