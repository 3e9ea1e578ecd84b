package dev.assay.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestDatabase;
import dev.assay.agent.Budget;
import dev.assay.audit.Audits;
import dev.assay.sandbox.SharedFolders;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.Usage;
import dev.assay.skill.sandbox.Network;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What two servers on one database may write about a turn.
class TurnStoreStoryTest {
  private static final TestDatabase DATABASE = new TestDatabase();
  private static final Turn.Answerer TINY = new Turn.Answerer("tiny", false);
  private static final ConversationPolicy POLICY =
      new ConversationPolicy(
          new ConversationPolicy.Storage(
              new SharedFolders(Path.of("u"), Path.of("i")), Optional.empty(), 1, 1),
          Network.blocked(),
          Budget.of(1, 1, Duration.ofSeconds(1)),
          1,
          3);

  private final TurnStore store =
      new TurnStore(DATABASE.jdbc(), DATABASE.transactions(), Clock.systemUTC());
  private final Conversations conversations =
      new Conversations(
          DATABASE.jdbc(), Audits.on(DATABASE, Clock.systemUTC()), Clock.systemUTC(), POLICY);
  private final String owner = UUID.randomUUID().toString();
  private UUID conversation;

  @BeforeEach
  void begin() {
    conversation = conversations.create(owner, "ada", Optional.empty()).id();
  }

  private Turn turn(String server) {
    return store.begin(conversation, "a question", TINY, List.of(), server);
  }

  private boolean end(Turn turn, Turn.State state) {
    return store.end(
        turn.id(),
        new TurnStore.Result(state, List.of(), new Turn.Spending(Usage.NONE, BigDecimal.ZERO)),
        List.of(new TurnStore.NewEvent(ConversationEvent.Kind.DONE, "{}")));
  }

  @Test
  void of_many_servers_that_begin_at_once_one_does() {
    AtomicInteger refused = new AtomicInteger();
    long begun =
        IntStream.range(0, 8)
            .parallel()
            .filter(
                server -> {
                  try {
                    turn("server " + server);
                    return true;
                  } catch (AssayException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.TURN_IN_PROGRESS);
                    refused.incrementAndGet();
                    return false;
                  }
                })
            .count();
    assertThat(begun).isEqualTo(1);
    assertThat(refused).hasValue(7);
    assertThat(conversations.load(conversation, owner).running()).isTrue();
  }

  @Test
  void a_server_that_lost_its_turn_writes_nothing_more() {
    Turn turn = turn("one");
    assertThat(store.append(turn.id(), ConversationEvent.Kind.TEXT, "{\"text\":\"a\\u0000b\"}"))
        .contains(1L);
    assertThat(store.heartbeat(turn.id())).isEqualTo(TurnStore.Pulse.GO_ON);
    assertThat(end(turn, Turn.State.LOST)).isTrue();

    assertThat(store.append(turn.id(), ConversationEvent.Kind.TEXT, "{}")).isEmpty();
    assertThat(store.heartbeat(turn.id())).isEqualTo(TurnStore.Pulse.OVER);
    assertThat(end(turn, Turn.State.ANSWERED)).isFalse();
    assertThat(store.load(turn.id()).state()).isEqualTo(Turn.State.LOST);
    assertThat(store.events(conversation, 0, 10))
        .extracting(ConversationEvent::seq)
        .containsExactly(1L, 2L);
    assertThat(turn("two").number()).isEqualTo(2);
  }

  @Test
  void numbers_of_events_have_no_gaps_whoever_writes() {
    Turn turn = turn("one");
    IntStream.range(0, 50)
        .parallel()
        .forEach(
            _ ->
                assertThat(store.append(turn.id(), ConversationEvent.Kind.TEXT, "{}")).isPresent());
    assertThat(store.events(conversation, 0, 100))
        .extracting(ConversationEvent::seq)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 50).mapToObj(Long::valueOf).toList());
    assertThat(store.startOf(turn.id())).isZero();
    end(turn, Turn.State.ANSWERED);
    assertThat(store.startOf(turn("one").id())).isEqualTo(51);
  }

  @Test
  void a_cancel_reaches_the_server_that_works_and_silence_is_noticed() {
    Turn turn = turn("one");
    assertThat(store.cancel(conversation)).contains(turn.id());
    assertThat(store.heartbeat(turn.id())).isEqualTo(TurnStore.Pulse.CANCELLED);
    assertThat(store.silent(Duration.ofSeconds(8))).doesNotContain(turn.id());
    DATABASE
        .jdbc()
        .sql("update conversation_turn set beat_at = now() - interval '9 seconds' where id = ?")
        .param(turn.id())
        .update();
    assertThat(store.silent(Duration.ofSeconds(8))).contains(turn.id());
    end(turn, Turn.State.CANCELLED);
    assertThat(store.cancel(conversation)).isEmpty();
    assertThat(store.changedServer(turn("one"))).isFalse();
    end(store.latest(conversation, 1).getFirst(), Turn.State.ANSWERED);
    assertThat(store.changedServer(turn("two"))).isTrue();
  }

  @Test
  void a_user_has_as_many_conversations_as_are_allowed() {
    conversations.create(owner, "ada", Optional.of("two"));
    conversations.create(owner, "ada", Optional.of("three\u202E\nlines"));
    assertThat(conversations.list(owner, Optional.empty(), "", 0, 10).conversations())
        .extracting(Conversation::title)
        .contains("three<U+202E> lines");
    try {
      conversations.create(owner, "ada", Optional.empty());
      throw new AssertionError("a fourth was made");
    } catch (AssayException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_CONVERSATIONS);
    }
  }
}
