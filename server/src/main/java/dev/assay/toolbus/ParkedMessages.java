package dev.assay.toolbus;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The messages that could not be handled, the latest of each project.
public final class ParkedMessages {
  private static final Logger log = LoggerFactory.getLogger(ParkedMessages.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final TypeReference<Map<String, String>> HEADERS = new TypeReference<>() {};
  private static final int MOST = 200;
  private static final int LONGEST_SUBJECT = 1_000;
  private static final int LONGEST_REASON = 1_000;
  private static final int MOST_HEADERS = 32;
  private static final int LONGEST_HEADER = 1_024;

  private final JdbcClient jdbc;
  private final Clock clock;

  public ParkedMessages(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// Keeps a message for the project in its subject, once, however often it comes. If there is no
  /// such project, no user could read it: then it is only logged.
  void park(Delivery.Received received, String reason) {
    String[] tokens = received.subject().split("\\.", -1);
    String project = tokens.length > 2 ? tokens[2] : "";
    String why = Visible.line(reason, LONGEST_REASON);
    log.warn("A message to {} is parked: {}", Visible.line(received.subject(), 120), why);
    try {
      insert(received, project, why);
    } catch (DataIntegrityViolationException e) {
      log.warn("There is no project {} that could have it", Visible.line(project, 80));
      return;
    }
    jdbc.sql(
            """
            delete from bus_parked where project = :project and id not in (
              select id from bus_parked where project = :project
              order by parked_at desc, id limit :most)
            """)
        .param("project", project)
        .param("most", MOST)
        .update();
  }

  private void insert(Delivery.Received received, String project, String reason) {
    Map<String, String> headers = new TreeMap<>();
    received.headers().entrySet().stream()
        .limit(MOST_HEADERS)
        .forEach(each -> headers.put(kept(each.getKey()), kept(each.getValue())));
    byte[] payload = received.payload();
    boolean whole =
        payload.length <= BusMessage.LONGEST
            && received.subject().length() <= LONGEST_SUBJECT
            && headers.equals(received.headers());
    jdbc.sql(
            """
            insert into bus_parked (id, project, subject, headers, payload, whole, reason, parked_at)
            values (:id, :project, :subject, :headers, :payload, :whole, :reason, :now)
            on conflict (id) do nothing
            """)
        .param("id", received.id())
        .param("project", storable(project))
        .param("subject", storable(cut(received.subject(), LONGEST_SUBJECT)))
        .param("headers", JSON.writeValueAsString(headers))
        .param(
            "payload",
            storable(
                new String(
                    payload,
                    0,
                    Math.min(payload.length, BusMessage.LONGEST),
                    StandardCharsets.UTF_8)))
        .param("whole", whole)
        .param("reason", reason)
        .param("now", now())
        .update();
  }

  public List<ParkedMessage> list(String project) {
    return jdbc.sql("select * from bus_parked where project = ? order by parked_at desc, id")
        .param(project)
        .query(ParkedMessages::read)
        .list();
  }

  /// Sends a message once more, as if it had just come.
  ///
  /// @throws AssayException with `NOT_FOUND`, or `BAD_REQUEST` if it can never be handled
  public ParkedMessage resend(String project, UUID id, MessageBus bus) {
    ParkedMessage parked =
        list(project).stream()
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.NOT_FOUND, "The project has no parked message " + id + "."));
    if (!parked.whole()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "This message was too large to be kept whole, so it cannot be sent again. Ask its sender.");
    }
    Subject subject = Subject.parse(parked.subject());
    BusMessage message = new BusMessage(subject, parked.headers(), parked.payload());
    bus.publish(message, "resent-" + UUID.randomUUID());
    jdbc.sql("update bus_parked set resent_at = ? where id = ?").params(now(), id).update();
    return parked;
  }

  public void forget(String project) {
    jdbc.sql("delete from bus_parked where project = ?").param(project).update();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static String kept(String text) {
    return storable(cut(text, LONGEST_HEADER));
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }

  /// Replaces NUL in a text, which PostgreSQL cannot store.
  private static String storable(String text) {
    return text.replace('\0', '\ufffd');
  }

  private static ParkedMessage read(ResultSet row, int number) throws SQLException {
    return new ParkedMessage(
        row.getObject("id", UUID.class),
        row.getString("project"),
        row.getString("subject"),
        JSON.readValue(row.getString("headers"), HEADERS),
        row.getString("payload"),
        row.getBoolean("whole"),
        row.getString("reason"),
        row.getObject("parked_at", OffsetDateTime.class).toInstant(),
        Optional.ofNullable(row.getObject("resent_at", OffsetDateTime.class))
            .map(OffsetDateTime::toInstant));
  }
}
