package dev.assay.agent.openai;

import dev.assay.agent.protocol.WireJson;
import dev.assay.skill.model.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Puts tool calls together from their pieces. A new id begins a new call, whatever its index,
/// unless it has no name. A name that is repeated is not added again. An index may be missing.
final class CallPieces {
  private final List<Pieces> calls = new ArrayList<>();

  private static final class Pieces {
    private String id = "";
    private int index = -1;
    private String name = "";
    private final StringBuilder arguments = new StringBuilder();
    private final ObjectNode extra = WireJson.MAPPER.createObjectNode();

    boolean isComplete() {
      return WireJson.isObject(arguments.toString());
    }

    void addArguments(JsonNode piece) {
      if (piece.isObject() || piece.isArray()) {
        arguments.setLength(0); // a whole value, not a piece of text
        arguments.append(piece);
      } else if (piece.isString()) {
        String text = piece.asString();
        boolean repeated = !text.isEmpty() && text.contentEquals(arguments) && isComplete();
        if ("{}".contentEquals(arguments) && text.stripLeading().startsWith("{")) {
          arguments.setLength(0); // a placeholder until the real ones arrive
        }
        if (!repeated) {
          arguments.append(text);
        }
      }
    }

    void addExtra(JsonNode piece, JsonNode function) {
      piece.forEachEntry(
          (field, value) -> {
            switch (field) {
              case "id", "index", "type", "function" -> {}
              default -> extra.set(field, value);
            }
          });
      function.forEachEntry(
          (field, value) -> {
            if (!field.equals("name") && !field.equals("arguments") && !value.isNull()) {
              extra.withObjectProperty("function").set(field, value);
            }
          });
    }
  }

  /// Adds the `tool_calls` of a delta or a message: a list, or a single call.
  void add(JsonNode pieces) {
    if (pieces.isObject()) {
      addOne(pieces);
    } else {
      pieces.forEach(this::addOne);
    }
  }

  private void addOne(JsonNode piece) {
    JsonNode function = piece.path("function");
    String id = WireJson.text(piece, "id");
    int index = piece.path("index").asInt(-1);
    String name = WireJson.text(function, "name");
    JsonNode arguments = function.path("arguments");
    Pieces call = find(id, index, name, arguments).orElseGet(() -> begin(index));
    call.id = call.id.isEmpty() ? id : call.id;
    call.index = call.index < 0 ? index : call.index;
    addName(call, name);
    call.addArguments(arguments);
    call.addExtra(piece, function);
  }

  private Pieces begin(int index) {
    Pieces call = new Pieces();
    call.index = index;
    calls.add(call);
    return call;
  }

  private Optional<Pieces> find(String id, int index, String name, JsonNode arguments) {
    if (!id.isEmpty()) {
      boolean nameless = name.isEmpty() && index >= 0; // some make a new id for every piece
      return calls.reversed().stream()
          .filter(
              call ->
                  call.id.equals(id)
                      || (call.index == index
                          && !call.isComplete()
                          && (call.id.isEmpty() || nameless)))
          .findFirst();
    }
    Optional<Pieces> last =
        calls.reversed().stream().filter(call -> index < 0 || call.index == index).findFirst();
    boolean another =
        last.isPresent()
            && !name.isEmpty()
            && last.get().isComplete()
            && (arguments.isObject() || arguments.asString("").stripLeading().startsWith("{"));
    return another ? Optional.empty() : index < 0 && isOther(last, name) ? Optional.empty() : last;
  }

  /// Recognizes another call by its name if there is no id and no index.
  private static boolean isOther(Optional<Pieces> last, String name) {
    return last.isPresent() && !name.isEmpty() && !last.get().name.equals(name);
  }

  /// Adds a piece of a name. Some servers send a name in pieces, some send the whole of it again
  /// with every piece.
  private static void addName(Pieces call, String name) {
    if (call.name.isEmpty()) {
      call.name = name;
    } else if (!name.isEmpty() && !call.name.equals(name) && call.arguments.isEmpty()) {
      call.name = name.startsWith(call.name) ? name : call.name + name;
    }
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /// Says whether the arguments of every call are complete.
  boolean areComplete() {
    return calls.stream().allMatch(call -> call.arguments.isEmpty() || call.isComplete());
  }

  List<ToolCall> calls() {
    return calls.stream()
        .map(call -> new ToolCall(call.id, call.name, unquoted(call.arguments.toString())))
        .toList();
  }

  /// Unwraps arguments that were encoded as a JSON string twice.
  private static String unquoted(String arguments) {
    return WireJson.find(arguments)
        .filter(JsonNode::isString)
        .map(JsonNode::asString)
        .filter(WireJson::isObject)
        .orElse(arguments);
  }

  /// The other fields of a numbered call, as JSON; empty if there are none.
  String extra(int number) {
    ObjectNode extra = calls.get(number).extra;
    return extra.isEmpty() ? "" : extra.toString();
  }
}
