package dev.assay.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.skill.AssayException;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.testkit.TestClock;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UndecidedQuotaStoryTest {
  private static final Actor ADA = new Actor("ada", "ada");

  private final TestDatabase database = new TestDatabase();
  private final Skills skills =
      new Skills(
          database.jdbc(),
          database.transactions(),
          new TestClock(),
          new UndecidedQuota(3, 1_000_000));
  private final AtomicInteger kept = new AtomicInteger();

  private Submission submit(String name, long size, Actor uploader) {
    Digest digest = Digest.of((name + size).getBytes(StandardCharsets.UTF_8));
    Bundle bundle =
        Bundles.withFiles(name, digest, List.of(new BundleFile("SKILL.md", size, false, digest)));
    return skills.submit(bundle, uploader, kept::incrementAndGet);
  }

  private void assertRefused(String name, long size) {
    int before = kept.get();
    int names = skills.names().size();
    assertThatThrownBy(() -> submit(name, size, ADA))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
              assertThat(e.details()).containsEntry("most_versions", 3);
            })
        .hasMessageContaining("assay skills delete");
    assertThat(kept).as("nothing is kept of it").hasValue(before);
    assertThat(skills.names()).as("what was there stays").hasSize(names);
  }

  @Test
  void of_one_account_only_so_many_versions_wait_for_a_decision() {
    Skill first = submit("one", 1, ADA).skill();
    submit("two", 1, ADA);
    submit("three", 1, ADA);

    assertRefused("four", 1);
    assertThat(submit("one", 1, ADA)).isInstanceOf(Submission.Known.class);
    submit("four", 1, new Actor("grace", "grace"));
    submit("five", 1, new Actor("local", "local"));

    database
        .jdbc()
        .sql("update skill set status = 'rejected', rejected_at = now() where id = ?")
        .param(first.id())
        .update();
    submit("six", 1, ADA);
    assertRefused("one", 1);
  }

  @Test
  void of_one_account_only_so_many_bytes_wait_for_a_decision() {
    submit("one", 600_000, ADA);

    assertRefused("two", 500_000);
    submit("three", 400_000, ADA);
    assertRefused("four", 1);
  }

  @Test
  void the_owner_of_the_home_is_not_counted() {
    Actor local = new Actor("local", "local");
    for (String name : List.of("one", "two", "three", "four")) {
      assertThat(submit(name, 1_000_000, local)).isInstanceOf(Submission.Added.class);
    }
  }
}
