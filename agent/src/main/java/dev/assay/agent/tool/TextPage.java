package dev.assay.agent.tool;

import dev.assay.skill.sandbox.SandboxFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/// A page of lines from a text file of any length.
final class TextPage {
  private static final int MOST_CHARACTERS = 60_000;
  private static final int LOOKED_AT = 8192;

  private final Supplier<SandboxFiles> files;
  private final QuotedData quotation;

  TextPage(Supplier<SandboxFiles> files, QuotedData quotation) {
    this.files = files;
    this.quotation = quotation;
  }

  String read(String path, int first, int most) {
    refuseBinary(path);
    StringBuilder text = new StringBuilder();
    int number = 0;
    int last = first - 1;
    boolean more = false;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                files.get().open(path, 0, Long.MAX_VALUE), StandardCharsets.UTF_8))) {
      for (String line = line(lines); !line.isEmpty() && !more; line = line(lines)) {
        number++;
        if (number < first) {
          continue;
        }
        more = last - first + 1 >= most || text.length() + line.length() > MOST_CHARACTERS;
        if (!more || text.isEmpty()) {
          text.append(line, 0, Math.min(line.length(), MOST_CHARACTERS));
          last = number;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (number == 0) {
      return path + " is empty.";
    }
    if (text.isEmpty()) {
      throw new IllegalArgumentException(path + " has only " + number + " lines.");
    }
    String head = "lines " + first + " to " + last + " of " + path;
    String next = more ? "; there are more: read on with offset " + (last + 1) : "";
    return head + next + "\n" + quotation.around("file", text.toString().stripTrailing());
  }

  /// A line with its end, or an empty text at the end of the file. A line longer than a page comes
  /// in pieces.
  private static String line(BufferedReader reader) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = reader.read(); c >= 0; c = reader.read()) {
      line.append((char) c);
      if (c == '\n' || line.length() >= MOST_CHARACTERS) {
        break;
      }
    }
    return line.toString();
  }

  private void refuseBinary(String path) {
    try (InputStream start = files.get().open(path, 0, LOOKED_AT)) {
      for (byte b : start.readNBytes(LOOKED_AT)) {
        if (b == 0) {
          throw new IllegalArgumentException(
              path + " is not a text file. Look at it with execute and a program that knows it.");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
