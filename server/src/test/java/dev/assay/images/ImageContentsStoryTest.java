package dev.assay.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ImageContentsStoryTest {
  private static final Digest LIST = Digest.of(new byte[] {1});
  private static final Digest OTHER = Digest.of(new byte[] {2});
  private static final Digest WHEEL = Digest.of(new byte[] {3});
  private static final Digest SHARED = Digest.of(new byte[] {4});

  private final TestDatabase database = new TestDatabase();

  private ImageContents at(Duration later) {
    return new ImageContents(
        database.jdbc(), database.transactions(), Clock.offset(Clock.systemUTC(), later));
  }

  @Test
  void a_list_that_nobody_needs_goes_with_the_package_files_that_no_other_list_names() {
    ImageContents now = at(Duration.ZERO);
    UUID run = UUID.randomUUID();
    now.keep(LIST, new byte[] {9}, run, List.of(WHEEL, SHARED));
    now.keep(LIST, new byte[] {9}, run, List.of(WHEEL, SHARED));
    database
        .jdbc()
        .sql(
            "insert into runtime_image (number, image, packages, contents, created_at, created_by)"
                + " values (0, '{}', '{}', ?, now(), 'test')")
        .param(OTHER.toString())
        .update();
    now.keep(OTHER, new byte[] {8}, UUID.randomUUID(), List.of(SHARED));
    assertThat(now.load(LIST)).containsExactly(9);

    assertThat(now.forgetUnused(Duration.ofHours(1), List.of(), List.of()))
        .as("too young")
        .isEmpty();
    ImageContents later = at(Duration.ofHours(2));
    assertThat(later.forgetUnused(Duration.ofHours(1), List.of(LIST), List.of()))
        .as("a skill has it")
        .isEmpty();
    assertThat(later.forgetUnused(Duration.ofHours(1), List.of(), List.of(run)))
        .as("a skill waits with it")
        .isEmpty();
    assertThat(later.forgetUnused(Duration.ofHours(1), List.of(), List.of()))
        .containsExactly(WHEEL);
    assertThat(now.load(OTHER)).containsExactly(8);
    assertThatThrownBy(() -> now.load(LIST))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_NOT_FOUND));
  }
}
