package dev.assay.agentservice;

import dev.assay.agentservice.AgentTurn.State;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The ending of a turn.
record TurnEnding(
    State state, Optional<String> result, Optional<String> error, Optional<Boolean> rehearsal) {
  /// Replaces NUL in the texts, which PostgreSQL cannot store.
  TurnEnding {
    result = result.map(text -> text.replace('\0', '\uFFFD'));
    error = error.map(text -> text.replace('\0', '\uFFFD'));
  }

  static TurnEnding handedIn(State state, String result) {
    return new TurnEnding(state, Optional.of(result), Optional.empty(), Optional.empty());
  }

  static TurnEnding failed(String why) {
    return new TurnEnding(State.FAILED, Optional.empty(), Optional.of(why), Optional.empty());
  }

  static TurnEnding canceled(String why) {
    return new TurnEnding(State.CANCELED, Optional.empty(), Optional.of(why), Optional.empty());
  }

  TurnEnding by(boolean rules) {
    return new TurnEnding(state, result, error, Optional.of(rules));
  }

  Cards.Draft card(String author, Optional<UUID> parent) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("status", state.word());
    result.ifPresent(text -> content.put("result", text));
    error.ifPresent(text -> content.put("error", text));
    rehearsal.ifPresent(rules -> content.put("rehearsal", rules));
    return new Cards.Draft(Card.Type.AGENT_RESULT, author, parent, Optional.empty(), content);
  }
}
