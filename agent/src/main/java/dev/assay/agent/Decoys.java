package dev.assay.agent;

import dev.assay.agent.decoy.DecoyShelf;
import dev.assay.skill.BundleFile;
import dev.assay.skill.Digest;
import dev.assay.skill.SkillName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Built-in skills of unrelated domains, for the list an executing agent chooses from while a skill
/// is being tried. They are never delivered to conversations.
public final class Decoys {
  /// The least number of skills in the list besides the one under test.
  public static final int OTHERS = 6;

  private static final List<String> FOR = List.of("Use for", "Good for", "Meant for");
  private static final List<String> WHEN = List.of("Use when", "Helps when", "For when");

  private Decoys() {}

  /// A working skill.
  ///
  /// @param source the folder of its sources
  /// @param files their paths relative to the skill's folder
  public record Decoy(SkillName name, String description, String source, List<String> files) {
    public Decoy {
      files = List.copyOf(files);
    }

    public byte[] content(String file) {
      if (!files.contains(file)) {
        throw new IllegalArgumentException(name + " has no file " + file);
      }
      byte[] content = DecoyShelf.read(source + "/" + file);
      return file.equals("SKILL.md") ? named(content) : content;
    }

    /// Lists the files that [#writeTo] writes.
    public List<BundleFile> list() {
      return files.stream()
          .map(
              file -> {
                byte[] content = content(file);
                return new BundleFile(file, content.length, isProgram(file), Digest.of(content));
              })
          .toList();
    }

    private static boolean isProgram(String file) {
      return file.startsWith("scripts/");
    }

    private byte[] named(byte[] content) {
      return new String(content, StandardCharsets.UTF_8)
          .replace("\nname: " + source + "\n", "\nname: " + name + "\n")
          .replace(DecoyShelf.field(source, "description"), description)
          .getBytes(StandardCharsets.UTF_8);
    }

    /// The same decoy under another of its names and in slightly other words.
    private Decoy varied(List<String> names, Random random) {
      String other = names.get(random.nextInt(names.size()));
      return new Decoy(
          new SkillName(other),
          description
              .replace("Use for ", FOR.get(random.nextInt(FOR.size())) + " ")
              .replace("Use when ", WHEN.get(random.nextInt(WHEN.size())) + " "),
          source,
          files);
    }

    /// Writes the tree into a new folder, with one time for all files, so that times reveal
    /// nothing.
    public void writeTo(Path folder, Instant time) throws IOException {
      for (String file : files) {
        Path target = folder.resolve(file);
        Files.createDirectories(target.getParent());
        Files.write(target, content(file));
        Files.setPosixFilePermissions(
            target, PosixFilePermissions.fromString(isProgram(file) ? "rwxr-xr-x" : "rw-r--r--"));
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
                    new Decoy(
                        new SkillName(name), DecoyShelf.field(name, "description"), name, files)));
    return all;
  }

  /// The decoys that make the list long enough, chosen by the seed, each under one of several
  /// names. A skill that looks around finds no name that it could know beforehand as a sign of a
  /// validation. A decoy never has the name of a listed skill.
  ///
  /// @param listed the skill under test and every approved skill
  public static List<Decoy> besides(Collection<SkillName> listed, long seed) {
    Map<String, List<String>> names = DecoyShelf.names();
    Random random = new Random(seed);
    List<Decoy> free = new ArrayList<>();
    for (Decoy decoy : all()) {
      List<String> others =
          names.getOrDefault(decoy.source(), List.of()).stream()
              .filter(name -> !listed.contains(new SkillName(name)))
              .toList();
      if (!others.isEmpty()) {
        free.add(decoy.varied(others, random));
      }
    }
    int needed = Math.max(0, OTHERS + 1 - listed.size());
    return inRandomOrder(free, seed).stream().limit(needed).toList();
  }

  /// Shuffles a list; the same seed gives the same order.
  public static <T> List<T> inRandomOrder(Collection<T> skills, long seed) {
    List<T> order = new ArrayList<>(skills);
    Collections.shuffle(order, new Random(seed));
    return List.copyOf(order);
  }
}
