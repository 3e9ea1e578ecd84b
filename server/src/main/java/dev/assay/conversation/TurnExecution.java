package dev.assay.conversation;

import dev.assay.agent.AgentRun;
import dev.assay.agent.Workplace;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.LoggedFailure;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Usage;
import dev.assay.workflow.LiveEvent;
import dev.assay.workflow.LiveRun;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs one turn from its first event to `done`, also if it fails in between.
final class TurnExecution {
  private static final Logger log = LoggerFactory.getLogger(TurnExecution.class);
  private static final Turn.Spending NOTHING = new Turn.Spending(Usage.NONE, BigDecimal.ZERO);

  private final TurnStore store;
  private final TurnAgent work;
  private final ConversationFiles files;
  private final UsedSkills history;
  private final UnaryOperator<String> withoutSecrets;

  TurnExecution(
      TurnStore store,
      TurnAgent work,
      ConversationFiles files,
      UsedSkills history,
      UnaryOperator<String> withoutSecrets) {
    this.store = store;
    this.work = work;
    this.files = files;
    this.history = history;
    this.withoutSecrets = withoutSecrets;
  }

  /// The input of a turn.
  ///
  /// @param earlier the turns before, oldest first
  /// @param named a folder that replaces the uploads
  record Order(
      Turn turn,
      ChatModel model,
      Selection.Chosen chosen,
      List<Turn> earlier,
      Optional<Path> named) {
    /// The skills that could be used in any earlier turn and cannot any more.
    Set<String> withdrawn() {
      return earlier.stream()
          .flatMap(turn -> chosen.withdrawnSince(turn).stream())
          .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The withdrawn skills that could still be used in the previous turn.
    Set<String> newlyWithdrawn() {
      return earlier.isEmpty() ? Set.of() : chosen.withdrawnSince(earlier.getLast());
    }
  }

  /// The ending of a turn.
  ///
  /// @param code the code whose public words are the reason; empty if all is well
  private record Ending(Turn.State state, Optional<ErrorCode> code, String reason) {
    static Ending good() {
      return new Ending(Turn.State.ANSWERED, Optional.empty(), "");
    }
  }

  void run(Order order, LiveRun one) {
    Turn turn = order.turn();
    AtomicReference<@Nullable Workplace> shown = new AtomicReference<>();
    TurnEventWriter writer =
        new TurnEventWriter("events-" + turn.id(), text -> plain(text, shown), one::append);
    order
        .newlyWithdrawn()
        .forEach(
            name -> writer.notice("The skill \"" + name + "\" was withdrawn and is not used."));
    order.chosen().notices().forEach(writer::notice);
    Optional<TurnAgent.Done> done = Optional.empty();
    Ending ending;
    FileChanges changes = FileChanges.none();
    try {
      changes = FileChanges.since(files, turn.conversation());
      done = Optional.of(work.work(order, contents(order), writer, shown));
      ending = ending(done.get().run().ending(), turn);
    } catch (AssayException e) {
      ending = failed(e, turn);
    } catch (RuntimeException e) {
      ending =
          failed(new AssayException(ErrorCode.INTERNAL_ERROR, "The turn broke: " + e, e), turn);
    }
    LiveRun.Stop stop = one.rest();
    writer.close();
    if (stop != LiveRun.Stop.OVER) {
      List<StoredFile> made = List.of();
      try {
        made = changes.now();
      } catch (AssayException e) {
        ending = failed(e, turn);
      }
      end(turn, done, stopped(stop, ending), made);
      done.filter(_ -> stop == LiveRun.Stop.NOT_STOPPED)
          .ifPresent(its -> history.add(turn, its.run(), its.used()));
    }
  }

  /// Ends a turn whose server is silent.
  void endLost(Turn turn) {
    Ending lost =
        new Ending(
            Turn.State.LOST,
            Optional.of(ErrorCode.SERVER_FAILED),
            "The server stopped while it worked on this. What was done until then is kept; ask"
                + " again to go on.");
    if (end(turn, Optional.empty(), lost, List.of())) {
      log.warn("Turn {} of conversation {} lost its server", turn.id(), turn.conversation());
    }
  }

  private ConversationSandboxes.SandboxContents contents(Order order) {
    Turn turn = order.turn();
    return new ConversationSandboxes.SandboxContents(
        order.chosen().skills(),
        order
            .named()
            .orElseGet(() -> files.folder(turn.conversation(), ConversationFiles.Place.UPLOADS)),
        files.folder(turn.conversation(), ConversationFiles.Place.ARTIFACTS),
        files.used(turn.conversation()));
  }

  private String plain(String text, AtomicReference<@Nullable Workplace> shown) {
    Workplace place = shown.get();
    return withoutSecrets.apply(place == null ? text : place.plain(text));
  }

  private Ending ending(AgentRun.Ending ending, Turn turn) {
    return switch (ending) {
      case AgentRun.Ending.Answered _ -> Ending.good();
      case AgentRun.Ending.Cancelled _, AgentRun.Ending.Stopped _ ->
          new Ending(Turn.State.CANCELLED, Optional.empty(), "");
      case AgentRun.Ending.OutOfBudget over ->
          new Ending(
              Turn.State.OUT_OF_BUDGET,
              Optional.of(ErrorCode.TOO_BUSY),
              "This took more than one answer may (%s). Ask for less at once, or ask to go on."
                  .formatted(over.which().name().toLowerCase(Locale.ROOT)));
      case AgentRun.Ending.Failed failed -> failed(failed.failure(), turn);
    };
  }

  private static Ending stopped(LiveRun.Stop stop, Ending ending) {
    return switch (stop) {
      case NOT_STOPPED, OVER -> ending;
      case CANCELLED -> new Ending(Turn.State.CANCELLED, Optional.empty(), "");
      case SHUTDOWN ->
          new Ending(
              Turn.State.LOST,
              Optional.of(ErrorCode.SERVER_FAILED),
              "The server was shut down while it worked on this. Ask again to go on.");
    };
  }

  private boolean end(
      Turn turn, Optional<TurnAgent.Done> done, Ending ending, List<StoredFile> made) {
    List<Turn.Choice> used = done.map(TurnAgent.Done::used).orElse(List.of());
    Turn.Spending spent =
        done.map(d -> new Turn.Spending(d.run().transcript().usage(), d.run().cost()))
            .orElse(NOTHING);
    List<LiveEvent.New> last = new ArrayList<>();
    if (!made.isEmpty()) {
      last.add(
          TurnEventWriter.said(
              ConversationEvent.Kind.FILES, Map.of("files", TurnSummary.wire(made))));
    }
    ending
        .code()
        .ifPresent(
            code ->
                last.add(
                    TurnEventWriter.said(
                        ConversationEvent.Kind.ERROR,
                        Map.of("code", code.name(), "message", ending.reason()))));
    last.add(
        TurnEventWriter.said(
            ConversationEvent.Kind.DONE,
            Map.of(
                "turn_id", turn.id().toString(),
                "state", ending.state().word(),
                "model", turn.answerer().model(),
                "rehearsal", turn.answerer().rehearsal(),
                "skills", TurnSummary.skills(used),
                "usage",
                    Map.of(
                        "input_tokens", spent.usage().inputTokens(),
                        "output_tokens", spent.usage().outputTokens()),
                "cost", spent.cost())));
    return store.end(turn, new TurnStore.Result(ending.state(), used, spent), last);
  }

  /// The ending of a failed turn, in words that name nothing of the host or of a provider.
  private Ending failed(AssayException failure, Turn turn) {
    String words = failure.publicReason();
    if (failure.code().publicWords().isPresent()) {
      LoggedFailure shown = LoggedFailure.of(failure);
      log.warn("Turn {}: {}", turn.id(), withoutSecrets.apply(shown.line()), shown.trace());
      words += " The server's log has more under " + turn.id() + ".";
    }
    return new Ending(Turn.State.FAILED, Optional.of(failure.code()), words);
  }
}
