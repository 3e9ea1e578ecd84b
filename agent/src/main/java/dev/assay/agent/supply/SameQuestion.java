package dev.assay.agent.supply;

import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// The key by which a tape recognizes a question: its purpose, its shape and all messages. It
/// leaves out random words, ids, measured times and sizes, and the operator's instructions, which
/// list skills in another order each time.
final class SameQuestion {
  private static final Pattern RANDOM =
      Pattern.compile(
          "\\b[0-9a-f]{32}\\b|\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b");

  /// Measured values in results that are reported on, and the mark of a replay.
  private static final Pattern MEASURED =
      Pattern.compile(
          "\"(?:millis|cpu_millis|peak_memory|disk_read|disk_written|cost|rehearsal)\" ?: ?[a-z0-9.E-]+");

  private SameQuestion() {}

  static String key(ChatRequest request) {
    StringBuilder text = new StringBuilder(request.purpose().name());
    request.shape().ifPresent(shape -> text.append('\n').append(shape.name()));
    for (Message message : request.messages()) {
      switch (message) {
        case Message.Instruction _ -> {}
        case Message.Request it -> text.append("\nrequest ").append(plain(it.text()));
        case Message.ToolResult it ->
            text.append("\nresult ").append(it.tool()).append(' ').append(plain(it.text()));
        case Message.Reply it -> {
          text.append("\nreply ").append(plain(it.text()));
          it.calls()
              .forEach(
                  call ->
                      text.append("\ncall ")
                          .append(call.tool())
                          .append(' ')
                          .append(plain(call.arguments())));
        }
      }
    }
    return digest(text.toString());
  }

  static String plain(String text) {
    return MEASURED.matcher(RANDOM.matcher(text).replaceAll("#")).replaceAll("#");
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
