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
import dev.assay.workflow.EventSignals;
import dev.assay.workflow.LiveEvent;
import dev.assay.workflow.LiveRuns;
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

  private final LiveRuns runs = server();
  private final TurnStore store = store(runs);
  private final Conversations conversations =
      new Conversations(
          DATABASE.jdbc(), Audits.on(DATABASE, Clock.systemUTC()), runs, Clock.systemUTC(), POLICY);
  private final String owner = UUID.randomUUID().toString();
  private UUID conversation;

  @BeforeEach
  void begin() {
    conversation = conversations.create(owner, "ada", Optional.empty()).id();
  }

  private static LiveRuns server() {
    return new LiveRuns(
        DATABASE.jdbc(), DATABASE.transactions(), Clock.systemUTC(), new EventSignals(), "turn", 5);
  }

  private static TurnStore store(LiveRuns runs) {
    return new TurnStore(DATABASE.jdbc(), DATABASE.transactions(), runs, Clock.systemUTC());
  }

  private Turn turn(TurnStore at) {
    return at.begin(conversation, "a question", TINY, List.of());
  }

  private boolean end(Turn turn, Turn.State state) {
    return store.end(
        turn,
        new TurnStore.Result(state, List.of(), new Turn.Spending(Usage.NONE, BigDecimal.ZERO)),
        List.of(new LiveEvent.New(ConversationEvent.Kind.DONE.word(), "{}")));
  }

  @Test
  void of_many_servers_that_begin_at_once_one_does() {
    AtomicInteger refused = new AtomicInteger();
    long begun =
        IntStream.range(0, 8)
            .parallel()
            .filter(
                _ -> {
                  try {
                    turn(store(server()));
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
    assertThat(store.latest(conversation, 10)).hasSize(1);
  }

  @Test
  void a_turn_that_was_ended_elsewhere_keeps_that_state() {
    Turn turn = turn(store);
    assertThat(end(turn, Turn.State.LOST)).isTrue();
    assertThat(end(turn, Turn.State.ANSWERED)).isFalse();
    assertThat(store.load(turn.id()).state()).isEqualTo(Turn.State.LOST);
    assertThat(conversations.load(conversation, owner).lastEvent()).isEqualTo(1);
    assertThat(turn(store).number()).isEqualTo(2);
  }

  @Test
  void a_deleted_conversation_leaves_no_events() {
    Turn turn = turn(store);
    end(turn, Turn.State.ANSWERED);
    assertThat(runs.eventsOf(turn.id())).hasSize(1);
    conversations.remove(conversation, owner, "ada");
    assertThat(runs.eventsOf(turn.id())).isEmpty();
    assertThat(runs.last(List.of(conversation))).isEmpty();
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
