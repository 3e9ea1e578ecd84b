package dev.assay.agent;

import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.transcript.Transcript;
import java.util.List;

/// Single questions that need an answer of a certain shape.
public interface Questions {
  /// Asks, checks the answer, and asks again with the faults it found. It never guesses a value.
  ///
  /// @throws dev.assay.skill.model.ModelFailure with `MODEL_ANSWER_UNUSABLE` after the third answer
  ///   that does not fit
  <T> Answer<T> ask(Purpose purpose, List<Message> messages, AnswerShape<T> shape);

  /// The value with the transcript of the questions that led to it.
  record Answer<T>(T value, Transcript transcript, boolean rehearsal) {}
}
