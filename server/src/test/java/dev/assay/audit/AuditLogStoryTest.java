package dev.assay.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.audit.AuditCheck.Break;
import dev.assay.audit.AuditCheck.Head;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.testkit.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

class AuditLogStoryTest {
  private final TestClock clock = new TestClock();
  private final TestDatabase database = new TestDatabase();
  private final MemoryAnchor anchor = new MemoryAnchor();
  private final AuditLog log =
      new AuditLog(database.jdbc(), database.transactions(), clock, () -> "request-1", anchor);

  /// What a server's home would keep.
  private static final class MemoryAnchor implements AuditAnchor {
    private volatile Optional<Head> head = Optional.empty();

    @Override
    public Optional<Head> find() {
      return head;
    }

    @Override
    public void keep(Head next) {
      head = Optional.of(next);
    }
  }

  @Test
  void an_entry_says_who_did_what_to_what_and_names_the_one_before() {
    log.record(
        deed("ada", "count").from(Map.of("status", "pending")).to(Map.of("status", "approved")));
    log.record(deed("bob", "count"));

    List<AuditEntry> entries = log.list(AuditFilter.ALL, Long.MAX_VALUE, 10);
    AuditEntry first = entries.getLast();
    assertThat(first.sequence()).isEqualTo(1);
    assertThat(first.at()).isEqualTo(clock.instant());
    assertThat(first.actor()).isEqualTo("ada");
    assertThat(first.action()).isEqualTo("skill_approved");
    assertThat(first.object()).isEqualTo(new AuditRecord.Subject("skill", "id-count", "count"));
    assertThat(first.before()).isEqualTo("{\"status\":\"pending\"}");
    assertThat(first.after()).isEqualTo("{\"status\":\"approved\"}");
    assertThat(first.requestId()).isEqualTo("request-1");
    assertThat(first.previous()).isEqualTo(AuditEntry.BEGINNING);
    assertThat(entries.getFirst().previous()).isEqualTo(first.hash());
    assertThat(log.verify().intact()).isTrue();
    assertThat(log.verify().entries()).isEqualTo(2);
  }

  @Test
  void what_is_undone_is_not_recorded_and_what_cannot_be_recorded_is_undone() {
    assertThatThrownBy(
            () ->
                log.together(
                    () -> {
                      log.record(deed("ada", "count"));
                      throw new IllegalStateException("changed my mind");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(log.verify().entries()).isZero();
    assertThat(anchor.find()).isEmpty();

    database.jdbc().sql("create table deed (what text)").update();
    AuditLog broken =
        new AuditLog(database.jdbc(), database.transactions(), clock, () -> "bad\u0000id", anchor);
    assertThatThrownBy(
            () ->
                broken.together(
                    () -> {
                      broken.record(deed("ada", "count"));
                      return database.jdbc().sql("insert into deed values ('done')").update();
                    }))
        .isInstanceOf(DataAccessException.class);
    assertThat(database.jdbc().sql("select count(*) from deed").query(Long.class).single())
        .isZero();
    assertThat(log.verify().entries()).isZero();
  }

  @Test
  void what_was_said_last_is_not_said_again_and_what_is_news_names_what_was() {
    AuditRecord rules =
        AuditRecord.by(
            "assay",
            AuditAction.SETTINGS_CHANGED,
            new AuditRecord.Subject("settings", "rules", ""));
    log.recordNews(rules.to(Map.of("four-eyes", "false")));
    log.recordNews(rules.to(Map.of("four-eyes", "false")));
    log.record(deed("ada", "count"));
    log.recordNews(rules.to(Map.of("four-eyes", "true")));
    List<AuditEntry> entries = log.list(AuditFilter.ALL, Long.MAX_VALUE, 10);
    assertThat(entries).hasSize(3);
    assertThat(entries.getFirst().before()).isEqualTo("{\"four-eyes\":\"false\"}");
    assertThat(entries.getFirst().after()).isEqualTo("{\"four-eyes\":\"true\"}");
    assertThat(log.verify().intact()).isTrue();
  }

  @Test
  void many_at_once_on_two_servers_form_one_chain() throws Exception {
    AuditLog other =
        new AuditLog(database.jdbc(), database.transactions(), clock, () -> "", new MemoryAnchor());
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        AuditLog used = i % 2 == 0 ? log : other;
        String name = "skill-" + i;
        all.add(people.submit(() -> used.record(deed("ada", name))));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    AuditCheck check = log.verify();
    assertThat(check.breaks()).isEmpty();
    assertThat(check.entries()).isEqualTo(40);
    assertThat(other.verify().intact()).isTrue();
  }

  @Test
  void two_who_lock_the_same_rows_the_other_way_round_do_not_wait_for_each_other()
      throws Exception {
    database.jdbc().sql("create table ware (id int primary key)").update();
    database.jdbc().sql("insert into ware values (1)").update();
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        boolean recordFirst = i % 2 == 0;
        all.add(
            people.submit(
                () ->
                    log.together(
                        () -> {
                          if (recordFirst) {
                            log.record(deed("ada", "first"));
                          }
                          database
                              .jdbc()
                              .sql("select id from ware for update")
                              .query()
                              .listOfRows();
                          if (!recordFirst) {
                            log.record(deed("bob", "last"));
                          }
                          return true;
                        })));
      }
      for (Future<?> one : all) {
        one.get(); // PostgreSQL would have ended one of them as a deadlock
      }
    }
    assertThat(log.verify().entries()).isEqualTo(20);
  }

  @Test
  void the_database_refuses_to_forget() {
    log.record(deed("ada", "count"));
    for (String statement :
        List.of(
            "update audit_entry set actor = 'eve'",
            "delete from audit_entry",
            "truncate audit_entry")) {
      assertThatThrownBy(() -> database.jdbc().sql(statement).update())
          .rootCause()
          .hasMessageContaining("append-only");
    }
    assertThat(log.verify().intact()).isTrue();
    assertThat(log.verify().entries()).isEqualTo(1);
  }

  @Test
  void every_changed_field_shows() {
    fill(5);
    database.jdbc().sql("create table copy as select * from audit_entry").update();
    for (String change :
        List.of(
            "actor = 'eve'",
            "action = 'skill_rejected'",
            "at = at + interval '1 microsecond'",
            "object_kind = 'image'",
            "object_id = 'another'",
            "object_name = 'another'",
            "before = '{ }'",
            "after = '{\"status\": \"approved\"}'",
            "request_id = ''",
            "previous = hash",
            "hash = previous")) {
      tamper("update audit_entry set " + change + " where sequence = 3");
      assertThat(log.verify().breaks()).as(change).extracting(Break::sequence).contains(3L);
      tamper("delete from audit_entry");
      tamper("insert into audit_entry select * from copy");
      assertThat(log.verify().intact()).isTrue();
    }
  }

  @Test
  void an_entry_that_was_changed_with_its_hash_breaks_the_chain_behind_it() {
    fill(5);
    AuditEntry third = log.after(AuditFilter.ALL, 2, 1).getFirst();
    AuditEntry forged =
        new AuditEntry(
                third.sequence(),
                third.at(),
                "eve",
                third.action(),
                third.object(),
                third.before(),
                third.after(),
                third.requestId(),
                third.previous(),
                "")
            .sealed();
    tamper(
        "update audit_entry set actor = 'eve', hash = '" + forged.hash() + "' where sequence = 3");
    assertThat(log.verify().breaks())
        .containsExactly(new Break(4, "It does not follow the entry before it."));
  }

  @Test
  void a_removed_entry_and_two_that_changed_places_show() {
    fill(6);
    tamper("delete from audit_entry where sequence in (2, 3)");
    assertThat(log.verify().breaks()).contains(new Break(4, "The entries 2 to 3 are missing."));

    tamper("update audit_entry set sequence = -sequence + 11 where sequence in (5, 6)");
    assertThat(log.verify().breaks()).extracting(Break::sequence).contains(5L, 6L);
  }

  @Test
  void an_anchor_that_cannot_be_read_is_called_that_and_proves_nothing() {
    fill(3);
    anchor.keep(AuditAnchor.UNREADABLE);
    AuditCheck check = log.verify();
    assertThat(check.breaks()).isEmpty();
    assertThat(check.anchorUnreadable()).isTrue();
    assertThat(check.intact()).isFalse();

    fill(1);
    assertThat(anchor.find()).contains(AuditAnchor.UNREADABLE);
    tamper("delete from audit_entry where sequence = 2");
    assertThat(log.verify().breaks()).isNotEmpty();
  }

  @Test
  void an_end_that_was_cut_off_shows_also_after_more_was_written() {
    fill(5);
    Head end = anchor.find().orElseThrow();
    tamper("delete from audit_entry where sequence > 3");
    assertThat(log.verify().breaks()).singleElement().extracting(Break::sequence).isEqualTo(5L);

    clock.pass(Duration.ofMinutes(1));
    fill(4); // as many and more again
    assertThat(anchor.find()).contains(end);
    assertThat(log.verify().breaks()).singleElement().extracting(Break::sequence).isEqualTo(5L);

    tamper("delete from audit_entry");
    assertThat(log.verify().intact()).isFalse();
  }

  @Test
  void a_list_is_filtered_and_goes_on_where_the_last_page_ended() {
    fill(3);
    clock.pass(Duration.ofHours(1));
    log.record(deed("bob", "other"));

    AuditFilter bobs =
        new AuditFilter(
            Optional.of("bob"),
            Optional.of(AuditAction.SKILL_APPROVED),
            Optional.of("id-other"),
            Optional.of(clock.instant()),
            Optional.of(clock.instant().plusSeconds(1)));
    assertThat(log.list(bobs, Long.MAX_VALUE, 10))
        .extracting(AuditEntry::sequence)
        .containsExactly(4L);
    assertThat(log.list(AuditFilter.ALL, Long.MAX_VALUE, 2))
        .extracting(AuditEntry::sequence)
        .containsExactly(4L, 3L);
    assertThat(log.list(AuditFilter.ALL, 3, 2))
        .extracting(AuditEntry::sequence)
        .containsExactly(2L, 1L);
  }

  @Test
  void hostile_and_endless_texts_are_made_visible_and_cut_and_still_verify() {
    log.record(
        deed("e\u0000ve\u202e", "x".repeat(5_000))
            .to(Map.of("reason", "\u001b[31m" + "y".repeat(5_000))));
    AuditEntry entry = log.list(AuditFilter.ALL, Long.MAX_VALUE, 1).getFirst();
    assertThat(entry.actor()).isEqualTo("e<U+0000>ve<U+202E>");
    assertThat(entry.object().name()).hasSize(201);
    assertThat(entry.after()).hasSizeLessThan(1_100).contains("<U+001B>");
    assertThat(log.verify().intact()).isTrue();
  }

  private void fill(int entries) {
    for (int i = 0; i < entries; i++) {
      log.record(deed("ada", "count"));
    }
  }

  /// As the owner of the database can.
  private void tamper(String statement) {
    database.jdbc().sql("alter table audit_entry disable trigger all").update();
    for (String key : List.of("pkey", "hash_key")) {
      database
          .jdbc()
          .sql("alter table audit_entry drop constraint if exists audit_entry_" + key)
          .update();
    }
    database.jdbc().sql(statement).update();
    database.jdbc().sql("alter table audit_entry enable trigger all").update();
  }

  private static AuditRecord deed(String actor, String name) {
    return AuditRecord.by(
        actor, AuditAction.SKILL_APPROVED, new AuditRecord.Subject("skill", "id-" + name, name));
  }
}
