package dev.assay.agent;

import dev.assay.agent.shape.JsonInText;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.ChatRequest.JsonShape;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.ToolDescription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Finds out with a few small questions what a model can do.
final class ModelTrial {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ToolDescription TOOL =
      new ToolDescription(
          "report",
          "Reports a word.",
          """
          {"type": "object", "required": ["word"], "additionalProperties": false,
           "properties": {"word": {"type": "string"}}}
          """);
  private static final JsonShape SHAPE =
      new JsonShape(
          "sum",
          """
          {"type": "object", "required": ["sum"], "additionalProperties": false,
           "properties": {"sum": {"type": "integer"}}}
          """);

  /// Instructions long enough for the caches of providers.
  private static final String INSTRUCTION =
      "You are being tried out. Do exactly what you are asked, shortly.\n"
          + "This line only makes the instructions as long as those of real work are.\n"
              .repeat(120);

  private final ChatModel model;
  private final Map<String, String> found = new LinkedHashMap<>();

  ModelTrial(ChatModel model) {
    this.model = model;
  }

  /// The findings by ability.
  Map<String, String> found() {
    return found;
  }

  /// Says whether the model uses tools, which all other abilities need.
  ///
  /// @throws ModelFailure if it does not answer at all
  boolean usesTools() {
    Message request = new Message.Request("Use the tool report once, with the word assay.");
    ChatAnswer answer = ask(List.of(request), List.of(TOOL), Optional.empty());
    boolean tools = answer.reply().calls().stream().anyMatch(call -> call.tool().equals("report"));
    found.put("tools", tools ? "yes" : "no");
    if (tools) {
      attempt("parallel", this::parallel);
      attempt("schema", this::schema);
      attempt("reasoning", () -> secondRound(request, answer));
    }
    return tools;
  }

  private interface Question {
    String ask();
  }

  private void attempt(String ability, Question question) {
    try {
      found.put(ability, question.ask());
    } catch (ModelFailure failure) {
      found.put(ability, "no: " + failure.causeWord());
    }
  }

  private String parallel() {
    ChatAnswer answer =
        ask(
            List.of(
                new Message.Request(
                    "Use the tool report twice in one answer, with the words one and two.")),
            List.of(TOOL),
            Optional.empty());
    return answer.reply().calls().size() > 1 ? "yes" : "no";
  }

  private String schema() {
    ChatAnswer answer =
        ask(
            List.of(new Message.Request("What is two and three? Answer {\"sum\": …} as JSON.")),
            List.of(),
            Optional.of(SHAPE));
    return JsonInText.findObject(answer.reply().text())
            .filter(json -> json.path("sum").isNumber())
            .isPresent()
        ? "yes"
        : "no";
  }

  /// Sends the first answer back with the tool's result, and measures speed and cache with it.
  private String secondRound(Message request, ChatAnswer first) {
    List<Message> said = new ArrayList<>(List.of(request, first.reply()));
    first
        .reply()
        .calls()
        .forEach(
            call -> said.add(new Message.ToolResult(call.id(), call.tool(), "reported", false)));
    said.add(new Message.Request("Now count from one to ten in words."));
    AtomicLong firstHeard = new AtomicLong();
    AtomicLong pieces = new AtomicLong();
    long start = System.nanoTime();
    ChatAnswer answer =
        model.ask(
            request(said, List.of(TOOL), Optional.empty()),
            _ -> {
              firstHeard.compareAndSet(0, System.nanoTime());
              pieces.incrementAndGet();
            });
    long end = System.nanoTime();
    found.put("streaming", pieces.get() > 1 ? "yes" : "no");
    found.put(
        "caching",
        answer.usage().cachedTokens() > 0
            ? answer.usage().cachedTokens() + " of " + answer.usage().inputTokens()
            : answer.usage().total() == 0 ? "counts no tokens" : "not seen");
    if (firstHeard.get() > 0) {
      found.put("first token", Duration.ofNanos(firstHeard.get() - start).toMillis() + " ms");
      double seconds = Math.max(end - firstHeard.get(), 1) / 1e9;
      long tokens = answer.usage().outputTokens();
      found.put(
          "tokens/s",
          tokens > 1 && pieces.get() > 1
              ? String.valueOf(Math.round(tokens / seconds))
              : "unknown");
    }
    return first.reply().original().blocks().isEmpty() ? "none seen" : "returned";
  }

  private ChatAnswer ask(
      List<Message> messages, List<ToolDescription> tools, Optional<JsonShape> shape) {
    return model.ask(request(messages, tools, shape), _ -> {});
  }

  private static ChatRequest request(
      List<Message> messages, List<ToolDescription> tools, Optional<JsonShape> shape) {
    List<Message> all = new ArrayList<>();
    all.add(new Message.Instruction(INSTRUCTION));
    all.addAll(messages);
    return new ChatRequest(Purpose.EXECUTE, all, tools, shape, PATIENCE);
  }
}
