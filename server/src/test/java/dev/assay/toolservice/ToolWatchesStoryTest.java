package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestDatabase;
import dev.assay.testkit.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ToolWatchesStoryTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestDatabase database = new TestDatabase();
  private final TestClock clock = new TestClock();
  private final ToolWatches watches = new ToolWatches(database.jdbc(), clock);

  ToolWatchesStoryTest() {
    database
        .jdbc()
        .sql(
            "insert into project (id, title, created_by, created_at) values ('p', 'P', 'ada', now())")
        .update();
  }

  @Test
  void a_watch_that_ends_late_leaves_the_one_that_took_its_key_over() {
    assertThat(watches.begin("p", "key", PATIENCE, "first")).isTrue();
    clock.pass(PATIENCE.plusSeconds(1));
    assertThat(watches.begin("p", "key", PATIENCE, "second")).isTrue();

    watches.end("p", "key", "first");

    assertThat(watches.begin("p", "key", PATIENCE, "third")).as("second still watches").isFalse();
    watches.end("p", "key", "second");
    assertThat(watches.begin("p", "key", PATIENCE, "third")).isTrue();
  }
}
