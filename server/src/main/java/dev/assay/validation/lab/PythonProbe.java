package dev.assay.validation.lab;

import dev.assay.contents.PythonEnvironment;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The Python and pip of the base. They are read before any code of a skill runs.
///
/// @param pip the version of the base's pip; empty if it has none
/// @param wheel the path of a pip that the base carries as a wheel
/// @param library the names of the standard library's modules
record PythonProbe(
    String version,
    String program,
    Optional<String> pip,
    Optional<String> wheel,
    Set<String> library) {
  private static final String SYSTEM = "/usr/local/bin:/usr/bin:/bin";
  private static final int OLDEST_MAJOR = 22;
  private static final int OLDEST_MINOR = 2;
  private static final String QUESTION =
      """
      import glob, sys
      print("%d.%d" % sys.version_info[:2])
      print(sys.executable)
      try:
          import pip
          print(pip.__version__)
      except ImportError:
          print()
      wheels = glob.glob("/usr/share/python-wheels/pip-*.whl")
      try:
          import ensurepip, os
          wheels += glob.glob(os.path.join(os.path.dirname(ensurepip.__file__), "_bundled", "pip-*.whl"))
      except ImportError:
          pass
      print(sorted(wheels)[-1] if wheels else "")
      import os
      names = getattr(sys, "stdlib_module_names", None)
      if names is None:
          names = {each.split(".")[0] for each in os.listdir(os.path.dirname(os.__file__))}
          names.update(sys.builtin_module_names)
      print(" ".join(sorted(names)))
      """;

  static PythonProbe ask(Sandbox sandbox) {
    CommandResult result =
        sandbox.run(
            Command.of("python3", "-I", "-B", "-c", QUESTION)
                .withVariable("PATH", SYSTEM)
                .withTimeout(Duration.ofMinutes(1)));
    List<String> lines = result.stdout().text().lines().toList();
    if (!result.succeeded() || lines.size() < 5) {
      throw unable("python3 of the base does not work: " + result.stderr().text().strip());
    }
    PythonProbe found =
        new PythonProbe(
            lines.get(0),
            lines.get(1),
            line(lines, 2),
            line(lines, 3),
            line(lines, 4).map(names -> Set.of(names.split(" ", -1))).orElseThrow());
    if (found.pip().isEmpty() && found.wheel().isEmpty()) {
      throw unable("the base has no pip (on Debian: apt-get install python3-pip or python3-venv)");
    }
    found.pip().ifPresent(PythonProbe::requireRecent);
    return found;
  }

  private static Optional<String> line(List<String> lines, int at) {
    return lines.size() > at
        ? Optional.of(lines.get(at).strip()).filter(text -> !text.isEmpty())
        : Optional.empty();
  }

  /// Requires a pip that can report the packages that it would install.
  private static void requireRecent(String version) {
    String[] words = version.split("\\.", -1);
    try {
      int major = Integer.parseInt(words[0]);
      int minor = words.length > 1 ? Integer.parseInt(words[1].replaceAll("\\D.*", "")) : 0;
      if (major < OLDEST_MAJOR || (major == OLDEST_MAJOR && minor < OLDEST_MINOR)) {
        throw unable("its pip is " + version + "; 22.2 or newer is needed");
      }
    } catch (NumberFormatException e) {
      throw unable("its pip has no version that can be read: " + version);
    }
  }

  PythonEnvironment environment(RuntimeEnvironment place) {
    try {
      return new PythonEnvironment(place, version, program);
    } catch (IllegalArgumentException e) {
      throw unable(String.valueOf(e.getMessage()));
    }
  }

  /// Returns the command that runs the base's pip.
  List<String> pipWords() {
    return pip.isPresent()
        ? List.of(program, "-I", "-B", "-m", "pip")
        : List.of(program, "-I", "-B", wheel.orElseThrow() + "/pip");
  }

  private static AssayException unable(String why) {
    return new AssayException(
        ErrorCode.VALIDATION_ERROR,
        "The sandboxes have no place for Python packages: %s. Mend the base or choose another (assay.sandbox.base), then resume."
            .formatted(why));
  }
}
