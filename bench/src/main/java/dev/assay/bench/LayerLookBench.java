package dev.assay.bench;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Measures the time to read a frozen layer of 25 MB in 1,700 files from outside, with all hashes.
final class LayerLookBench {
  private static final int FILES = 1_700;
  private static final int SIZE = 15_000;

  private LayerLookBench() {}

  static double seconds(Path folder, int rounds) throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Random random = new Random(7);
    for (int file = 0; file < FILES; file++) {
      byte[] bytes = new byte[SIZE];
      random.nextBytes(bytes);
      Path path = tree.resolve("part" + file / 50).resolve("file" + file);
      Files.createDirectories(path.getParent());
      Files.write(path, bytes);
    }
    try (FileLeases leases = new FileLeases(folder.resolve("leases"));
        LocalSandboxes engine =
            SandboxEngines.local(LocalSettings.in(folder.resolve("sandboxes")), leases)) {
      SandboxImage image;
      try (Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of("host"), "bench"))) {
        sandbox.files().upload(tree, "/opt/bulk");
        image = sandbox.freeze();
      }
      List<Double> took = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        long start = System.nanoTime();
        int size = engine.changes(image).size();
        took.add((System.nanoTime() - start) / 1e9);
        if (size < FILES) {
          throw new IllegalStateException("only " + size + " entries were seen");
        }
      }
      return took.stream().sorted().toList().get(took.size() / 2);
    }
  }
}
