package dev.assay.conversation;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.util.List;
import java.util.Optional;

/// A user's message, with the settings of its answer.
///
/// @param model the name of a configured model
/// @param uploadPath a folder below the configured root, which replaces the uploads
/// @param skills the only skills to use; empty for all approved ones
public record Question(
    String message,
    Optional<String> model,
    Optional<String> uploadPath,
    Optional<List<String>> skills) {
  public static final int LONGEST = 32_000;

  public Question {
    if (message.isBlank() || message.codePointCount(0, message.length()) > LONGEST) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "A message has 1 to %,d characters, and this one has %,d."
              .formatted(LONGEST, message.strip().codePointCount(0, message.strip().length())));
    }
    if (message.indexOf('\0') >= 0) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "A message cannot hold the character NUL. Remove it.");
    }
    skills = skills.map(List::copyOf);
  }

  public static Question of(String message) {
    return new Question(message, Optional.empty(), Optional.empty(), Optional.empty());
  }
}
