package dev.assay.conversation;

import dev.assay.agent.Agent;
import dev.assay.agent.Models;
import dev.assay.agent.Transcripts;
import dev.assay.registry.Images;
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

/// Lets conversations speak. A turn begins with a message, is worked on by one server, goes on
/// whether anybody looks or not, and ends with the event `done` in every case: if its server dies,
/// another one ends it.
public final class Chats implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Chats.class);
  private static final Duration BEAT = Duration.ofSeconds(1);
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
  private final Models models;
  private final Selection selection;
  private final TurnBook book;
  private final Workshops workshops;
  private final TurnStory story;
  private final Transcripts transcripts;
  private final Semaphore places;
  private final int kept;
  private final Bells bells = new Bells();
  private final Map<UUID, Going> going = new ConcurrentHashMap<>();
  private final String server = UUID.randomUUID().toString();
  private volatile boolean closed;

  /// What conversations need of other rooms.
  public record House(Store store, Agents agents, Registry registry, Sandboxes sandboxes) {}

  public record Store(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {}

  public record Agents(Agent agent, Models models, Transcripts transcripts) {}

  public record Registry(Skills skills, SkillFolders folders, Images images) {}

  public record Sandboxes(Workspaces workspaces, SandboxKeeper keeper) {}

  public Chats(Conversations conversations, ConversationFiles files, Policy policy, House house) {
    this.conversations = conversations;
    this.files = files;
    models = house.agents().models();
    transcripts = house.agents().transcripts();
    selection = new Selection(house.registry().skills());
    book = new TurnBook(house.store().jdbc(), house.store().transactions(), house.store().clock());
    workshops =
        new Workshops(
            house.sandboxes().workspaces(),
            house.sandboxes().keeper(),
            house.registry().images(),
            house.registry().folders(),
            policy);
    TurnWork work =
        new TurnWork(workshops, house.agents().agent(), transcripts, book, policy.budget());
    story = new TurnStory(book, work, files, bells, transcripts::withoutSecrets);
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
    List<Turn> lately = book.latest(conversation, LATELY);
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
          book.begin(
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
              : book.before(conversation, turn.number(), Memory.MOST_TURNS);
      start(new TurnStory.Order(turn, model, chosen, earlier, named), owner);
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
        && going.values().stream().anyMatch(one -> one.owner().equals(owner));
  }

  /// Whether this server works on an answer.
  public boolean isWorking() {
    return !going.isEmpty();
  }

  /// Stops the turn that is going on, wherever it is worked on. Whether there was one.
  public boolean cancel(UUID conversation, String owner) {
    conversations.load(conversation, owner);
    endLost();
    Optional<UUID> turn = book.cancel(conversation);
    turn.map(going::get).ifPresent(one -> one.stop(Going.Cause.CANCELLED));
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
    workshops.close(conversation);
    workshops.endElsewhere(conversation);
    transcripts.remove("conversation:" + conversation);
    files.deleteAll(conversation);
    conversations.cleared(conversation);
  }

  /// Whether an answer is being worked on, on whichever server.
  public boolean isRunning(UUID conversation) {
    return book.latest(conversation, 1).stream().anyMatch(Turn::isRunning);
  }

  /// The latest turns, oldest first.
  public List<Turn> turns(UUID conversation, int most) {
    return book.latest(conversation, most);
  }

  /// Turns before a number, oldest first.
  public List<Turn> turnsBefore(UUID conversation, int number, int most) {
    return book.before(conversation, number, most);
  }

  public Minutes minutes(Turn turn) {
    return Minutes.of(book.eventsOf(turn.id()));
  }

  /// Where the events of a turn begin: the number to ask [#news] with.
  public long startOf(Turn turn) {
    return book.startOf(turn.id());
  }

  /// The events after a number; waits for some if there are none yet.
  public List<Event> news(UUID conversation, long after, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      CompletableFuture<Void> bell = bells.listen(conversation);
      List<Event> events = book.events(conversation, after, MOST_EVENTS);
      long left = end - System.nanoTime();
      if (!events.isEmpty() || left <= 0) {
        return events;
      }
      Duration pause = isWorkedOnHere(conversation) ? LOOK_HERE_EVERY : LOOK_EVERY;
      bells.await(conversation, bell, min(Duration.ofNanos(left), pause));
    }
  }

  /// Then the bell rings with every event.
  private boolean isWorkedOnHere(UUID conversation) {
    return going.values().stream().anyMatch(one -> one.conversation().equals(conversation));
  }

  /// Ends turns whose server has been silent, but none that this server works on, however late it
  /// said so. To be called every few seconds.
  public void endLost() {
    book.silent(LOST_AFTER).stream()
        .filter(turn -> !going.containsKey(turn))
        .map(book::load)
        .forEach(story::endLost);
  }

  /// Forgets sandboxes that were removed because nobody used them, and clears away what servers
  /// left that died while they deleted a conversation. To be called now and then.
  public void forgetGone() {
    workshops.forgetGone();
    conversations.leftovers(LEFT_OVER_AFTER).forEach(this::clear);
  }

  /// Stops every turn of this server and waits until each has said so.
  @Override
  public void close() {
    closed = true;
    long end = System.nanoTime() + GOODBYE.toNanos();
    going.values().forEach(one -> one.stop(Going.Cause.SHUTDOWN));
    try {
      while (!going.isEmpty() && System.nanoTime() < end) {
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void start(TurnStory.Order order, String owner) {
    UUID id = order.turn().id();
    Going one = new Going(order.turn().conversation(), owner);
    going.put(id, one);
    Thread.ofVirtual().name("pulse-" + id).start(() -> pulse(id, one));
    // Not a virtual thread: an interrupt in the middle of a database call would cut its connection.
    Thread.ofPlatform()
        .daemon()
        .name("turn-" + id)
        .start(
            () -> {
              one.workedOnBy(Thread.currentThread());
              try {
                story.tell(order, one);
              } catch (RuntimeException e) {
                LoggedFailure shown = LoggedFailure.of(e);
                log.error(
                    "Turn {} broke and will be ended as lost: {}", id, shown.line(), shown.trace());
              } finally {
                going.remove(id);
                places.release();
              }
            });
  }

  /// Says that the turn lives, and hears whether it shall stop.
  private void pulse(UUID turn, Going one) {
    try {
      for (Thread.sleep(BEAT); going.get(turn) == one; Thread.sleep(BEAT)) {
        try {
          switch (book.beat(turn)) {
            case GO_ON -> {}
            case CANCELLED -> one.stop(Going.Cause.CANCELLED);
            case OVER -> one.stop(Going.Cause.FENCED);
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
