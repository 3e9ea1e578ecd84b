package dev.assay.agent.tool;

import dev.assay.skill.AssayException;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import java.util.UUID;
import java.util.function.Supplier;

/// Shortens long results. The model sees the beginning and the end of the text, and the path of a
/// file in the sandbox with all of it.
final class ShortenedResult {
  static final int MOST = 24_000;
  private static final int HEAD = MOST / 3 * 2;
  private static final int TAIL = MOST / 3;

  private final Supplier<Sandbox> sandbox;

  ShortenedResult(Supplier<Sandbox> sandbox) {
    this.sandbox = sandbox;
  }

  String shortened(String text) {
    if (text.length() <= MOST) {
      return text;
    }
    int head = edge(text, HEAD);
    int tail = edge(text, text.length() - TAIL);
    return text.substring(0, head)
        + "\n[... "
        + (tail - head)
        + " characters left out; "
        + kept(text)
        + " ...]\n"
        + text.substring(tail);
  }

  private String kept(String text) {
    String path = SandboxPath.RESULTS + "/" + UUID.randomUUID().toString().substring(0, 8) + ".txt";
    try {
      sandbox.get().files().writeText(path, text);
      return "the whole text is in " + path;
    } catch (SandboxFailure e) {
      throw e;
    } catch (AssayException e) {
      return "the whole text could not be kept: " + e.reason();
    }
  }

  /// Moves a cut so that it does not split a surrogate pair.
  private static int edge(String text, int at) {
    return Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
  }
}
