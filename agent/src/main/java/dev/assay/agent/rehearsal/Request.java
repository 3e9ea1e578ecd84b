package dev.assay.agent.rehearsal;

import dev.assay.skill.sandbox.Layout;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A user's request, as far as rules can read it.
///
/// @param uploads the paths of the task's files
record Request(String prompt, List<String> uploads) {
  private static final Pattern WANTED_FILE =
      Pattern.compile(
          "(?i)\\b(?:write|save|store|put|export|create|produce|generate|result|report|output)\\b[^.\\n]*?\\b(?:to|as|in|into|named|called|at|file)\\b\\s+(?:the\\s+|a\\s+)?(?:file\\s+)?"
              + "[`\"']?((?:/workspace/)?[\\w/-]+\\.[A-Za-z][A-Za-z0-9]{0,5})\\b");
  private static final Pattern FILE_NAME = Pattern.compile("[\\w./-]+\\.[A-Za-z][A-Za-z0-9]{0,5}");

  Request {
    uploads = List.copyOf(uploads);
  }

  /// The quoted texts of the prompt that are no files.
  List<String> texts() {
    return Expectations.quoted(prompt).stream()
        .filter(text -> !FILE_NAME.matcher(text).matches())
        .toList();
  }

  /// Says whether the prompt has the name of that file.
  boolean names(String file) {
    return hasWord(file.substring(file.lastIndexOf('/') + 1));
  }

  /// Says whether the prompt has the file's kind, as in "the CSV file".
  boolean namesKind(String file) {
    int dot = file.lastIndexOf('.');
    return dot > 0 && hasWord(file.substring(dot + 1));
  }

  private boolean hasWord(String word) {
    return Pattern.compile("(?i)(?<![\\w.-])" + Pattern.quote(word) + "(?![\\w-])")
        .matcher(prompt)
        .find();
  }

  /// The file that the result shall be in.
  Optional<String> wantedFile() {
    Matcher matcher = WANTED_FILE.matcher(prompt);
    while (matcher.find()) {
      String name = matcher.group(1);
      boolean input =
          uploads.stream().anyMatch(file -> file.equals(name) || file.endsWith("/" + name));
      if (!input && !name.startsWith(Layout.UPLOADS)) {
        return Optional.of(name.startsWith("/") ? name : Layout.INTERMEDIATE + "/" + name);
      }
    }
    return Optional.empty();
  }

  /// The number beside a word, as in "top 3" or "3 columns"; without such a word the only number of
  /// the prompt.
  Optional<String> numberNear(String word) {
    String plain = word.replaceAll("[^\\p{L}]", " ").strip().toLowerCase(Locale.ROOT);
    String text = prompt.replaceAll("[\\w./-]+\\.[A-Za-z]\\w*", " ");
    for (String each : plain.split("\\s+", -1)) {
      if (each.length() > 1) {
        Matcher beside =
            Pattern.compile(
                    "(?i)\\b"
                        + Pattern.quote(each)
                        + "\\w*\\W{1,3}(\\d+(?:\\.\\d+)?)|\\b(\\d+(?:\\.\\d+)?)\\W{1,2}"
                        + Pattern.quote(each))
                .matcher(text);
        if (beside.find()) {
          return Optional.of(beside.group(1) != null ? beside.group(1) : beside.group(2));
        }
      }
    }
    List<String> numbers = Expectations.numbersIn(text).stream().map(Object::toString).toList();
    return numbers.size() == 1 ? Optional.of(numbers.getFirst()) : Optional.empty();
  }

  /// The word beside another, as in "column region".
  Optional<String> wordNear(String word) {
    Matcher beside =
        Pattern.compile("(?i)\\b" + Pattern.quote(word) + "\\s+[`\"']?([\\p{L}\\p{N}_-]+)[`\"']?")
            .matcher(prompt);
    return beside.find() ? Optional.of(beside.group(1)) : Optional.empty();
  }
}
