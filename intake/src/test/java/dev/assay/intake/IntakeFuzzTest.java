package dev.assay.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// Tests that no bytes crash intake or leave files behind. The seeds are in the test's resources;
/// `JAZZER_FUZZ=1` searches for more.
class IntakeFuzzTest {
  private static final IntakeLimits SMALL =
      new IntakeLimits(100_000, 100_000, 1_000_000, 50, 100, 8, 50_000);

  @TempDir private static Path temporary;

  @FuzzTest(maxDuration = "5s")
  void any_archive_is_answered(byte[] archive) throws IOException {
    Path quarantines = Files.createDirectories(temporary.resolve("quarantines"));
    try (Received received =
        new Intake(SMALL, quarantines).receive(new ByteArrayInputStream(archive))) {
      Answers.assertFit(received.examination());
    }
    assertThat(quarantines).isEmptyDirectory();
    try (var around = Files.list(temporary)) {
      assertThat(around).hasSize(1);
    }
  }

  @FuzzTest(maxDuration = "5s")
  void any_skill_text_is_answered(FuzzedDataProvider data) throws IOException {
    Path skill = Files.createDirectories(temporary.resolve("skills/notes"));
    Files.write(skill.resolve("SKILL.md"), data.consumeRemainingAsBytes());
    Answers.assertFit(new Intake(SMALL, temporary).check(skill));
    Files.delete(skill.resolve("SKILL.md"));
    Files.delete(skill);
    Files.delete(skill.getParent());
  }
}
