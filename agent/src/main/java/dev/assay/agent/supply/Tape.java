package dev.assay.agent.supply;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.FaultOwner;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.Usage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A folder of recorded answers, one on each line of `exchanges.jsonl`, found again by their
/// questions.
public final class Tape {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String FILE = "exchanges.jsonl";

  private final Path file;
  private final Map<String, Deque<JsonNode>> answers = new HashMap<>();
  private final Set<String> names = new HashSet<>();

  private Tape(Path folder) {
    file = folder.resolve(FILE);
  }

  /// A tape to record on; its content is kept.
  public static Tape recordingIn(Path folder) {
    try {
      Files.createDirectories(folder);
      return new Tape(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A tape to play.
  ///
  /// @throws UncheckedIOException if there is none in the folder
  public static Tape playing(Path folder) {
    Tape tape = new Tape(folder);
    try {
      for (String line : Files.readAllLines(tape.file)) {
        JsonNode node = MAPPER.readTree(line);
        String key = node.path("key").asString("");
        String name = node.path("asked_of").asString("");
        tape.names.add(name);
        tape.answers.computeIfAbsent(key, _ -> new ArrayDeque<>()).add(node);
        tape.answers.computeIfAbsent(key + " " + name, _ -> new ArrayDeque<>()).add(node);
      }
      return tape;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The model with a recording of all its answers.
  ///
  /// @param clean removes secrets from text
  public ChatModel recording(ChatModel model, UnaryOperator<String> clean) {
    return new ChatModel() {
      @Override
      public String name() {
        return model.name();
      }

      @Override
      public boolean rehearsal() {
        return model.rehearsal();
      }

      @Override
      public ChatAnswer ask(ChatRequest request, TextListener listener) {
        ChatAnswer answer = model.ask(request, listener);
        write(model.name(), request, answer, clean);
        return answer;
      }
    };
  }

  /// A model that answers from the tape, the same question in the order in which it was asked. Its
  /// answers are marked as rehearsal, because any writer of the file could have made them.
  ///
  /// @param name the model whose answers it gives; all answers if the tape does not know that name
  public ChatModel player(String name) {
    return new ChatModel() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public boolean rehearsal() {
        return true;
      }

      @Override
      public ChatAnswer ask(ChatRequest request, TextListener listener) {
        ChatAnswer answer = next(name, request);
        listener.received(answer.reply().text());
        return answer;
      }
    };
  }

  private synchronized void write(
      String name, ChatRequest request, ChatAnswer answer, UnaryOperator<String> clean) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("key", SameQuestion.key(request));
    node.put("asked_of", name);
    node.put("purpose", request.purpose().name());
    node.put("asked", clean.apply(SameQuestion.plain(request.messages().getLast().text())));
    node.put("text", clean.apply(answer.reply().text()));
    ArrayNode calls = node.putArray("calls");
    for (ToolCall call : answer.reply().calls()) {
      calls
          .addObject()
          .put("id", call.id())
          .put("tool", call.tool())
          .put("arguments", clean.apply(call.arguments()));
    }
    node.put("model", answer.model());
    node.put("stop", answer.stop().name());
    node.put("input_tokens", answer.usage().inputTokens());
    node.put("output_tokens", answer.usage().outputTokens());
    node.put("cached_tokens", answer.usage().cachedTokens());
    try {
      Files.writeString(
          file,
          node + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized ChatAnswer next(String name, ChatRequest request) {
    String key = SameQuestion.key(request);
    Deque<JsonNode> left = answers.get(names.contains(name) ? key + " " + name : key);
    if (left == null) {
      throw new ModelFailure(
          ErrorCode.MODEL_REFUSED,
          "The recording in %s has no answer to this question (%s). Record it again: what is asked has changed."
              .formatted(file, request.purpose()),
          Map.of(ModelFailure.CAUSE, "not_recorded", ModelFailure.OWNER, FaultOwner.REQUEST.word()),
          null);
    }
    JsonNode node = left.size() > 1 ? left.removeFirst() : left.getFirst();
    List<ToolCall> calls = new ArrayList<>();
    node.path("calls")
        .forEach(
            call ->
                calls.add(
                    new ToolCall(
                        call.path("id").asString(""),
                        call.path("tool").asString(""),
                        call.path("arguments").asString(""))));
    return new ChatAnswer(
        new Message.Reply(node.path("text").asString(""), calls),
        new Usage(
            node.path("input_tokens").asLong(0),
            node.path("output_tokens").asLong(0),
            node.path("cached_tokens").asLong(0),
            0,
            Optional.empty()),
        ChatAnswer.Stop.valueOf(node.path("stop").asString("FINISHED")),
        node.path("model").asString(""));
  }
}
