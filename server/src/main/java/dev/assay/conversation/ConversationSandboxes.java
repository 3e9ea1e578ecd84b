package dev.assay.conversation;

import dev.assay.registry.Skill;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.SkillPlaces;
import dev.assay.sandbox.OpenWorkspace;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.Workspaces;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.lease.Lease;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The sandbox of each conversation on this server. It is made when it is first needed, and stays
/// open while it is used now and then. It is made again when it is gone or when its content has
/// changed. Between two turns, files are in folders of the host, so they survive.
final class ConversationSandboxes {
  static final String LABEL = "conversation";

  private final Workspaces workspaces;
  private final SandboxKeeper keeper;
  private final SkillPlaces places;
  private final SkillFolders folders;
  private final ConversationPolicy policy;
  private final Map<UUID, OpenSandbox> open = new ConcurrentHashMap<>();

  ConversationSandboxes(
      Workspaces workspaces,
      SandboxKeeper keeper,
      SkillPlaces places,
      SkillFolders folders,
      ConversationPolicy policy) {
    this.workspaces = workspaces;
    this.keeper = keeper;
    this.places = places;
    this.folders = folders;
    this.policy = policy;
  }

  /// The parts that a sandbox is made of.
  private record Fingerprint(SandboxImage image, List<String> trees, Path uploads) {}

  private record OpenSandbox(OpenWorkspace workspace, Fingerprint fingerprint) {
    Sandbox sandbox() {
      return workspace.sandbox();
    }
  }

  /// The content of a turn's sandbox.
  ///
  /// @param used the bytes that already count against the quota
  record SandboxContents(List<Skill> skills, Path uploads, Path intermediate, long used) {
    /// The files in one of the folders of such a sandbox, known without the sandbox.
    List<String> filesIn(String folder, int most) {
      Stream<String> files =
          switch (folder) {
            case Layout.UPLOADS -> ConversationFiles.paths(uploads, most);
            case Layout.INTERMEDIATE -> ConversationFiles.paths(intermediate, most);
            case Layout.SKILLS ->
                skills.stream()
                    .flatMap(
                        skill ->
                            skill.bundle().files().stream()
                                .map(file -> skill.name() + "/" + file.path()));
            default -> Stream.of();
          };
      return files.limit(most).map(path -> folder + "/" + path).toList();
    }
  }

  /// Opens the conversation's sandbox. Only the running turn may call this.
  Sandbox open(UUID conversation, SandboxContents contents) {
    Fingerprint wanted =
        new Fingerprint(
            places.image(),
            contents.skills().stream()
                .map(skill -> skill.name() + " " + skill.bundle().digest().hex())
                .toList(),
            contents.uploads());
    SortedMap<String, Path> trees = new TreeMap<>(); // also of a sandbox that has copies already
    contents.skills().forEach(skill -> trees.put(skill.name(), folders.of(skill.bundle())));
    OpenSandbox old = open.get(conversation);
    if (old != null && old.fingerprint().equals(wanted) && isAlive(old.sandbox())) {
      workspaces.requireIntact(wanted.image());
      old.workspace().begin();
      return old.sandbox();
    }
    close(conversation);
    OpenWorkspace fresh =
        workspaces.openLasting(contents(wanted, contents, trees), holder(conversation));
    open.put(conversation, new OpenSandbox(fresh, wanted));
    return fresh.sandbox();
  }

  /// Moves the new files into the folders of the host at the end of a turn.
  void keepFiles(UUID conversation) {
    OpenSandbox used = open.get(conversation);
    if (used != null) {
      used.workspace().end();
    }
  }

  /// Destroys the conversation's sandboxes of other servers, and of this one before a restart.
  void endElsewhere(UUID conversation) {
    keeper.destroyLabelled(LABEL, conversation.toString());
  }

  void close(UUID conversation) {
    OpenSandbox old = open.remove(conversation);
    if (old != null) {
      old.sandbox().destroy();
    }
  }

  /// Forgets sandboxes that the keeper removed because they were idle.
  void forgetGone() {
    Set<String> alive = keeper.list().stream().map(Lease::id).collect(Collectors.toSet());
    open.values().removeIf(each -> !alive.contains(each.sandbox().id()));
  }

  private static boolean isAlive(Sandbox sandbox) {
    try {
      return sandbox.files().stat(Layout.INTERMEDIATE).isPresent();
    } catch (AssayException e) {
      if (e.code() == ErrorCode.SANDBOX_GONE || e.code() == ErrorCode.SANDBOX_FAILED) {
        return false;
      }
      throw e;
    }
  }

  private Workspaces.Contents contents(
      Fingerprint fingerprint, SandboxContents contents, SortedMap<String, Path> trees) {
    return new Workspaces.Contents(
        fingerprint.image(),
        policy.network(),
        contents.uploads(),
        contents.intermediate(),
        trees,
        contents.used(),
        Map.of());
  }

  private static Workspaces.Holder holder(UUID conversation) {
    return new Workspaces.Holder(
        LABEL + "_" + conversation, Map.of(LABEL, conversation.toString()), Optional.empty());
  }
}
