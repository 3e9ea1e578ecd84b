package dev.assay.validation.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The findings of a model that read a skill for content that acts against its user.
///
/// @param model the name of the model
/// @param files the number of files that it read completely
/// @param unread the files that it did not read, or not to their end
/// @param failure the reason why it could not read everything; empty if it could
public record Inspection(
    String model, int files, List<String> unread, List<Passage> found, Optional<String> failure) {
  private static final int MOST_NAMES = 5;

  public Inspection {
    unread = List.copyOf(unread);
    found = List.copyOf(found);
  }

  /// A passage that acts against the user.
  ///
  /// @param kind the kind in the terms of the static scan, for example `exfiltration`
  /// @param quote the passage as it stands in the file
  /// @param why the reason in the model's words
  public record Passage(String kind, String file, int line, String quote, String why) {
    public String sentence(String model) {
      return "%s reads %s:%d as %s: %s".formatted(model, file, line, kind, why);
    }
  }

  /// Lists the points that a person should check before deciding.
  public List<String> doubts() {
    List<String> doubts = new ArrayList<>();
    if (!found.isEmpty()) {
      doubts.add(
          "%s read the skill and names %s that %s against the user."
              .formatted(
                  model,
                  found.size() == 1 ? "a passage" : found.size() + " passages",
                  found.size() == 1 ? "acts" : "act"));
    }
    failure.ifPresent(
        why ->
            doubts.add(
                "%s was to read the skill for what acts against the user, and could not: %s"
                    .formatted(model, why)));
    if (!unread.isEmpty()) {
      doubts.add(
          "%s did not read all of the skill; not read in whole: %s%s."
              .formatted(
                  model,
                  String.join(", ", unread.subList(0, Math.min(MOST_NAMES, unread.size()))),
                  unread.size() > MOST_NAMES
                      ? " and " + (unread.size() - MOST_NAMES) + " more"
                      : ""));
    }
    return doubts;
  }
}
