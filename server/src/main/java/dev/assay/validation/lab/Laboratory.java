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

/// Makes the sandboxes of a validation.
public final class Laboratory {
  /// The label by which what a step left behind is found again.
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

  /// Whether a task counts whose engine does not record what it tries to reach.
  public enum Recording {
    /// It does not: the failure of the engine passes through.
    REQUIRED,
    /// It does, as a test of function and never as a proof.
    WHERE_OFFERED
  }

  /// @param workspaces makes the sandboxes of tasks
  /// @param limits of the others
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

  /// Where and for whom a sandbox is made.
  ///
  /// @param name for people, for example `validation_…`
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

    /// The same on the base alone.
    Site onBase() {
      return new Site(image.bare(), network, listed, run, step, name);
    }
  }

  /// Before anything is tried: without these nothing can be proved.
  ///
  /// @throws AssayException with `SANDBOX_UNSUPPORTED` and what is missing
  public void requireAble() {
    require(NEEDED);
  }

  /// Before admitted skills do their tasks again: that proves nothing by itself, so less is needed.
  ///
  /// @throws AssayException with `SANDBOX_UNSUPPORTED` and what is missing
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

  /// Limits that the engine does not enforce, in words for the verdict.
  public List<String> unenforced() {
    List<String> all =
        new ArrayList<>(LimitPolicy.unenforced(engine.capabilities(), limits.keySet()));
    all.addAll(workspaces.unenforced());
    return all.stream().distinct().toList();
  }

  /// Without network, skills or folders for tasks: whatever lies in it afterwards was put there by
  /// us.
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

  /// Where packages are looked for and built: with the skills, which may carry some.
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

  /// A file of a listed skill on our side, by its path inside: nothing that ran in a sandbox can
  /// have changed it.
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

  /// Where an agent does a task.
  TaskSandbox openFor(Task task, Site site) {
    return TaskSandbox.open(workspaces, task, site, mounted(site));
  }

  private SortedMap<String, Path> mounted(Site site) {
    SortedMap<String, Path> skills = new TreeMap<>();
    site.listed().forEach(skill -> skills.put(skill.name().text(), trees.tree(skill)));
    return skills;
  }

  /// The same with keys that look like the user's, where it can be seen who reads them.
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

  /// Whether what a sandbox tries to reach is known from the engine.
  public boolean recordsNetwork() {
    return workspaces.has(Capabilities.Feature.NETWORK_RECORDING);
  }

  /// What was recorded; empty if that is not known and need not be.
  Optional<NetworkEvidence> network(Sandbox sandbox) {
    return recording == Recording.REQUIRED || recordsNetwork()
        ? Optional.of(sandbox.network())
        : Optional.empty();
  }

  /// Before files are looked at: what a task left running could hide them, or end who looks.
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
