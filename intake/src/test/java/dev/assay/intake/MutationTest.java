package dev.assay.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The short fuzz test of every test run: it mutates the corpus a fixed number of times with a
/// fixed seed. Each mutation gets an answer, and no files stay behind.
class MutationTest {
  private static final IntakeLimits SMALL =
      new IntakeLimits(60_000, 60_000, 600_000, 60, 100, 8, 60_000);
  private static final int MUTATIONS = 250;

  @TempDir private Path temporary;
  private final Random random = new Random(20260101);

  @Test
  void mutated_archives_are_answered() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (Corpus.Case each : Corpus.cases()) {
      each.recipe().map(ZipRecipe::bake).filter(zip -> zip.length < 60_000).ifPresent(seeds::add);
    }
    Path quarantines = Files.createDirectory(temporary.resolve("quarantines"));
    Intake intake = new Intake(SMALL, quarantines);
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] zip = mutate(seeds.get(i % seeds.size()));
      try (Received received = intake.receive(new ByteArrayInputStream(zip))) {
        Answers.assertFit(received.examination());
      }
      assertThat(quarantines).isEmptyDirectory();
    }
    try (var around = Files.list(temporary)) {
      assertThat(around).hasSize(1);
    }
  }

  @Test
  void mutated_skill_texts_are_answered() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (Corpus.Case each : Corpus.cases()) {
      if (each.recipe().isEmpty()) {
        seeds.add(Files.readAllBytes(each.skill().resolve("SKILL.md")));
      }
    }
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] text = mutate(seeds.get(i % seeds.size()));
      JsonNode recipe =
          new JsonMapper()
              .createObjectNode()
              .set(
                  "entries",
                  new JsonMapper()
                      .createArrayNode()
                      .add(
                          new JsonMapper()
                              .createObjectNode()
                              .put("name", "notes/SKILL.md")
                              .put("method", 0)
                              .put("dataHex", java.util.HexFormat.of().formatHex(text))));
      try (Received received =
          new Intake(SMALL, temporary).receive(new ByteArrayInputStream(ZipRecipe.bake(recipe)))) {
        Answers.assertFit(received.examination());
      }
    }
    assertThat(temporary).isEmptyDirectory();
  }

  /// Flips, removes, repeats and cuts bytes.
  private byte[] mutate(byte[] seed) {
    byte[] bytes = seed.clone();
    for (int n = random.nextInt(1, 6); n > 0 && bytes.length > 4; n--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes = Arrays.copyOf(bytes, at);
        case 3 -> bytes = join(bytes, at, Arrays.copyOfRange(bytes, at / 2, at));
        default -> bytes = join(bytes, at, token());
      }
    }
    return bytes;
  }

  private byte[] token() {
    List<String> tokens =
        List.of(
            "---\n", "&a [*a]", ": ", "\t", "\0", "\\0", "[", "{", "\"", "../", "PK\3\4", "\u202e",
            "|\n");
    return tokens.get(random.nextInt(tokens.size())).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] join(byte[] bytes, int at, byte[] inserted) {
    byte[] joined = new byte[bytes.length + inserted.length];
    System.arraycopy(bytes, 0, joined, 0, at);
    System.arraycopy(inserted, 0, joined, at, inserted.length);
    System.arraycopy(bytes, at, joined, at + inserted.length, bytes.length - at);
    return joined;
  }
}
