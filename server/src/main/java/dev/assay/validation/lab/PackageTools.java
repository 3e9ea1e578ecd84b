package dev.assay.validation.lab;

import dev.assay.contents.UnusablePackage;
import dev.assay.contents.Wheel;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.validation.dependency.PackageSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Compares the packages that the base's pip and npm list in an image with the installed ones. If
/// only one of the lists had a package, the next skill that declares it would take it for installed
/// or install it twice.
record PackageTools(Sandbox sandbox) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String SYSTEM = "/usr/local/bin:/usr/bin:/bin";
  private static final String HOME = "/tmp/.packages";
  private static final String LIST = HOME + "/list";
  private static final long MOST = 64 << 20;
  private static final int SHOWN = 5;
  private static final Pattern PLACED =
      Pattern.compile("(?<path>[^:]+):(?<name>@?[^@:]+)@(?<version>[^:]+)(?::.*)?");

  /// @param expected all packages of the image
  /// @throws UnusablePackage if the list of pip or npm differs
  void requireSame(Assembly assembly, List<PackageSource> expected) {
    for (RuntimeEnvironment place : assembly.pythonPlaces()) {
      SortedSet<String> ours = new TreeSet<>();
      in(place, Ecosystem.PIP, expected)
          .forEach(each -> ours.add(each.name() + " " + Wheel.comparableVersion(each.version())));
      SortedSet<String> found = pip(assembly.probe(), assembly.searched(place));
      requireSame("pip", place, ours, found);
    }
    for (RuntimeEnvironment place : assembly.nodePlaces()) {
      SortedSet<String> ours = new TreeSet<>();
      in(place, Ecosystem.NPM, expected)
          .forEach(each -> each.places().forEach(at -> ours.add(at + " " + each.version())));
      SortedSet<String> found = npm(place);
      found.removeIf(each -> !ours.contains(each) && isWithin(each, ours));
      requireSame("npm", place, ours, found);
    }
  }

  private static Stream<PackageSource> in(
      RuntimeEnvironment place, Ecosystem ecosystem, List<PackageSource> all) {
    return all.stream()
        .filter(each -> each.ecosystem() == ecosystem && each.environment().equals(place.skill()));
  }

  /// Tests whether a found package lies inside the archive of another one. Only that package sees
  /// it.
  private static boolean isWithin(String found, SortedSet<String> ours) {
    String at = found.substring(0, found.indexOf(' '));
    return at.contains("/node_modules/")
        && ours.stream().map(each -> each.substring(0, each.indexOf(' '))).noneMatch(at::equals);
  }

  private static void requireSame(
      String tool, RuntimeEnvironment place, SortedSet<String> ours, SortedSet<String> found) {
    SortedSet<String> more = new TreeSet<>(found);
    more.removeAll(ours);
    SortedSet<String> less = new TreeSet<>(ours);
    less.removeAll(found);
    if (!more.isEmpty() || !less.isEmpty()) {
      throw new UnusablePackage(
          "%s sees other packages in %s than were installed: %s."
              .formatted(
                  tool,
                  place.folder(),
                  Stream.concat(
                          more.stream().map(each -> Visible.line(each, 100) + " too much"),
                          less.stream().map(each -> Visible.line(each, 100) + " is missing"))
                      .limit(SHOWN)
                      .collect(Collectors.joining(", "))));
    }
  }

  private SortedSet<String> pip(PythonProbe probe, List<String> folders) {
    List<String> words = new ArrayList<>(probe.pipWords());
    words.addAll(List.of("list", "--format=json", "--disable-pip-version-check", "--no-input"));
    folders.forEach(folder -> words.add("--path=" + folder));
    SortedSet<String> found = new TreeSet<>();
    try {
      for (JsonNode each : JSON.readTree(output(words, Set.of(0)))) {
        found.add(
            Wheel.comparable(each.path("name").asString(""))
                + " "
                + Wheel.comparableVersion(each.path("version").asString("")));
      }
    } catch (JacksonException e) {
      throw unreadable(words, e.getOriginalMessage());
    }
    return found;
  }

  /// Lists the packages of npm, one line each: folder and version.
  private SortedSet<String> npm(RuntimeEnvironment place) {
    List<String> words =
        List.of(
            "npm",
            "ls",
            "--global",
            "--prefix",
            place.npm(),
            "--all",
            "--parseable",
            "--long",
            "--offline",
            "--loglevel=silent");
    String modules = place.npm() + "/lib/node_modules/";
    SortedSet<String> found = new TreeSet<>();
    // npm exits with 1 if optional peers are missing or a package is extraneous
    for (String line : output(words, Set.of(0, 1)).lines().toList()) {
      Matcher placed = PLACED.matcher(line);
      if (placed.matches() && placed.group("path").startsWith(modules)) {
        found.add(placed.group("path").substring(modules.length()) + " " + placed.group("version"));
      }
    }
    return found;
  }

  private String output(List<String> words, Set<Integer> codes) {
    List<String> shell =
        new ArrayList<>(
            List.of("sh", "-c", "mkdir -p %s && \"$@\" > %s".formatted(HOME, LIST), "sh"));
    shell.addAll(words);
    CommandResult result =
        sandbox.run(
            Command.of(shell)
                .withVariable("PATH", SYSTEM)
                .withVariable("HOME", HOME)
                .withVariable("npm_config_cache", HOME)
                .withVariable("npm_config_logs_max", "0")
                .in("/")
                .withTimeout(Duration.ofMinutes(2)));
    if (!codes.contains(result.shellCode())) {
      throw unreadable(words, result.stderr().text().strip());
    }
    String text = new String(sandbox.files().read(LIST, MOST), StandardCharsets.UTF_8);
    sandbox.files().delete(HOME);
    return text;
  }

  private static AssayException unreadable(List<String> words, String why) {
    return new AssayException(
        ErrorCode.VALIDATION_ERROR,
        "The base's own tool could not list the packages of the image (%s): %s. Mend the base, then resume."
            .formatted(String.join(" ", words), Visible.line(why, 300)));
  }
}
