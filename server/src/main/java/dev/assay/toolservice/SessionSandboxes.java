package dev.assay.toolservice;

import dev.assay.packages.PackageDoor;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillFolders;
import dev.assay.sandbox.OpenWorkspace;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.SharedFolders;
import dev.assay.sandbox.Workspaces;
import dev.assay.skill.AssayException;
import dev.assay.skill.BundleFile;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The sandbox of each session on this server. It is made from the admitted image when it is first
/// needed, and offline unless the project's policy allows a network. All runs of the session use
/// it, and it is replaced when it is gone. Files are in folders of the host, so they survive. A
/// sandbox on another machine has copies, which are brought back when a run ends.
final class SessionSandboxes {
  static final String LABEL = "tool-session";

  private final Workspaces workspaces;
  private final SandboxKeeper keeper;
  private final SkillFolders folders;
  private final ToolSessions sessions;
  private final PackageIndexes indexes;
  private final ToolPolicy policy;
  private final Map<UUID, Slot> slots = new ConcurrentHashMap<>();

  SessionSandboxes(
      Workspaces workspaces,
      SandboxKeeper keeper,
      SkillFolders folders,
      ToolSessions sessions,
      PackageIndexes indexes,
      ToolPolicy policy) {
    this.workspaces = workspaces;
    this.keeper = keeper;
    this.folders = folders;
    this.sessions = sessions;
    this.indexes = indexes;
    this.policy = policy;
  }

  /// Says whether ports inside can be reached.
  boolean reachPorts() {
    return workspaces.has(Capabilities.Feature.PORT_DIAL);
  }

  /// @throws AssayException with `BAD_REQUEST` if the engine lacks a feature that a policy allows
  void requireOffered(ProjectPolicy wanted) {
    require(
        !(wanted.network() instanceof Network.Open), Capabilities.Feature.OPEN_NETWORK, "network");
    require(
        !(wanted.network() instanceof Network.AllowList),
        Capabilities.Feature.ALLOW_LIST,
        "network");
    require(
        wanted.packages() == ProjectPolicy.Permission.REFUSED,
        Capabilities.Feature.PORT_LISTEN,
        "packages");
  }

  private void require(boolean unneeded, Capabilities.Feature feature, String what) {
    if (!unneeded && !workspaces.has(feature)) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "The sandbox engine of tools does not offer %s, which this value of \"%s\" needs."
              .formatted(feature.name(), what));
    }
  }

  /// The part of a session on this server.
  private static final class Slot {
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable OpenWorkspace workspace;
    private @Nullable PackageDoor door;
    private @Nullable SandboxSetup surroundings;
    private Map<String, String> trees = Map.of();
    private int users;

    boolean serves(SandboxSetup wanted, Skill skill, Map<String, String> allowed) {
      return workspace != null
          && wanted.equals(surroundings)
          && skill.bundle().digest().hex().equals(trees.get(skill.name()))
          && allowed.entrySet().containsAll(trees.entrySet());
    }
  }

  /// The use of a session's sandbox by one run.
  static final class Use implements AutoCloseable {
    private final Slot slot;
    private final ToolSession session;
    private final OpenWorkspace workspace;
    private final Map<String, String> variables;

    private Use(
        Slot slot, ToolSession session, OpenWorkspace workspace, Map<String, String> variables) {
      this.slot = slot;
      this.session = session;
      this.workspace = workspace;
      this.variables = variables;
    }

    /// The environment of commands.
    Map<String, String> variables() {
      return variables;
    }

    Sandbox sandbox() {
      return workspace.sandbox();
    }

    /// Says whether commands can fetch packages.
    boolean installs() {
      return slot.door != null || !(sandbox().spec().network() instanceof Network.Blocked);
    }

    /// Moves files into the folders of the host, from which the session's next sandbox gets them.
    void keepFiles() {
      if (session.kept()) {
        workspace.end();
      }
    }

    @Override
    public void close() {
      slot.lock.lock();
      try {
        slot.users--;
      } finally {
        slot.lock.unlock();
      }
    }
  }

  /// Opens the session's sandbox, with the files of the skill in its working folder.
  ///
  /// @param workdir the working directory, made if it is missing
  /// @throws AssayException with `WORKDIR_BUSY` if another run still uses a sandbox that no longer
  ///   fits, or with `BLOB_STORE_FAILED` if stored files of a skill in it are damaged
  Use open(ToolSession session, ProjectSkills.Usable wanted, String workdir) {
    Slot slot = slots.computeIfAbsent(session.id(), _ -> new Slot());
    slot.lock.lock();
    try {
      Map<String, String> allowed = new TreeMap<>();
      SortedMap<String, Path> trees = new TreeMap<>(); // also of a sandbox that has copies already
      for (Skill each : wanted.together()) {
        allowed.put(each.name(), each.bundle().digest().hex());
        trees.put(each.name(), folders.of(each.bundle()));
      }
      OpenWorkspace workspace = slot.workspace;
      if (workspace == null
          || !slot.serves(wanted.surroundings(), wanted.skill(), allowed)
          || !makes(workspace.sandbox(), workdir)) {
        requireUnused(slot, session);
        boolean _ = destroy(slot);
        workspace = make(session, wanted.surroundings(), trees);
        slot.workspace = workspace;
        slot.surroundings = wanted.surroundings();
        slot.trees = allowed;
        if (wanted.surroundings().packages() == ProjectPolicy.Permission.ALLOWED) {
          slot.door = indexes.open(workspace.sandbox());
        }
        workspace.sandbox().files().makeFolder(workdir(workdir));
      } else {
        workspaces.requireIntact(wanted.surroundings().image());
        workspace.begin();
      }
      place(session, wanted.skill(), workspace, Placing.IF_CHANGED);
      PackageDoor door = slot.door;
      Map<String, String> variables = door == null ? Map.of() : PackageIndexes.variables(door);
      slot.users++;
      return new Use(slot, session, workspace, variables);
    } finally {
      slot.lock.unlock();
    }
  }

  private static void requireUnused(Slot slot, ToolSession session) {
    OpenWorkspace old = slot.workspace;
    if (slot.users > 0 && old != null && isAlive(old.sandbox())) {
      throw new AssayException(
          ErrorCode.WORKDIR_BUSY,
          "The session's sandbox was made for other skills or another image and is still in use. Cancel what runs in it, or use another session.",
          Map.of("reason", "session_changed", "session_id", session.alias()));
    }
  }

  private OpenWorkspace make(
      ToolSession session, SandboxSetup surroundings, SortedMap<String, Path> trees) {
    try {
      SharedFolders shared = workspaces.folders();
      return workspaces.openLasting(
          new Workspaces.Contents(
              surroundings.image(),
              surroundings.network(),
              SharedFolders.make(shared.uploads(session.id())),
              SharedFolders.make(shared.intermediate(session.id())),
              trees,
              shared.size(session.id()),
              Map.of()),
          new Workspaces.Holder(
              LABEL + "_" + session.id(),
              Map.of(
                  LABEL,
                  session.id().toString(),
                  "project",
                  session.project(),
                  // a service may go on without any calls; this class removes unused ones
                  "idle",
                  policy.longest().toString(),
                  "longest",
                  policy.longest().toString()),
              Optional.empty()));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED, "The folders of a session cannot be made: " + e, e);
    }
  }

  /// The treatment of files that are there already.
  private enum Placing {
    IF_CHANGED,
    AGAIN
  }

  /// Copies a skill's files into its working folder again. Files of another version are removed
  /// first; files of the session itself stay.
  void placeAgain(Use use, Skill skill) {
    place(use.session, skill, use.workspace, Placing.AGAIN);
  }

  private void place(ToolSession session, Skill skill, OpenWorkspace workspace, Placing placing) {
    String digest = skill.bundle().digest().hex();
    if (placing == Placing.IF_CHANGED && digest.equals(session.placed().get(skill.name()))) {
      return;
    }
    Map<String, String> placed = sessions.placed(session.id()); // perhaps another server did
    if (placing == Placing.IF_CHANGED && digest.equals(placed.get(skill.name()))) {
      return;
    }
    String target = workdir(skill.name());
    Sandbox sandbox = workspace.sandbox();
    if (placed.containsKey(skill.name())) {
      String listed = placed.getOrDefault(skill.name() + "/", "");
      for (String path : listed.isEmpty() ? List.<String>of() : List.of(listed.split("\n"))) {
        sandbox.files().delete(target + "/" + path);
      }
    }
    sandbox.files().makeFolder(target);
    sandbox.files().upload(folders.of(skill.bundle()), target);
    if (session.kept()) {
      workspace.end(); // files recorded as placed must be there for the next sandbox, too
    }
    placed.put(skill.name(), digest);
    placed.put(
        skill.name() + "/",
        String.join("\n", skill.bundle().files().stream().map(BundleFile::path).toList()));
    sessions.place(session.id(), placed);
  }

  /// The path of a working directory inside.
  static String workdir(String name) {
    return Layout.INTERMEDIATE + "/" + name;
  }

  /// Destroys all sandboxes of a session, on all servers, and removes its files.
  void end(UUID session) {
    Slot slot = slots.remove(session);
    if (slot == null || !destroy(slot)) {
      // another server's, one that died, or one whose making was interrupted
      keeper.destroyLabelled(LABEL, session.toString());
    }
    try {
      workspaces.folders().remove(session);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED, "The folders of a session cannot be removed: " + e, e);
    }
  }

  /// Destroys a sandbox. Returns false if there was none.
  private static boolean destroy(Slot slot) {
    slot.lock.lock();
    try {
      OpenWorkspace old = slot.workspace;
      PackageDoor door = slot.door;
      slot.workspace = null;
      slot.door = null;
      if (door != null) {
        door.close();
      }
      if (old != null) {
        old.sandbox().destroy();
      }
      return old != null;
    } finally {
      slot.lock.unlock();
    }
  }

  private static boolean isAlive(Sandbox sandbox) {
    return answers(() -> sandbox.files().stat(Layout.INTERMEDIATE).isPresent());
  }

  /// Makes a working directory. Returns false if the sandbox does not answer.
  private static boolean makes(Sandbox sandbox, String workdir) {
    return answers(
        () -> {
          sandbox.files().makeFolder(workdir(workdir));
          return true;
        });
  }

  private static boolean answers(BooleanSupplier question) {
    try {
      return question.getAsBoolean();
    } catch (AssayException e) {
      if (e.code() == ErrorCode.SANDBOX_GONE || e.code() == ErrorCode.SANDBOX_FAILED) {
        return false;
      }
      throw e;
    }
  }
}
