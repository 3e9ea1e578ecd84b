package dev.assay.registry;

import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.Digest;
import dev.assay.skill.Manifest;
import dev.assay.skill.SkillName;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.eval.Evals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Skills that passed intake, for tests of what comes after.
public final class Bundles {
  private Bundles() {}

  static Bundle named(String name) {
    return of(name, "one");
  }

  static Bundle of(String name, String content) {
    Digest digest = Digest.of((name + content).getBytes(StandardCharsets.UTF_8));
    return withFiles(name, digest, List.of(new BundleFile("SKILL.md", 10, false, digest)));
  }

  /// One that says what it is for.
  public static Bundle described(String name, String description) {
    Digest digest = Digest.of(name.getBytes(StandardCharsets.UTF_8));
    return bundle(
        name, description, digest, List.of(new BundleFile("SKILL.md", 10, false, digest)));
  }

  /// One whose files are in a folder, copied to the place of its tree.
  public static Bundle admitted(String name, Path folder, Path trees) {
    List<BundleFile> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        byte[] content = Files.readAllBytes(file);
        files.add(
            new BundleFile(
                folder.relativize(file).toString(),
                content.length,
                Files.isExecutable(file),
                Digest.of(content)));
      }
      byte[] text = ("---\nname: " + name + "\n---\n").getBytes(StandardCharsets.UTF_8);
      if (files.stream().noneMatch(file -> file.path().equals("SKILL.md"))) {
        Files.write(folder.resolve("SKILL.md"), text);
        files.add(new BundleFile("SKILL.md", text.length, false, Digest.of(text)));
      }
      Bundle bundle =
          withFiles(name, Digest.of(files.toString().getBytes(StandardCharsets.UTF_8)), files);
      Path tree = trees.resolve(bundle.digest().hex());
      for (BundleFile file : files) {
        Path target = tree.resolve(file.path());
        Files.createDirectories(target.getParent());
        Files.copy(folder.resolve(file.path()), target, StandardCopyOption.REPLACE_EXISTING);
      }
      return bundle;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Bundle withFiles(String name, Digest digest, List<BundleFile> files) {
    return bundle(name, "Counts.", digest, files);
  }

  private static Bundle bundle(
      String name, String description, Digest digest, List<BundleFile> files) {
    return new Bundle(
        new Manifest(
            new SkillName(name),
            description,
            Optional.of("MIT"),
            Optional.empty(),
            Map.of("author", "ada"),
            List.of("Bash")),
        digest,
        files,
        Optional.empty(),
        Dependencies.NONE,
        Evals.NONE,
        List.of());
  }
}
