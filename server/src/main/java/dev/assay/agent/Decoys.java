package dev.assay.agent;

import dev.assay.agent.decoy.DecoyShelf;
import dev.assay.skill.SkillName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Built-in skills of unrelated domains, for the list an executing agent chooses from while a skill
/// is being tried. They are never delivered to conversations.
public final class Decoys {
  /// How many skills besides the one under test must be in the list.
  public static final int OTHERS = 6;

  private Decoys() {}

  /// A working skill.
  ///
  /// @param files their paths relative to the skill's folder
  public record Decoy(SkillName name, String description, List<String> files) {
    public Decoy {
      files = List.copyOf(files);
    }

    public byte[] content(String file) {
      if (!files.contains(file)) {
        throw new IllegalArgumentException(name + " has no file " + file);
      }
      return DecoyShelf.read(name + "/" + file);
    }

    /// Writes the tree into a new folder, with one time for all files, so that times tell nothing.
    public void writeTo(Path folder, Instant time) throws IOException {
      for (String file : files) {
        Path target = folder.resolve(file);
        Files.createDirectories(target.getParent());
        Files.write(target, content(file));
        Files.setPosixFilePermissions(
            target,
            PosixFilePermissions.fromString(
                file.startsWith("scripts/") ? "rwxr-xr-x" : "rw-r--r--"));
        Files.setLastModifiedTime(target, FileTime.from(time));
      }
    }
  }

  public static List<Decoy> all() {
    List<Decoy> all = new ArrayList<>();
    DecoyShelf.files()
        .forEach(
            (name, files) ->
                all.add(
                    new Decoy(new SkillName(name), DecoyShelf.field(name, "description"), files)));
    return all;
  }

  /// The decoys that make the list long enough, chosen by the seed. A decoy never has the name of a
  /// listed skill.
  ///
  /// @param listed the skill under test and every approved skill
  public static List<Decoy> besides(Collection<SkillName> listed, long seed) {
    List<Decoy> free = all().stream().filter(decoy -> !listed.contains(decoy.name())).toList();
    int needed = Math.max(0, OTHERS + 1 - listed.size());
    return inRandomOrder(free, seed).stream().limit(needed).toList();
  }

  /// The order in which a list is shown: random, and the same for the same seed.
  public static <T> List<T> inRandomOrder(Collection<T> skills, long seed) {
    List<T> order = new ArrayList<>(skills);
    Collections.shuffle(order, new Random(seed));
    return List.copyOf(order);
  }
}
