package dev.assay.agent.activation;

import java.util.List;

/// A program that is started.
///
/// @param words the program and its arguments, as patterns
/// @param piped the output of the program before it in the pipe, as far as it is known
/// @param text the here-document it reads
record ProgramCall(List<String> words, List<String> piped, String text, int depth) {
  ProgramCall {
    words = List.copyOf(words);
    piped = List.copyOf(piped);
  }

  ProgramCall from(int start) {
    return new ProgramCall(
        words.subList(Math.min(start, words.size()), words.size()), piped, text, depth + 1);
  }

  /// The program's name without its folder.
  String program() {
    String path = Patterns.text(words.getFirst());
    return path.substring(path.lastIndexOf('/') + 1);
  }

  List<String> arguments() {
    return words.subList(1, words.size());
  }

  boolean has(String option) {
    return words.contains(option);
  }
}
