package dev.assay.sandbox;

import dev.assay.skill.dependency.ExtraPackages;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Makes every sandbox in which an agent works. Tasks of validations and turns of conversations get
/// sandboxes of the same parts, so that a skill cannot detect inside which of the two it is in.
public final class Workspaces {
  private static final long LEAST_DISK = 1 << 20;
  private static final long PROCESSES = 256;
  private static final long FILES = 100_000;

  /// The folders that every sandbox of the image trusts.
  private static final List<String> ADMITTED =
      List.of(RuntimeEnvironment.SHARED.folder(), RuntimeEnvironment.OWN);

  private final SandboxEngine engine;
  private final SharedFolders folders;
  private final Map<Limit, Long> limits;
  private final long quota;
  private final LimitPolicy policy;
  private final SandboxTools tools;

  /// @param memory the limit of memory, where the machine can enforce it
  /// @param quota the number of bytes for the shared folders and the sandbox's other files
  /// @param policy the policy for limits that the engine cannot enforce
  /// @param tools a folder of the server for the programs in every workspace
  public Workspaces(
      SandboxEngine engine,
      SharedFolders folders,
      long memory,
      long quota,
      LimitPolicy policy,
      Path tools) {
    this.policy = policy;
    this.tools = new SandboxTools(tools);
    this.engine = engine;
    this.folders = folders;
    this.limits = Map.of(Limit.MEMORY, memory, Limit.PROCESSES, PROCESSES, Limit.FILES, FILES);
    this.quota = quota;
  }

  /// The parts that are visible inside.
  ///
  /// @param skills the folder of each skill, by name
  /// @param used the number of bytes that count against the quota already
  /// @param watched further folders whose reading is recorded, by their paths inside, for engines
  ///   that record it and see folders of this machine
  public record Contents(
      SandboxImage image,
      Network network,
      Path uploads,
      Path intermediate,
      SortedMap<String, Path> skills,
      long used,
      Map<String, Path> watched) {
    public Contents {
      skills = new TreeMap<>(skills); // in the order of the names, which the mounts show
      watched = Map.copyOf(watched);
    }
  }

  /// The holder of a sandbox; invisible inside.
  ///
  /// @param longest the longest life; empty if only the lease limits it
  public record Holder(String name, Map<String, String> labels, Optional<Duration> longest) {}

  public SharedFolders folders() {
    return folders;
  }

  /// A sandbox that is used repeatedly. For a provider that cannot see folders of this machine, the
  /// shared folders are synchronised and the skills are copies. Programs inside could change these
  /// copies until the sandbox ends, unless the engine protects them.
  public OpenWorkspace openLasting(Contents contents, Holder holder) {
    if (has(Capabilities.Feature.HOST_FOLDERS)) {
      return new OpenWorkspace(open(contents, holder), List.of(), quota);
    }
    boolean keepsSkills = has(Capabilities.Feature.READ_ONLY_FOLDERS);
    SandboxSpec spec = spec(contents, holder);
    Sandbox sandbox =
        engine.create(labelled(keepsSkills ? withSkills(spec, contents) : spec, holder));
    try {
      for (Map.Entry<String, Path> skill : contents.skills().entrySet()) {
        if (!keepsSkills) {
          sandbox.files().upload(skill.getValue(), Layout.skill(skill.getKey()));
        }
      }
      OpenWorkspace workspace =
          new OpenWorkspace(
              sandbox,
              List.of(
                  new SynchronisedFolder(contents.uploads(), Layout.UPLOADS),
                  new SynchronisedFolder(contents.intermediate(), Layout.INTERMEDIATE)),
              quota);
      workspace.begin();
      return workspace;
    } catch (RuntimeException e) {
      sandbox.destroy();
      throw e;
    }
  }

  private SandboxSpec spec(Contents contents, Holder holder) {
    return SandboxSpec.of(contents.image(), holder.name())
        .withNetwork(contents.network())
        .withLimits(limits(contents.used(), holder.longest()))
        .withFixed(has(Capabilities.Feature.FIXED_FOLDERS) ? ADMITTED : List.of());
  }

  private static SandboxSpec labelled(SandboxSpec spec, Holder holder) {
    SandboxSpec labelled = spec.withPurpose(holder.name());
    for (Map.Entry<String, String> label : holder.labels().entrySet()) {
      labelled = labelled.withLabel(label.getKey(), label.getValue());
    }
    return labelled;
  }

  public Sandbox open(Contents contents, Holder holder) {
    SandboxSpec spec =
        spec(contents, holder)
            .withMount(tools.mount())
            .withVariable("NODE_OPTIONS", "--require=" + ExtraPackages.TOOLS + "/start.cjs")
            .withVariable("PYTHONPATH", ExtraPackages.TOOLS + "/python")
            .withMount(new Mount(contents.uploads(), Layout.UPLOADS, Mount.Access.READ_WRITE))
            .withMount(
                new Mount(contents.intermediate(), Layout.INTERMEDIATE, Mount.Access.READ_WRITE));
    for (Map.Entry<String, Path> each : contents.watched().entrySet()) {
      spec = spec.withMount(Mount.resolved(each.getValue(), each.getKey(), Mount.Access.WATCHED));
    }
    return engine.create(labelled(withSkills(spec, contents), holder));
  }

  private SandboxSpec withSkills(SandboxSpec spec, Contents contents) {
    SandboxSpec mounting = spec;
    Mount.Access access = recordsAccess() ? Mount.Access.WATCHED : Mount.Access.READ_ONLY;
    for (Map.Entry<String, Path> skill : contents.skills().entrySet()) {
      mounting =
          mounting.withMount(
              Mount.resolved(skill.getValue(), Layout.skill(skill.getKey()), access));
    }
    return mounting;
  }

  /// Checks that an image is unchanged, before one of its sandboxes is used again.
  ///
  /// @throws dev.assay.skill.AssayException with `STORED_FILES_DAMAGED`
  public void requireIntact(SandboxImage image) {
    engine.requireIntact(image);
  }

  /// Returns whether the engine records the reading of skills.
  public boolean recordsAccess() {
    return has(Capabilities.Feature.ACCESS_RECORDING);
  }

  /// Returns whether further folders of this machine can be watched.
  public boolean watchesFolders() {
    return recordsAccess() && has(Capabilities.Feature.HOST_FOLDERS);
  }

  /// Returns whether the engine offers a feature on this machine.
  public boolean has(Capabilities.Feature feature) {
    return engine.capabilities().has(feature);
  }

  public LimitPolicy policy() {
    return policy;
  }

  /// The limits that are not enforced, in words, and a note if packages of the image can be
  /// changed.
  public List<String> unenforced() {
    Set<Limit> wanted = EnumSet.of(Limit.DISK);
    wanted.addAll(limits.keySet());
    Capabilities able = engine.capabilities();
    List<String> all = new ArrayList<>(LimitPolicy.unenforced(able, wanted));
    if (!able.has(Capabilities.Feature.FIXED_FOLDERS)) {
      all.add(
          "Programs at work can change the packages of the image in its sandboxes (FIXED_FOLDERS): %s."
              .formatted(
                  able.missing()
                      .getOrDefault(
                          Capabilities.Feature.FIXED_FOLDERS.name(),
                          "not offered by this engine")));
    }
    return all;
  }

  /// The limits; data that the sandbox adds to shared folders counts as its disk.
  private Limits limits(long used, Optional<Duration> longest) {
    Limits wanted = new Limits(limits).with(Limit.DISK, Math.max(LEAST_DISK, quota - used));
    return policy.ask(engine.capabilities(), longest.map(wanted::withWall).orElse(wanted));
  }
}
