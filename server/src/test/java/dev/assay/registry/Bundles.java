package dev.assay.registry;

import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.Digest;
import dev.assay.skill.Manifest;
import dev.assay.skill.SkillName;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.eval.Evals;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
