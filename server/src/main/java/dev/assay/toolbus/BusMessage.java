package dev.assay.toolbus;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// A message: its subject, its headers and a short JSON text.
public record BusMessage(Subject subject, Map<String, String> headers, String payload) {
  public static final String PROJECT = "CG-Project-Id";
  public static final String CHANNEL = "CG-Channel-Id";
  public static final String AGENT = "CG-Agent-Id";
  public static final String TURN = "CG-Turn-Id";
  public static final String EPOCH = "CG-Turn-Epoch";
  public static final String STEP = "CG-Step-Id";
  public static final String TOOL_CALL = "CG-Tool-Call-Id";
  public static final String DEPTH = "CG-Recursion-Depth";

  /// The greatest length of the text in bytes.
  public static final int LONGEST = 64 << 10;

  private static final int MOST_HEADERS = 32;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e]{0,1024}");

  public BusMessage {
    headers = Map.copyOf(headers);
    if (headers.size() > MOST_HEADERS) {
      throw refused("it has more than " + MOST_HEADERS + " headers");
    }
    headers.forEach(BusMessage::requireHeader);
    requireSame(headers, PROJECT, subject.project());
    requireSame(headers, CHANNEL, subject.channel());
    if (payload.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
      throw refused("its payload has more than " + LONGEST + " bytes");
    }
  }

  /// A message with the headers that every message has.
  public static BusMessage of(Subject subject, Map<String, String> more, String payload) {
    Map<String, String> headers = new TreeMap<>(more);
    headers.put(PROJECT, subject.project());
    headers.put(CHANNEL, subject.channel());
    return new BusMessage(subject, headers, payload);
  }

  private static void requireHeader(String name, String value) {
    if (!NAME.matcher(name).matches() || !VALUE.matcher(value).matches()) {
      throw refused("the header \"%s\" is malformed".formatted(Visible.line(name, 64)));
    }
  }

  private static void requireSame(Map<String, String> headers, String name, String wanted) {
    String value = headers.getOrDefault(name, "");
    if (!value.equals(wanted)) {
      throw refused(
          "the header %s is \"%s\", but the subject says \"%s\""
              .formatted(name, Visible.line(value, 80), wanted));
    }
  }

  private static AssayException refused(String why) {
    return new AssayException(ErrorCode.BAD_REQUEST, "The message is refused: " + why + ".");
  }
}
