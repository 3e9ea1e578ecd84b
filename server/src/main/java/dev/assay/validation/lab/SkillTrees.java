package dev.assay.validation.lab;

import dev.assay.agent.Decoys;
import dev.assay.registry.KeptTrees;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillFolders;
import dev.assay.skill.AssayException;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.SkillName;
import dev.assay.skill.task.TaskFile;
import dev.assay.validation.evidence.ListedSkill;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/// The trees of all skills that an agent may see. Admitted and built-in skills have folders of the
/// same form.
public final class SkillTrees {
  private static final long LONGEST_FILE = 256 << 10;
  private static final int BEGINNING = 64;
  private static final long MOST_OF_A_SKILL = 4 << 20;

  private final Path root;
  private final SkillFolders folders;
  private final Function<UUID, Bundle> bundles;
  private final Map<String, SoftReference<List<TaskFile>>> read = new ConcurrentHashMap<>();
  private final Map<String, Bundle> known = new ConcurrentHashMap<>();
  private final Map<String, Decoys.Decoy> decoys = new ConcurrentHashMap<>();
  private final Map<Path, List<BundleFile>> lists = new ConcurrentHashMap<>();
  private final KeptTrees builtIn = new KeptTrees();

  /// @param root the folder of the trees, including those of admitted skills
  /// @param bundles finds the bundle of a skill by its id
  public SkillTrees(Path root, SkillFolders folders, Function<UUID, Bundle> bundles) {
    this.root = root;
    this.folders = folders;
    this.bundles = bundles;
  }

  /// Returns the newest version of each name.
  public static List<Skill> newest(Collection<Skill> skills) {
    Map<String, Skill> newest = new TreeMap<>();
    for (Skill each : skills) {
      newest.merge(each.name(), each, (a, b) -> a.version() >= b.version() ? a : b);
    }
    return List.copyOf(newest.values());
  }

  /// Returns the list for a run: these skills and enough decoys, in an order that reveals nothing.
  public List<ListedSkill> list(Collection<Skill> skills, long seed) {
    List<ListedSkill> listed = new ArrayList<>();
    for (Skill skill : skills) {
      folders.of(skill.bundle());
      known.put(skill.bundle().digest().hex(), skill.bundle());
      listed.add(
          new ListedSkill(
              skill.bundle().name(),
              skill.bundle().manifest().description(),
              skill.bundle().digest().hex(),
              Optional.of(skill.id())));
    }
    List<SkillName> names = listed.stream().map(ListedSkill::name).toList();
    for (Decoys.Decoy decoy : Decoys.besides(names, seed)) {
      unpack(decoy);
      listed.add(
          new ListedSkill(decoy.name(), decoy.description(), folderName(decoy), Optional.empty()));
    }
    return Decoys.inRandomOrder(listed, seed);
  }

  /// Returns the tree of a skill, admitted or built in.
  Path tree(ListedSkill skill) {
    if (skill.id().isPresent()) {
      Bundle bundle = known.computeIfAbsent(skill.tree(), _ -> bundles.apply(skill.id().get()));
      if (!bundle.digest().hex().equals(skill.tree())) {
        throw gone(skill);
      }
      return folders.of(bundle);
    }
    return unpack(decoys.computeIfAbsent(skill.tree(), _ -> decoy(skill)));
  }

  private AssayException gone(ListedSkill skill) {
    return new AssayException(
        ErrorCode.BLOB_STORE_FAILED,
        "The files of \"%s\" are gone from %s. Validate it again."
            .formatted(skill.name().text(), root));
  }

  /// Finds a decoy. A list that another server made may name decoys that are not here yet.
  private Decoys.Decoy decoy(ListedSkill skill) {
    return Decoys.all().stream()
        .map(
            each ->
                new Decoys.Decoy(skill.name(), skill.description(), each.source(), each.files()))
        .filter(decoy -> folderName(decoy).equals(skill.tree()))
        .findFirst()
        .orElseThrow(() -> gone(skill));
  }

  private static String folderName(Decoys.Decoy decoy) {
    return Digest.of(decoy.toString().getBytes(StandardCharsets.UTF_8)).hex();
  }

  /// Returns the text files of ordinary size of the listed skills. Trees never change, so the texts
  /// are cached for all judges, as long as there is room.
  public Map<SkillName, List<TaskFile>> texts(Collection<ListedSkill> listed) {
    Map<SkillName, List<TaskFile>> texts = new HashMap<>();
    for (ListedSkill skill : listed) {
      SoftReference<List<TaskFile>> kept = read.get(skill.tree());
      List<TaskFile> files = kept == null ? null : kept.get();
      if (files == null) {
        files = files(tree(skill));
        read.put(skill.tree(), new SoftReference<>(files));
      }
      texts.put(skill.name(), files);
    }
    return texts;
  }

  /// Returns the beginnings of the files that are not among the [texts][#texts(Collection)].
  public List<TaskFile> beginnings(ListedSkill skill) {
    List<TaskFile> beginnings = new ArrayList<>();
    Path tree = tree(skill);
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path path : all.filter(Files::isRegularFile).sorted().toList()) {
        if (Files.size(path) > LONGEST_FILE) {
          try (InputStream content = Files.newInputStream(path)) {
            beginnings.add(
                new TaskFile(tree.relativize(path).toString(), content.readNBytes(BEGINNING)));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return beginnings;
  }

  static List<TaskFile> files(Path tree) {
    List<TaskFile> files = new ArrayList<>();
    long room = MOST_OF_A_SKILL;
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path path : all.filter(Files::isRegularFile).sorted().toList()) {
        long size = Files.size(path);
        if (size <= LONGEST_FILE && size <= room) {
          room -= size;
          files.add(new TaskFile(tree.relativize(path).toString(), Files.readAllBytes(path)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private Path unpack(Decoys.Decoy decoy) {
    Path place = root.resolve(folderName(decoy));
    if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      make(decoy, place);
    }
    Optional<String> damage =
        builtIn.findDamage(place, lists.computeIfAbsent(place, _ -> decoy.list()));
    if (damage.isPresent()) {
      throw new AssayException(
          ErrorCode.STORED_FILES_DAMAGED,
          "The files of the built-in skill \"%s\" are damaged: %s. This is a fault of the platform. Remove the folder %s, and it is made again."
              .formatted(decoy.name(), damage.get(), place));
    }
    return place;
  }

  private void make(Decoys.Decoy decoy, Path place) {
    try {
      Files.createDirectories(root);
      Path making = Files.createTempDirectory(root, "making-");
      try {
        decoy.writeTo(making, KeptTrees.TIME.toInstant());
        finish(making);
        Files.move(making, place, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        remove(making);
      }
    } catch (IOException e) {
      if (!Files.isDirectory(place)) { // else another process was faster
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  /// Gives all folders the same permissions and times as in every other skill.
  private static void finish(Path tree) throws IOException {
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path folder : all.filter(Files::isDirectory).toList()) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setLastModifiedTime(folder, KeptTrees.TIME);
      }
    }
  }
}
