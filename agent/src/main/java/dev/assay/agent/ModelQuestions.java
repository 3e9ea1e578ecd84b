package dev.assay.agent;

import dev.assay.agent.loop.ModelRetries;
import dev.assay.agent.loop.Pauser;
import dev.assay.agent.loop.TranscriptWriter;
import dev.assay.agent.shape.JsonCheck;
import dev.assay.agent.shape.JsonInText;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.WallClock;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.transcript.Entry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Questions to models. The shape of the answer is described in words and, if the model supports
/// it, enforced by a schema. Either way the answer is checked.
public final class ModelQuestions implements Questions {
  private static final int MOST_ANSWERS = 3;

  private final Function<Purpose, ChatModel> models;
  private final Clock clock;
  private final LoopSettings settings;
  private final Costs costs;
  private final Asking asking;

  /// The owner of the questions, the way to wait, and the sink of the transcripts.
  private record Asking(String owner, Pauser pauser, Consumer<Entry> sink) {}

  public ModelQuestions(
      Function<Purpose, ChatModel> models, Clock clock, LoopSettings settings, Costs costs) {
    this(models, clock, settings, costs, new Asking("", Pauser.real(), _ -> {}));
  }

  private ModelQuestions(
      Function<Purpose, ChatModel> models,
      Clock clock,
      LoopSettings settings,
      Costs costs,
      Asking asking) {
    this.models = models;
    this.clock = clock;
    this.settings = settings;
    this.costs = costs;
    this.asking = asking;
  }

  ModelQuestions waitingBy(Pauser pauser) {
    return new ModelQuestions(
        models, clock, settings, costs, new Asking(asking.owner(), pauser, asking.sink()));
  }

  /// The cost of an owner's questions and runs so far.
  public List<CostLine> spent(String owner) {
    return costs.lines(owner);
  }

  /// The same questions for an owner. The sink gets the transcript also when there is no usable
  /// answer.
  public Questions of(String owner, Consumer<Entry> sink) {
    return new ModelQuestions(
        models, WallClock.steady(clock), settings, costs, new Asking(owner, asking.pauser(), sink));
  }

  @Override
  public <T> Answer<T> ask(Purpose purpose, List<Message> messages, AnswerShape<T> shape) {
    ChatModel model = models.apply(purpose);
    TranscriptWriter writer = new TranscriptWriter(clock, asking.sink());
    List<Message> said = opening(messages, shape);
    said.forEach(message -> record(writer, message));
    String problem = "";
    for (int count = 0; count < MOST_ANSWERS; count++) {
      ChatAnswer answer = answer(model, purpose, said, shape, writer);
      try {
        T value = shape.reader().read(checked(answer, shape).toString());
        return new Answer<>(value, writer.transcript(), model.rehearsal());
      } catch (IllegalArgumentException e) {
        problem = String.valueOf(e.getMessage());
      }
      Message again =
          new Message.Request(
              "Your answer cannot be used: "
                  + problem
                  + ". Answer again with one JSON object that fits the schema, and nothing else.");
      said.add(new Message.Reply(answer.reply().text(), List.of()));
      said.add(again);
      record(writer, again);
    }
    writer.note("no usable answer: " + problem);
    throw new ModelFailure(
        ErrorCode.MODEL_ANSWER_UNUSABLE,
        "The model "
            + model.name()
            + " gave no usable answer for "
            + shape.name()
            + " in "
            + MOST_ANSWERS
            + " tries: "
            + problem);
  }

  private static <T> List<Message> opening(List<Message> messages, AnswerShape<T> shape) {
    String words =
        "\n\nAnswer with one JSON object and nothing else. It must fit this JSON schema:\n"
            + shape.schema();
    List<Message> said = new ArrayList<>(messages);
    if (said.getFirst() instanceof Message.Instruction instruction) {
      said.set(0, new Message.Instruction(instruction.text() + words));
    } else {
      said.addFirst(new Message.Instruction(words.strip()));
    }
    return said;
  }

  private <T> ChatAnswer answer(
      ChatModel model,
      Purpose purpose,
      List<Message> said,
      AnswerShape<T> shape,
      TranscriptWriter writer) {
    Instant asked = clock.instant();
    ModelRetries patience =
        new ModelRetries(
            clock,
            asking.pauser(),
            settings.deadline(),
            settings.retries(),
            settings.longestWait());
    ChatRequest request =
        new ChatRequest(purpose, said, List.of(), Optional.of(shape.json()), settings.deadline());
    ChatAnswer answer;
    long tokens = said.stream().mapToLong(each -> each.text().length()).sum() / 3;
    try (Costs.Hold _ = costs.hold(purpose, model.name(), tokens, asking.owner())) {
      answer =
          patience.ask(
              model, request, TextListener.silent(), new Waiting(writer, purpose, model.name()));
    } catch (ModelFailure failure) {
      writer.note(failure.code() + ": " + failure.reason());
      throw failure;
    }
    costs.book(purpose, model.name(), answer.usage(), asking.owner());
    writer.add(
        new Entry.Replied(
            clock.instant(),
            answer.reply().text(),
            answer.reply().calls(),
            answer.model(),
            answer.usage(),
            Duration.between(asked, clock.instant()),
            answer.reply().original()));
    return answer;
  }

  /// The time of a question. Only each try has a limit.
  private final class Waiting implements ModelRetries.Caller {
    private final TranscriptWriter writer;
    private final Purpose purpose;
    private final String model;

    Waiting(TranscriptWriter writer, Purpose purpose, String model) {
      this.writer = writer;
      this.purpose = purpose;
      this.model = model;
    }

    @Override
    public Instant until() {
      return Instant.MAX;
    }

    @Override
    public void waited(Duration time) {
      costs.bookWait(purpose, model, time, asking.owner());
    }

    @Override
    public void again(String why) {
      writer.note(why);
    }
  }

  private static <T> JsonNode checked(ChatAnswer answer, AnswerShape<T> shape) {
    if (answer.stop() == ChatAnswer.Stop.FILTERED) {
      throw new IllegalArgumentException("the provider withheld it (content filter)");
    }
    if (answer.stop() == ChatAnswer.Stop.REFUSED) {
      throw new IllegalArgumentException("it refuses to answer");
    }
    if (answer.stop() == ChatAnswer.Stop.LENGTH) {
      throw new IllegalArgumentException("it was cut because it was too long");
    }
    JsonNode json =
        JsonInText.findObject(answer.reply().text())
            .orElseThrow(
                () -> new IllegalArgumentException("it has no JSON object, or more than one"));
    List<String> problems = JsonCheck.of(shape.schema()).problems(json);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return json;
  }

  private static void record(TranscriptWriter writer, Message message) {
    switch (message) {
      case Message.Instruction instruction ->
          writer.add(new Entry.Instructed(writer.now(), instruction.text()));
      case Message.Request request -> writer.add(new Entry.Asked(writer.now(), request.text()));
      case Message.Reply reply -> writer.note("earlier answer: " + reply.text());
      case Message.ToolResult result -> writer.note("earlier result: " + result.text());
    }
  }
}
