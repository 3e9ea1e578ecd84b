package dev.assay.agent;

import dev.assay.agent.ledger.ModelSeen;
import dev.assay.agent.supply.Tape;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The model for each purpose.
///
/// Rules replace a model only if the settings say so, or if no model was ever configured on this
/// database. A model that was configured once and is missing now is a failure: rules must not
/// decide silently what a model decided before.
public final class Models implements AutoCloseable {
  private final ModelSettings settings;
  private final Supplier<ChatModel> rehearsal;
  private final ModelSeen seen;
  private final ModelFactory factory;
  private final Map<ModelSettings.Role, ChatModel> byRole = new EnumMap<>(ModelSettings.Role.class);
  private final List<ChatModel> furtherExecutors = new ArrayList<>();

  public Models(
      ModelSettings settings, Supplier<ChatModel> rehearsal, JdbcClient jdbc, Clock clock) {
    this(settings, rehearsal, jdbc, clock, UnaryOperator.identity());
  }

  /// @param clean removes secrets from recordings
  public Models(
      ModelSettings settings,
      Supplier<ChatModel> rehearsal,
      JdbcClient jdbc,
      Clock clock,
      UnaryOperator<String> clean) {
    this.settings = settings;
    this.rehearsal = rehearsal;
    seen = new ModelSeen(jdbc, clock);
    factory = new ModelFactory(settings.tuning());
    if (settings.isConfigured()) {
      if (settings.mode() != ModelSettings.Mode.REHEARSAL) {
        seen.mark();
      }
      Optional<Tape> record = settings.record().map(Tape::recordingIn);
      Optional<Tape> replay = settings.replay().map(Tape::playing);
      settings
          .services()
          .forEach((role, service) -> byRole.put(role, made(service, record, replay, clean)));
      settings
          .furtherExecutors()
          .forEach(service -> furtherExecutors.add(made(service, record, replay, clean)));
    }
  }

  private ChatModel made(
      ModelService service,
      Optional<Tape> record,
      Optional<Tape> replay,
      UnaryOperator<String> clean) {
    ChatModel live = factory.model(service);
    return replay
        .map(tape -> tape.player(service.name()))
        .or(() -> record.map(tape -> tape.recording(live, clean)))
        .orElse(live);
  }

  /// The models that do the tasks of a validation, the usual one first. No two have the same name.
  public List<ChatModel> executors() {
    ChatModel usual = model(Purpose.EXECUTE);
    List<ChatModel> all = new ArrayList<>(List.of(usual));
    if (!byRules()) {
      all.addAll(furtherExecutors);
    }
    return List.copyOf(all);
  }

  /// Says whether rules do the tasks. A replay does not count as rules, because a model made it.
  public boolean byRules() {
    return switch (settings.mode()) {
      case REHEARSAL -> true;
      case MODEL -> false;
      case AUTO -> !settings.isConfigured() && !seen.isMarked();
    };
  }

  /// One of the executors by its name.
  ///
  /// @throws ModelFailure if it is not among them any more
  public ChatModel executor(String name) {
    return executors().stream()
        .filter(model -> model.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ModelFailure(
                    ErrorCode.MODEL_REFUSED,
                    "This run began with the executor \"%s\", which is not configured any more. Configure it again (assay.model.execute.name, assay.model.execute-2.name and so on) and resume, or validate anew."
                        .formatted(name)));
  }

  /// @throws ModelFailure if a model is required and none is configured
  public ChatModel model(Purpose purpose) {
    return byRules() ? rehearsal.get() : configured(purpose);
  }

  /// One of the configured models by its name, for a caller that may choose.
  ///
  /// @throws AssayException with `BAD_REQUEST` if none has that name
  public ChatModel named(String name, Purpose purpose) {
    ChatModel usual = model(purpose);
    if (usual.name().equals(name)) {
      return usual;
    }
    Set<String> names = new TreeSet<>(Set.of(usual.name()));
    if (!usual.rehearsal()) {
      byRole.values().forEach(model -> names.add(model.name()));
    }
    return byRole.values().stream()
        .filter(model -> !usual.rehearsal() && model.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.BAD_REQUEST,
                    "The model \"%s\" is not configured here; use one of: %s."
                        .formatted(Visible.line(name, 100), String.join(", ", names))));
  }

  /// Says whether another model judges a sample, too.
  public boolean hasSecondJudge() {
    return names().containsKey(ModelSettings.Role.SECOND_JUDGE.word());
  }

  /// The model that inspects skills for acts against their users; empty if there is none.
  public String inspector() {
    return byRules() ? "" : names().getOrDefault(ModelSettings.Role.INSPECT.word(), "");
  }

  /// The models' names by role; empty where rules replace them.
  public Map<String, String> names() {
    Map<String, String> names = new TreeMap<>();
    if (settings.mode() != ModelSettings.Mode.REHEARSAL) {
      byRole.forEach((role, model) -> names.put(role.word(), model.name()));
    }
    return names;
  }

  private ChatModel configured(Purpose purpose) {
    ChatModel model = byRole.get(ModelSettings.Role.of(purpose));
    if (model == null) {
      throw new ModelFailure(
          ErrorCode.MODEL_REFUSED,
          "No model is configured, but one was before, or assay.model.mode asks for one. Set"
              + " assay.model.base-url and assay.model.name, or set assay.model.mode to"
              + " rehearsal.");
    }
    return model;
  }

  @Override
  public void close() {
    factory.close();
  }
}
