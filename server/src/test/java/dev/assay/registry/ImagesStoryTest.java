package dev.assay.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.skill.Architecture;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import dev.assay.testkit.TestClock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ImagesStoryTest {
  private static final Architecture OTHER =
      Architecture.own() == Architecture.AMD64 ? Architecture.ARM64 : Architecture.AMD64;

  private final TestClock clock = new TestClock();
  private final TestDatabase database = new TestDatabase();
  private final Images images = new Images(database.jdbc(), database.transactions(), clock);

  @Test
  void the_base_is_the_first_image_and_is_made_once() {
    images.startFrom(SandboxImage.of("host"));
    images.startFrom(SandboxImage.of("host"));

    assertThat(images.current().version()).isEqualTo("v1.0");
    assertThat(images.current().image()).isEqualTo(SandboxImage.of("host"));
    assertThat(images.list()).containsExactly(images.current());
  }

  @Test
  void another_base_is_the_next_image_where_nothing_is_in_use() {
    images.startFrom(SandboxImage.of("host"));
    images.startFrom(SandboxImage.of("debian"));

    assertThat(images.current().version()).isEqualTo("v1.1");
    assertThat(images.current().image()).isEqualTo(SandboxImage.of("debian"));
    assertThat(images.load(0).image()).isEqualTo(SandboxImage.of("host"));
  }

  @Test
  void skills_in_use_stay_on_the_base_and_the_processor_they_were_proved_on() {
    ReviewDesk desk = new ReviewDesk();
    desk.admitted("count", "1");
    RuntimeImage before = desk.images.current();
    SandboxImage foreign = new SandboxImage("local", "host", List.of(), OTHER);

    assertThatThrownBy(() -> desk.images.startFrom(SandboxImage.of("debian")))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
              assertThat(e.reason()).contains("v1.1", "host on", "debian on", "assay.sandbox.base");
            });
    assertThatThrownBy(() -> desk.images.startFrom(foreign))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.ARCHITECTURE_MISMATCH);
              assertThat(e.reason())
                  .contains("host on " + Architecture.own().word(), "host on " + OTHER.word());
            });
    assertThat(desk.images.current()).isEqualTo(before);
    assertThat(desk.images.list()).hasSize(2);
  }

  @Test
  void no_way_leads_back_to_an_image_of_another_base() {
    ReviewDesk desk = new ReviewDesk();
    desk.images.startFrom(SandboxImage.of("debian"));
    assertThatThrownBy(() -> desk.rollbacks.rollBack(0, "ada"))
        .isInstanceOf(AssayException.class)
        .hasMessageContainingAll("v1.0 was made from host on", "debian on", "assay.sandbox.base");
    assertThat(desk.images.current().version()).isEqualTo("v1.1");
  }

  @Test
  void what_was_written_before_processors_were_named_is_of_the_first_server_that_starts() {
    ReviewDesk desk = new ReviewDesk();
    Skill skill = desk.admitted("count", "1");
    assertThat(desk.skills.origin(skill.id())).contains(SandboxImage.of("host"));
    desk.database.jdbc().sql("update runtime_image set image = image - 'architecture'").update();
    desk.database
        .jdbc()
        .sql("update skill set image_base = null, image_architecture = null")
        .update();
    assertThat(desk.skills.origin(skill.id())).isEmpty();

    desk.images.startFrom(SandboxImage.of("host"));
    assertThat(desk.images.current().version()).isEqualTo("v1.1");
    desk.skills.nameArchitecture(Architecture.own());
    assertThat(desk.skills.origin(skill.id())).contains(SandboxImage.of("host"));
    assertThat(
            desk.database
                .jdbc()
                .sql("select distinct image->>'architecture' from runtime_image")
                .query(String.class)
                .list())
        .containsExactly(Architecture.own().word());
  }

  @Test
  void tasks_come_back_byte_by_byte_and_replace_each_other() {
    Skills skills = new Skills(database.jdbc(), database.transactions(), clock);
    UUID skill =
        skills.submit(Bundles.named("count"), new Actor("ada", "ada"), () -> {}).skill().id();
    SavedTasks tasks = new SavedTasks(database.jdbc(), database.transactions());
    byte[] odd = {0, -1, 10, 13};
    SavedTask first = saved("b", new TaskFile("in/odd.bin", odd));
    SavedTask second = saved("a");

    tasks.replace(skill, List.of(first, second));
    assertThat(tasks.of(skill)).containsExactly(first, second);
    assertThat(tasks.of(skill).getFirst().task().files().getFirst().content()).isEqualTo(odd);

    tasks.replace(skill, List.of(second));
    assertThat(tasks.of(skill)).containsExactly(second);
  }

  private static SavedTask saved(String id, TaskFile... files) {
    return new SavedTask(
        new Task(id, "Do it.", List.of("done"), Optional.of("4"), List.of(), List.of(files)),
        true,
        false,
        true);
  }
}
