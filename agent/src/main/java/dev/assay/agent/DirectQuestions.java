package dev.assay.agent;

import dev.assay.agent.ModelSettings.Role;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/// Questions to one of the configured models without a server. They are not kept and have no
/// budget, but their tokens are counted.
public final class DirectQuestions implements Questions, AutoCloseable {
  private final ModelFactory factory;
  private final ChatModel model;
  private final ModelQuestions questions;
  private final LongAdder calls = new LongAdder();
  private final LongAdder input = new LongAdder();
  private final LongAdder output = new LongAdder();

  private DirectQuestions(ModelSettings settings, ModelService service, LoopSettings loop) {
    factory = new ModelFactory(settings.tuning());
    model = factory.model(service);
    questions =
        new ModelQuestions(
            _ -> model,
            Clock.systemUTC(),
            loop,
            (_, _, usage, _) -> {
              calls.increment();
              input.add(usage.inputTokens());
              output.add(usage.outputTokens());
              return BigDecimal.ZERO;
            });
  }

  /// Asks the model of the first of these roles that has one; empty if no model is configured.
  public static Optional<DirectQuestions> find(
      ModelSettings settings, LoopSettings loop, Role... roles) {
    return settings.mode() == ModelSettings.Mode.REHEARSAL
        ? Optional.empty()
        : Stream.of(roles)
            .flatMap(role -> settings.find(role).stream())
            .findFirst()
            .map(service -> new DirectQuestions(settings, service, loop));
  }

  public String model() {
    return model.name();
  }

  /// The questions and answers so far, as counts.
  public record Spent(long calls, long inputTokens, long outputTokens) {}

  public Spent spent() {
    return new Spent(calls.sum(), input.sum(), output.sum());
  }

  @Override
  public <T> Answer<T> ask(Purpose purpose, List<Message> messages, AnswerShape<T> shape) {
    return questions.ask(purpose, messages, shape);
  }

  @Override
  public void close() {
    factory.close();
  }
}
