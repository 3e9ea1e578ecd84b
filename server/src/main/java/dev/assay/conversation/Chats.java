package dev.assay.conversation;

import dev.assay.agent.Agent;
import dev.assay.agent.Models;
import dev.assay.agent.Transcripts;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.SkillPlaces;
import dev.assay.registry.Skills;
import dev.assay.registry.TrialHistory;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.sandbox.Workspaces;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Purpose;
import dev.assay.workflow.LiveRuns;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Runs the turns of conversations. A turn begins with a message and is worked on by one server,
/// with or without viewers. It always ends with the event `done`: if its server dies, another one
/// ends it.
public final class Chats implements AutoCloseable {
  private static final Duration LEFT_OVER_AFTER = Duration.ofMinutes(1);

  /// The number of recent turns whose messages count for the choice of skills.
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
  private final LiveRuns runs;

  public record Store(
      JdbcClient jdbc, TransactionOperations transactions, LiveRuns runs, Clock clock) {}

  public record Agents(Agent agent, Models models, Transcripts transcripts) {}

  public record Registry(
      Skills skills, SkillFolders folders, SkillPlaces places, TrialHistory history) {}

  public Chats(
      Conversations conversations,
      ConversationFiles files,
      ConversationPolicy policy,
      Store database,
      Agents agents,
      Registry registry,
      Workspaces workspaces,
      SandboxKeeper keeper) {
    this.conversations = conversations;
    this.files = files;
    agent = agents.agent();
    models = agents.models();
    transcripts = agents.transcripts();
    selection = new Selection(registry.skills(), registry.places());
    runs = database.runs();
    store = new TurnStore(database.jdbc(), database.transactions(), runs, database.clock());
    sandboxes =
        new ConversationSandboxes(
            workspaces, keeper, registry.places(), registry.folders(), policy);
    TurnAgent work =
        new TurnAgent(sandboxes, agents.agent(), transcripts, store, runs, policy.budget());
    execution =
        new TurnExecution(
            store, work, files, new UsedSkills(registry.history()), transcripts::withoutSecrets);
  }

  /// Begins a turn. All checks that can refuse it come before the first write.
  ///
  /// @throws AssayException with `CONVERSATION_NOT_FOUND`, `TURN_IN_PROGRESS`, `TOO_BUSY`, or the
  ///   code of a fault in the question
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
    try (LiveRuns.Place place = runs.take(owner)) {
      if (lately.stream().anyMatch(Turn::isRunning)) {
        endLost();
      }
      Turn turn =
          store.begin(
              conversation,
              question.message(),
              new Turn.Answerer(model.name(), model.rehearsal()),
              chosen.choices());
      if (lately.isEmpty()) {
        conversations.nameAfter(conversation, question.message());
      }
      List<Turn> earlier =
          lately.isEmpty()
              ? List.of()
              : store.before(conversation, turn.number(), ConversationHistory.MOST_TURNS);
      agent.charge(TurnAgent.owner(turn), owner);
      TurnExecution.Order order = new TurnExecution.Order(turn, model, chosen, earlier, named);
      place.start(turn.id(), conversation, run -> execution.run(order, run));
      return turn;
    }
  }

  /// Says whether this server works on an answer.
  public boolean isWorking() {
    return runs.isWorking();
  }

  /// Cancels the running turn on any server. Returns false if there is none.
  public boolean cancel(UUID conversation, String owner) {
    conversations.load(conversation, owner);
    endLost();
    return runs.cancel(conversation).isPresent();
  }

  /// Deletes a conversation: its messages, its files and its sandbox.
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

  /// Says whether any server works on an answer.
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
    return TurnSummary.of(runs.eventsOf(turn.id()).stream().map(ConversationEvent::of).toList());
  }

  /// The number to start [#news] with for the events of a turn.
  public long startOf(Turn turn) {
    return runs.startOf(turn.id());
  }

  /// The events after a number; waits for some if there are none yet.
  public List<ConversationEvent> news(UUID conversation, long after, Duration patience)
      throws InterruptedException {
    return runs.news(conversation, after, patience).stream().map(ConversationEvent::of).toList();
  }

  /// Ends the turns of servers that have been silent, but none of this server, however late its
  /// heartbeats. It must be called every few seconds.
  public void endLost() {
    runs.lost().stream().map(store::load).forEach(execution::endLost);
  }

  /// Forgets sandboxes that were removed because they were idle, and removes the leftovers of
  /// servers that died while they deleted a conversation. It must be called now and then.
  public void forgetGone() {
    sandboxes.forgetGone();
    conversations.leftovers(LEFT_OVER_AFTER).forEach(this::clear);
  }

  /// Stops every turn of this server and waits until each has ended.
  @Override
  public void close() {
    runs.close();
  }
}
