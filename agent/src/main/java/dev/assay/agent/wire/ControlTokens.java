package dev.assay.agent.wire;

import java.util.regex.Pattern;

/// The words with which chat templates of models begin and end messages, roles and tool calls. A
/// server that reads them in the text of a message as its own takes what follows for an order, so
/// in text of strangers each is broken up by a space that everybody can see.
///
/// Anything of these shapes counts, not a list of models: `<|word|>`, `<|word>` and `<word|>` with
/// vertical lines and brackets of any width, `[|word|]`, and the words without lines that are in
/// use.
public final class ControlTokens {
  /// A word is looked for so far: the longest known one has 40 letters.
  private static final String WORD = "[^\\s<>\\[\\]＜＞|｜]{1,64}";

  private static final String LINE = "[|｜]";

  private static final String ANGULAR =
      String.join(
          "|",
          LINE + WORD + LINE + "?[>＞]",
          WORD + LINE + "[>＞]",
          "</?SYS>>",
          "/?s>",
          "/?(?:bos|eos|pad|unk|sep|cls|eod|eop|sop|eoa|eoh|eot|bot)(?:_token)?>",
          "/?(?:start|end)_of_\\w{1,40}>",
          "/?(?:start|end)_function_\\w{1,40}>",
          "/?(?:think|tool_calls?|tool_responses?|tool_declare)>",
          "fim[-_]\\w{1,20}>",
          "(?:unused|extra_id_|extra_|reserved_|special_)\\d{1,6}>",
          "seed:[\\w/]{1,40}>",
          "\\[(?:begin|end|fim|pad|sep|cls|mask|plhd)[^\\s<>]{0,40}\\]>");

  private static final String SQUARE =
      String.join(
          "|",
          LINE + WORD + LINE + "\\]",
          "/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|ARGS"
              + "|CALL_ID|THINK|IMG|IMG_BREAK|IMG_END|PREFIX|MIDDLE|SUFFIX|BEGIN_\\w{1,30}"
              + "|gMASK|sMASK|CLS|SEP|MASK|PAD|UNK|UNUSED_TOKEN_\\d{1,6})\\]");

  /// The first character of each; looking ahead, so that one inside of another is found too.
  private static final Pattern BEGINNING =
      Pattern.compile(
          "[<＜](?=(?i:" + ANGULAR + "))|\\[(?=" + SQUARE + "|e~\\[)|\\](?=~[a-z]\\]|<\\]|!p~\\[)");

  private ControlTokens() {}

  /// The text with a space after the beginning of each.
  public static String broken(String text) {
    return BEGINNING.matcher(text).replaceAll("$0 ");
  }
}
