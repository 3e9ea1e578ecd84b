package dev.assay.conversation;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.workflow.LiveRuns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The list of conversations. Each belongs to one owner and does not exist for any other user.
public final class Conversations {
  private static final int LONGEST_TITLE = 200;
  private static final String UNTITLED = "New conversation";

  private static final String SELECT =
      """
      select c.*, t.turns, t.running from conversation c cross join lateral (
        select count(*) as turns, coalesce(bool_or(state = 'running'), false) as running
        from conversation_turn where conversation = c.id) t
      """;

  private final JdbcClient jdbc;
  private final AuditWriter audit;
  private final LiveRuns runs;
  private final Clock clock;
  private final int perUser;

  public Conversations(
      JdbcClient jdbc, AuditWriter audit, LiveRuns runs, Clock clock, ConversationPolicy policy) {
    this.jdbc = jdbc;
    this.audit = audit;
    this.runs = runs;
    this.clock = clock;
    perUser = policy.perUser();
  }

  /// A part of a longer list.
  public record Page(List<Conversation> conversations, int page, int size, long total) {}

  /// @param by the owner's name, for the audit log, which records the conversation but none of its
  ///   messages
  public Conversation create(String owner, String by, Optional<String> title) {
    UUID id = UUID.randomUUID();
    return audit.together(
        () -> {
          insert(id, owner, title);
          note(by, AuditAction.CONVERSATION_CREATED, id);
          return load(id, owner);
        });
  }

  private void insert(UUID id, String owner, Optional<String> title) {
    int made =
        jdbc.sql(
                """
                insert into conversation (id, owner, title, created_at, updated_at)
                select :id, :owner, :title, :now, :now
                where (select count(*) from conversation where owner = :owner) < :most
                """)
            .param("id", id)
            .param("owner", owner)
            .param("title", title.map(Conversations::title).orElse(UNTITLED))
            .param("now", now())
            .param("most", perUser)
            .update();
    if (made == 0) {
      throw new AssayException(
          ErrorCode.TOO_MANY_CONVERSATIONS,
          "You have %d conversations, and more are not allowed. Delete one first."
              .formatted(perUser));
    }
  }

  private void note(String by, AuditAction action, UUID id) {
    audit.record(
        AuditRecord.by(by, action, new AuditRecord.Subject("conversation", id.toString(), "")));
  }

  /// @throws AssayException with `CONVERSATION_NOT_FOUND` if there is none, or it is another user's
  public Conversation load(UUID id, String owner) {
    return jdbc.sql(SELECT + "where c.id = ? and c.owner = ?")
        .params(id, owner)
        .query(Conversations::read)
        .optional()
        .map(found -> withLastEvents(List.of(found)).getFirst())
        .orElseThrow(() -> missing(id));
  }

  /// The conversations of an owner, the latest first.
  ///
  /// @param text a part of the title; empty for all
  public Page list(String owner, Optional<Boolean> archived, String text, int page, int size) {
    return page(
        """
        where c.owner = :owner and (:archived = '' or c.archived = (:archived = 'true'))
          and (:text = '' or position(:text in lower(c.title)) > 0)
        """,
        Map.of(
            "owner",
            owner,
            "archived",
            archived.map(Object::toString).orElse(""),
            "text",
            text.strip().toLowerCase(Locale.ROOT)),
        page,
        size);
  }

  /// The conversations of all users, for administrators, who see the list but never the messages.
  public Page listAll(int page, int size) {
    return page("where true", Map.of(), page, size);
  }

  /// The conversations unused since a time, the oldest first, without those whose answer is being
  /// worked on.
  public List<Conversation> untouchedSince(Instant when, int most) {
    return jdbc.sql(
            SELECT + "where c.updated_at < ? and not t.running order by c.updated_at, c.id limit ?")
        .params(when.atOffset(ZoneOffset.UTC), most)
        .query(Conversations::read)
        .list();
  }

  public Conversation change(
      UUID id, String owner, Optional<String> title, Optional<Boolean> archived) {
    jdbc.sql(
            """
            update conversation set title = coalesce(nullif(:title, ''), title),
              archived = case :archived when '' then archived else :archived = 'true' end
            where id = :id and owner = :owner
            """)
        .param("title", title.map(Conversations::title).orElse(""))
        .param("archived", archived.map(Object::toString).orElse(""))
        .param("id", id)
        .param("owner", owner)
        .update();
    return load(id, owner);
  }

  /// Removes the messages; [Chats#delete] removes all of a conversation.
  void remove(UUID id, String owner, String by) {
    audit.together(
        () -> {
          Conversation gone = load(id, owner);
          remove(id, owner);
          jdbc.sql("insert into conversation_leftover (id, deleted_at) values (?, ?)")
              .params(id, clock.instant().atOffset(ZoneOffset.UTC))
              .update();
          note(by, AuditAction.CONVERSATION_DELETED, id);
          return gone;
        });
  }

  /// The conversations that were deleted some time ago and still have files.
  List<UUID> leftovers(Duration age) {
    return jdbc.sql("select id from conversation_leftover where deleted_at <= ?")
        .param(clock.instant().minus(age).atOffset(ZoneOffset.UTC))
        .query((row, number) -> row.getObject("id", UUID.class))
        .list();
  }

  void cleared(UUID id) {
    jdbc.sql("delete from conversation_leftover where id = ?").param(id).update();
  }

  private void remove(UUID id, String owner) {
    int gone =
        jdbc.sql(
                """
                delete from conversation where id = :id and owner = :owner and not exists (
                  select 1 from conversation_turn where conversation = :id and state = 'running')
                """)
            .param("id", id)
            .param("owner", owner)
            .update();
    if (gone == 0) {
      throw new AssayException(
          ErrorCode.TURN_IN_PROGRESS, "An answer is being worked on. Stop it, then delete.");
    }
    runs.forget(id);
  }

  private Page page(String wanted, Map<String, ?> values, int page, int size) {
    return new Page(
        withLastEvents(
            jdbc.sql(
                    SELECT
                        + wanted
                        + " order by c.updated_at desc, c.id limit :size offset :skipped")
                .params(values)
                .param("size", size)
                .param("skipped", (long) page * size)
                .query(Conversations::read)
                .list()),
        page,
        size,
        jdbc.sql("select count(*) from conversation c " + wanted)
            .params(values)
            .query(Long.class)
            .single());
  }

  private List<Conversation> withLastEvents(List<Conversation> found) {
    Map<UUID, Long> last = runs.last(found.stream().map(Conversation::id).toList());
    return found.stream().map(each -> each.upTo(last.getOrDefault(each.id(), 0L))).toList();
  }

  /// Shortens a title to one line that can be shown anywhere.
  static String title(String text) {
    String line = Visible.line(text.strip().replaceAll("\\s+", " "), LONGEST_TITLE).strip();
    if (line.isEmpty()) {
      throw new AssayException(ErrorCode.BAD_REQUEST, "A title has at least one character.");
    }
    return line;
  }

  /// Names an untitled conversation after the first words of its first message.
  void nameAfter(UUID id, String message) {
    jdbc.sql("update conversation set title = ? where id = ? and title = ?")
        .params(Visible.line(message.strip().replaceAll("\\s+", " "), 80), id, UNTITLED)
        .update();
  }

  static AssayException missing(UUID id) {
    return new AssayException(
        ErrorCode.CONVERSATION_NOT_FOUND, "There is no conversation with the id " + id + ".");
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static Conversation read(ResultSet row, int number) throws SQLException {
    return new Conversation(
        row.getObject("id", UUID.class),
        row.getString("owner"),
        row.getString("title"),
        row.getBoolean("archived"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getObject("updated_at", OffsetDateTime.class).toInstant(),
        row.getInt("turns"),
        row.getBoolean("running"),
        0);
  }
}
