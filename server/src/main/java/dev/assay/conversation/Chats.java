package dev.assay.conversation;

import dev.assay.agent.Agent;
import dev.assay.agent.Models;
import dev.assay.agent.Transcripts;
import dev.assay.images.Images;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.Workspaces;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.LoggedFailure;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Purpose;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Runs the turns of conversations. A turn begins with a message, is worked on by one server, goes
/// on whether anybody watches or not, and ends with the event `done` in every case: if its server
/// dies, another one ends it.
public final class Chats implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Chats.class);
  private static final Duration HEARTBEAT = Duration.ofSeconds(1);
  private static final Duration LOST_AFTER = Duration.ofSeconds(8);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration GOODBYE = Duration.ofSeconds(10);
  private static final Duration LOOK_HERE_EVERY = Duration.ofSeconds(2);
  private static final Duration LEFT_OVER_AFTER = Duration.ofMinutes(1);
  private static final int MOST_EVENTS = 500;

  /// So many turns back, what was said still counts for which skills fit.
  private static final int LATELY = 3;

  private final Conversations conversations;
  private final ConversationFiles files;
  private final Agent agent;
  private final Models models;
  private final Selection selection;
  private final TurnStore store;
  private final ConversationSandboxes sandboxes;
  private final TurnExecution execution;
  private final Transcripts transcripts;
  private final Semaphore places;
  private final int kept;
  private final EventSignals signals = new EventSignals();
  private final Map<UUID, RunningTurn> running = new ConcurrentHashMap<>();
  private final String server = UUID.randomUUID().toString();
  private volatile boolean closed;

  /// What conversations need of other packages.
  public record Services(Store store, Agents agents, Registry registry, Sandboxes sandboxes) {}

  public record Store(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {}

  public record Agents(Agent agent, Models models, Transcripts transcripts) {}

  public record Registry(Skills skills, SkillFolders folders, Images images) {}

  public record Sandboxes(Workspaces workspaces, SandboxKeeper keeper) {}

  public Chats(
      Conversations conversations,
      ConversationFiles files,
      ConversationPolicy policy,
      Services services) {
    this.conversations = conversations;
    this.files = files;
    agent = services.agents().agent();
    models = services.agents().models();
    transcripts = services.agents().transcripts();
    selection = new Selection(services.registry().skills());
    store =
        new TurnStore(
            services.store().jdbc(), services.store().transactions(), services.store().clock());
    sandboxes =
        new ConversationSandboxes(
            services.sandboxes().workspaces(),
            services.sandboxes().keeper(),
            services.registry().images(),
            services.registry().folders(),
            policy);
    TurnAgent work =
        new TurnAgent(sandboxes, services.agents().agent(), transcripts, store, policy.budget());
    execution = new TurnExecution(store, work, files, signals, transcripts::withoutSecrets);
    places = new Semaphore(policy.atOnce());
    kept = policy.atOnce() / 5;
  }

  /// Begins a turn. Everything that can be refused is refused before anything is written.
  ///
  /// @throws AssayException with `CONVERSATION_NOT_FOUND`, `TURN_IN_PROGRESS`, `TOO_BUSY`, or what
  ///   is wrong with the question
  public Turn ask(UUID conversation, String owner, Question question) {
    Conversation known = conversations.load(conversation, owner);
    if (known.archived()) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "This conversation is archived. Take it back to go on.");
    }
    List<Turn> lately = store.latest(conversation, LATELY);
    Selection.Chosen chosen = selection.of(question, lately);
    ChatModel model =
        question
            .model()
            .map(name -> models.named(name, Purpose.CONVERSE))
            .orElseGet(() -> models.model(Purpose.CONVERSE));
    Optional<Path> named = question.uploadPath().map(files::named);
    if (closed || takesTooMany(owner) || !places.tryAcquire()) {
      throw new AssayException(
          ErrorCode.TOO_BUSY, "The server works on as many answers as it can. Try again soon.");
    }
    boolean begun = false;
    try {
      if (lately.stream().anyMatch(Turn::isRunning)) {
        endLost();
      }
      Turn turn =
          store.begin(
              conversation,
              question.message(),
              new Turn.Answerer(model.name(), model.rehearsal()),
              chosen.choices(),
              server);
      if (lately.isEmpty()) {
        conversations.nameAfter(conversation, question.message());
      }
      List<Turn> earlier =
          lately.isEmpty()
              ? List.of()
              : store.before(conversation, turn.number(), ConversationHistory.MOST_TURNS);
      agent.charge(TurnAgent.owner(turn), owner);
      start(new TurnExecution.Order(turn, model, chosen, earlier, named), owner);
      begun = true;
      return turn;
    } finally {
      if (!begun) {
        places.release();
      }
    }
  }

  /// The last places are for those for whom nothing is being worked on.
  private boolean takesTooMany(String owner) {
    return places.availablePermits() <= kept
        && running.values().stream().anyMatch(one -> one.owner().equals(owner));
  }

  /// Whether this server works on an answer.
  public boolean isWorking() {
    return !running.isEmpty();
  }

  /// Stops the turn that is going on, wherever it is worked on. Whether there was one.
  public boolean cancel(UUID conversation, String owner) {
    conversations.load(conversation, owner);
    endLost();
    Optional<UUID> turn = store.cancel(conversation);
    turn.map(running::get).ifPresent(one -> one.stop(RunningTurn.Cause.CANCELLED));
    return turn.isPresent();
  }

  /// Forgets a conversation: what was said, its files and its sandbox.
  ///
  /// @param by the owner's name, for the audit log
  public void delete(UUID conversation, String owner, String by) {
    conversations.remove(conversation, owner, by);
    clear(conversation);
  }

  private void clear(UUID conversation) {
    sandboxes.close(conversation);
    sandboxes.endElsewhere(conversation);
    transcripts.remove("conversation:" + conversation);
    files.deleteAll(conversation);
    conversations.cleared(conversation);
  }

  /// Whether an answer is being worked on, on whichever server.
  public boolean isRunning(UUID conversation) {
    return store.latest(conversation, 1).stream().anyMatch(Turn::isRunning);
  }

  /// The latest turns, oldest first.
  public List<Turn> turns(UUID conversation, int most) {
    return store.latest(conversation, most);
  }

  /// Turns before a number, oldest first.
  public List<Turn> turnsBefore(UUID conversation, int number, int most) {
    return store.before(conversation, number, most);
  }

  public TurnSummary summary(Turn turn) {
    return TurnSummary.of(store.eventsOf(turn.id()));
  }

  /// Where the events of a turn begin: the number to ask [#news] with.
  public long startOf(Turn turn) {
    return store.startOf(turn.id());
  }

  /// The events after a number; waits for some if there are none yet.
  public List<ConversationEvent> news(UUID conversation, long after, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      CompletableFuture<Void> signal = signals.listen(conversation);
      List<ConversationEvent> events = store.events(conversation, after, MOST_EVENTS);
      long left = end - System.nanoTime();
      if (!events.isEmpty() || left <= 0) {
        return events;
      }
      Duration pause = isWorkedOnHere(conversation) ? LOOK_HERE_EVERY : LOOK_EVERY;
      signals.await(conversation, signal, min(Duration.ofNanos(left), pause));
    }
  }

  /// Then every event signals its viewers at once.
  private boolean isWorkedOnHere(UUID conversation) {
    return running.values().stream().anyMatch(one -> one.conversation().equals(conversation));
  }

  /// Ends turns whose server has been silent, but none that this server works on, however late it
  /// said so. To be called every few seconds.
  public void endLost() {
    store.silent(LOST_AFTER).stream()
        .filter(turn -> !running.containsKey(turn))
        .map(store::load)
        .forEach(execution::endLost);
  }

  /// Forgets sandboxes that were removed because nobody used them, and clears away what servers
  /// left that died while they deleted a conversation. To be called now and then.
  public void forgetGone() {
    sandboxes.forgetGone();
    conversations.leftovers(LEFT_OVER_AFTER).forEach(this::clear);
  }

  /// Stops every turn of this server and waits until each has said so.
  @Override
  public void close() {
    closed = true;
    long end = System.nanoTime() + GOODBYE.toNanos();
    running.values().forEach(one -> one.stop(RunningTurn.Cause.SHUTDOWN));
    try {
      while (!running.isEmpty() && System.nanoTime() < end) {
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void start(TurnExecution.Order order, String owner) {
    UUID id = order.turn().id();
    RunningTurn one = new RunningTurn(order.turn().conversation(), owner);
    running.put(id, one);
    Thread.ofVirtual().name("pulse-" + id).start(() -> pulse(id, one));
    // Not a virtual thread: an interrupt in the middle of a database call would cut its connection.
    Thread.ofPlatform()
        .daemon()
        .name("turn-" + id)
        .start(
            () -> {
              one.workedOnBy(Thread.currentThread());
              try {
                execution.run(order, one);
              } catch (RuntimeException e) {
                LoggedFailure shown = LoggedFailure.of(e);
                log.error(
                    "Turn {} broke and will be ended as lost: {}", id, shown.line(), shown.trace());
              } finally {
                running.remove(id);
                places.release();
              }
            });
  }

  /// Writes the turn's heartbeat, and reads whether it shall stop.
  private void pulse(UUID turn, RunningTurn one) {
    try {
      for (Thread.sleep(HEARTBEAT); running.get(turn) == one; Thread.sleep(HEARTBEAT)) {
        try {
          switch (store.heartbeat(turn)) {
            case GO_ON -> {}
            case CANCELLED -> one.stop(RunningTurn.Cause.CANCELLED);
            case OVER -> one.stop(RunningTurn.Cause.FENCED);
          }
        } catch (DataAccessException e) {
          log.warn("Turn {} could not say that it lives: {}", turn, e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
