package dev.assay.agent.protocol;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Separates a model's thoughts, between `<think>` and `</think>`, from its text.
public final class Thinking {
  private static final Pattern OPEN = Pattern.compile("^\\s*<(?:think|thinking|thought)>");
  private static final Pattern CLOSE = Pattern.compile("</(?:think|thinking|thought)>\\s*");
  private static final Pattern OPENING = Pattern.compile("<(?:think|thought)");
  private static final int LONGEST_TAG = 16;

  private final Consumer<String> listener;
  private final StringBuilder held = new StringBuilder();
  private State state = State.BEGINNING;

  private enum State {
    /// White space and a possible beginning of a tag, and nothing else so far.
    BEGINNING,
    INSIDE,
    OUTSIDE
  }

  /// @param listener receives the text without thoughts
  public Thinking(Consumer<String> listener) {
    this.listener = listener;
  }

  /// The text without its thoughts. Thoughts at the beginning are removed even if their end tag is
  /// missing. They are also removed if their begin tag is missing, because some servers put it into
  /// the question.
  public static String strip(String text) {
    Matcher open = OPEN.matcher(text);
    Optional<Integer> end = CLOSE.matcher(text).results().map(found -> found.end()).findFirst();
    if (open.find()) {
      return end.map(text::substring).orElse("");
    }
    boolean only = CLOSE.matcher(text).results().count() == 1 && !OPENING.matcher(text).find();
    return only ? text.substring(end.orElseThrow()) : text;
  }

  /// Takes the next piece of a stream.
  public void add(String piece) {
    if (state == State.OUTSIDE) {
      say(piece);
      return;
    }
    held.append(piece);
    if (state == State.BEGINNING) {
      if (OPEN.matcher(held).find()) {
        state = State.INSIDE;
      } else if (!mayBecomeTag(held.toString().stripLeading())) {
        state = State.OUTSIDE;
        release();
      }
    }
    if (state == State.INSIDE) {
      Matcher close = CLOSE.matcher(held);
      if (close.find()) {
        held.delete(0, close.end());
        state = State.OUTSIDE;
        release();
      }
    }
  }

  private static boolean mayBecomeTag(String text) {
    return text.length() < LONGEST_TAG
        && ("<think>".startsWith(text)
            || "<thinking>".startsWith(text)
            || "<thought>".startsWith(text));
  }

  /// Ends the stream. Text that only looked like the beginning of a tag is passed on.
  public void end() {
    if (state == State.BEGINNING) {
      release();
    }
  }

  private void release() {
    say(held.toString());
    held.setLength(0);
  }

  private void say(String text) {
    if (!text.isEmpty()) {
      listener.accept(text);
    }
  }
}
