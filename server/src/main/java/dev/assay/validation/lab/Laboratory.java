package dev.assay.validation.lab;

import dev.assay.contents.UnusablePackage;
import dev.assay.sandbox.LimitPolicy;
import dev.assay.sandbox.Workspaces;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.task.Task;
import dev.assay.validation.evidence.ListedSkill;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/// Creates the sandboxes of a validation.
public final class Laboratory {
  /// The label by which the leftovers of a step are found.
  public static final String LABEL = "step";

  private static final List<Capabilities.Feature> NEEDED =
      List.of(
          Capabilities.Feature.OPEN_NETWORK,
          Capabilities.Feature.BLOCKED_NETWORK,
          Capabilities.Feature.NETWORK_RECORDING,
          Capabilities.Feature.PROCESS_END,
          Capabilities.Feature.SNAPSHOT);
  private static final List<Capabilities.Feature> NEEDED_FOR_TASKS =
      List.of(Capabilities.Feature.OPEN_NETWORK, Capabilities.Feature.BLOCKED_NETWORK);
  private static final Duration LONGEST = Duration.ofHours(1);

  private final SandboxEngine engine;
  private final SkillTrees trees;
  private final Workspaces workspaces;
  private final Map<Limit, Long> limits;
  private final Recording recording;

  /// The treatment of tasks on an engine that does not record network attempts.
  public enum Recording {
    /// Such a task fails with the failure of the engine.
    REQUIRED,
    /// Such a task counts as a test of function, but never as a proof.
    WHERE_OFFERED
  }

  /// @param workspaces the factory of the sandboxes of tasks
  /// @param limits the limits of all other sandboxes
  public Laboratory(
      SandboxEngine engine, SkillTrees trees, Workspaces workspaces, Map<Limit, Long> limits) {
    this(engine, trees, workspaces, limits, Recording.REQUIRED);
  }

  public Laboratory(
      SandboxEngine engine,
      SkillTrees trees,
      Workspaces workspaces,
      Map<Limit, Long> limits,
      Recording recording) {
    this.recording = recording;
    this.engine = engine;
    this.trees = trees;
    this.workspaces = workspaces;
    this.limits = Map.copyOf(limits);
  }

  /// The place and the owner of a new sandbox.
  ///
  /// @param name the name for people, for example `validation_…`
  public record Site(
      SandboxImage image,
      Network network,
      List<ListedSkill> listed,
      UUID run,
      String step,
      String name) {
    Site inStep(String other) {
      return new Site(image, network, listed, run, other, name);
    }

    /// Returns the same site on the base alone.
    Site onBase() {
      return new Site(image.bare(), network, listed, run, step, name);
    }
  }

  /// Requires the abilities without which no skill can be proved. It runs before any trial.
  ///
  /// @throws AssayException with `SANDBOX_UNSUPPORTED` and the missing abilities
  public void requireAble() {
    require(NEEDED);
  }

  /// Requires the abilities for repeating tasks of admitted skills. These prove nothing by
  /// themselves, so fewer abilities are needed.
  ///
  /// @throws AssayException with `SANDBOX_UNSUPPORTED` and the missing abilities
  public void requireTasks() {
    require(NEEDED_FOR_TASKS);
  }

  private void require(List<Capabilities.Feature> needed) {
    Capabilities able = engine.capabilities();
    List<String> missing =
        needed.stream()
            .filter(feature -> !able.has(feature))
            .map(
                feature ->
                    feature
                        + ": "
                        + able.missing().getOrDefault(feature.name(), "not offered by this engine"))
            .collect(Collectors.toCollection(ArrayList::new));
    if (workspaces.policy() == LimitPolicy.REFUSE) {
      missing.addAll(unenforced());
    }
    if (!missing.isEmpty()) {
      throw new AssayException(
          ErrorCode.SANDBOX_UNSUPPORTED,
          "Nothing can be proved in these sandboxes: %s. Run `assay doctor`."
              .formatted(String.join("; ", missing)));
    }
  }

  /// Lists the limits that the engine does not enforce, in words for the verdict.
  public List<String> unenforced() {
    List<String> all =
        new ArrayList<>(LimitPolicy.unenforced(engine.capabilities(), limits.keySet()));
    all.addAll(workspaces.unenforced());
    return all.stream().distinct().toList();
  }

  /// Opens a sandbox without network, skills and task folders. Only the server puts files into it.
  Sandbox openBare(Site site) {
    return engine.create(spec(site).withNetwork(Network.blocked()));
  }

  private SandboxSpec spec(Site site) {
    SandboxSpec spec =
        SandboxSpec.of(site.image(), site.name())
            .withNetwork(site.network())
            .withLimits(limits())
            .withPurpose(site.name());
    for (Map.Entry<String, String> label : labels(site).entrySet()) {
      spec = spec.withLabel(label.getKey(), label.getValue());
    }
    return spec;
  }

  /// Opens a sandbox for resolving and building packages. It contains the skills, which may carry
  /// some.
  Sandbox open(Site site) {
    SandboxSpec spec = spec(site);
    for (ListedSkill skill : site.listed()) {
      spec =
          spec.withMount(
              Mount.resolved(
                  trees.tree(skill), Layout.skill(skill.name().text()), Mount.Access.READ_ONLY));
    }
    return engine.create(spec);
  }

  /// Returns the server's own copy of a listed skill's file, by its path in the sandbox. No process
  /// in a sandbox can have changed it.
  Path file(Site site, String inside) {
    for (ListedSkill skill : site.listed()) {
      String folder = Layout.skill(skill.name().text()) + "/";
      if (inside.startsWith(folder)) {
        Path tree = trees.tree(skill);
        Path file = tree.resolve(inside.substring(folder.length())).normalize();
        if (file.startsWith(tree) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          return file;
        }
      }
    }
    throw new UnusablePackage("No skill has the file " + Visible.line(inside, 300) + ".");
  }

  /// Opens the sandbox in which an agent does a task.
  TaskSandbox openFor(Task task, Site site) {
    return TaskSandbox.open(workspaces, task, site, mounted(site));
  }

  private SortedMap<String, Path> mounted(Site site) {
    SortedMap<String, Path> skills = new TreeMap<>();
    site.listed().forEach(skill -> skills.put(skill.name().text(), trees.tree(skill)));
    return skills;
  }

  /// Opens the sandbox with planted keys if the engine can record who reads them.
  TaskSandbox openWithKeys(Task task, Site site) {
    return workspaces.watchesFolders()
        ? TaskSandbox.openWithKeys(workspaces, task, site, mounted(site))
        : openFor(task, site);
  }

  boolean watchesFolders() {
    return workspaces.watchesFolders();
  }

  boolean recordsAccess() {
    return workspaces.recordsAccess();
  }

  /// Tests whether the engine records the places that a sandbox tries to reach.
  public boolean recordsNetwork() {
    return workspaces.has(Capabilities.Feature.NETWORK_RECORDING);
  }

  /// Returns the network record; empty if it is not available and not required.
  Optional<NetworkEvidence> network(Sandbox sandbox) {
    return recording == Recording.REQUIRED || recordsNetwork()
        ? Optional.of(sandbox.network())
        : Optional.empty();
  }

  /// Ends all processes before files are read. A leftover process could hide files or kill the
  /// reader.
  void endProcesses(Sandbox sandbox) {
    if (recording == Recording.REQUIRED || workspaces.has(Capabilities.Feature.PROCESS_END)) {
      sandbox.endProcesses();
    }
  }

  Metrics metrics(Sandbox sandbox) {
    return recording == Recording.REQUIRED || workspaces.has(Capabilities.Feature.METRICS)
        ? sandbox.metrics()
        : Metrics.unknown();
  }

  static Workspaces.Holder holder(Site site) {
    return new Workspaces.Holder(site.name(), labels(site), Optional.of(LONGEST));
  }

  private static Map<String, String> labels(Site site) {
    return Map.of("run", site.run().toString(), LABEL, label(site.run(), site.step()));
  }

  public static String label(UUID run, String step) {
    return run + " " + step;
  }

  private Limits limits() {
    return workspaces.policy().ask(engine.capabilities(), new Limits(limits).withWall(LONGEST));
  }
}
