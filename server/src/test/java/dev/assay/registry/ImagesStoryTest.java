package dev.assay.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestClock;
import dev.assay.TestDatabase;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ImagesStoryTest {
  private final TestClock clock = new TestClock();
  private final TestDatabase database = new TestDatabase();
  private final Images images = new Images(database.jdbc(), database.transactions(), clock);

  @Test
  void the_base_is_the_first_image_and_is_made_once() {
    images.ensureBase(SandboxImage.of("host"));
    images.ensureBase(SandboxImage.of("debian"));

    assertThat(images.current().version()).isEqualTo("v1.0");
    assertThat(images.current().image()).isEqualTo(SandboxImage.of("host"));
    assertThat(images.list()).containsExactly(images.current());
  }

  @Test
  void tasks_come_back_byte_by_byte_and_replace_each_other() {
    Skills skills = new Skills(database.jdbc(), database.transactions(), clock);
    UUID skill = skills.submit(Bundles.named("count"), "ada", () -> {}).skill().id();
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
