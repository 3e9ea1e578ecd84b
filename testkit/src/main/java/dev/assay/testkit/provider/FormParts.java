package dev.assay.testkit.provider;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The parts of a `multipart/form-data` body.
final class FormParts {
  private static final Pattern NAME = Pattern.compile("\\bname=\"([^\"]*)\"");
  private static final Pattern FILE = Pattern.compile("\\bfilename=\"([^\"]*)\"");

  private final String field;
  private final String file;
  private final byte[] content;

  private FormParts(String field, String file, byte[] content) {
    this.field = field;
    this.file = file;
    this.content = content;
  }

  String field() {
    return field;
  }

  /// The name of the file; empty for a plain field.
  String file() {
    return file;
  }

  byte[] content() {
    return content.clone();
  }

  static List<FormParts> read(Call call) {
    String type = call.header("Content-Type").orElse("");
    Matcher boundary = Pattern.compile("boundary=\"?([^\";]+)").matcher(type);
    if (!type.startsWith("multipart/form-data") || !boundary.find()) {
      throw new IllegalArgumentException("not a form: " + type);
    }
    // Latin-1 maps each byte to one character: positions in the text are positions in the bytes.
    String text = new String(call.body(), StandardCharsets.ISO_8859_1);
    String mark = "--" + boundary.group(1);
    List<FormParts> parts = new ArrayList<>();
    int at = text.indexOf(mark);
    while (at >= 0) {
      int head = at + mark.length() + 2;
      int next = text.indexOf("\r\n" + mark, head - 2);
      int body = text.indexOf("\r\n\r\n", head) + 4;
      if (next < 0 || body < 4 || body > next) {
        break;
      }
      String headers =
          new String(
              text.substring(head, body).getBytes(StandardCharsets.ISO_8859_1),
              StandardCharsets.UTF_8);
      parts.add(
          new FormParts(
              find(NAME, headers),
              find(FILE, headers),
              text.substring(body, next).getBytes(StandardCharsets.ISO_8859_1)));
      at = next + 2;
    }
    return parts;
  }

  private static String find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }

  String text() {
    return new String(content, StandardCharsets.UTF_8);
  }
}
