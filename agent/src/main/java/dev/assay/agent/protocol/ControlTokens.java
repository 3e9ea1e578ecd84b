package dev.assay.agent.protocol;

import java.util.regex.Pattern;

/// The tokens with which chat templates of models begin and end messages, roles and tool calls. A
/// server that reads them in the text of a message as its own takes the text after them for an
/// instruction. So in foreign text each is broken up by a visible space.
///
/// Any token of these shapes counts, whatever its model: `<|word|>`, `<|word>` and `<word|>` with
/// vertical lines and brackets of any width, `[|word|]`, and the words in use without lines.
public final class ControlTokens {
  /// A word is looked for so far: the longest known one has 40 letters.
  private static final String WORD = "[^\\s<>\\[\\]＜＞﹤﹥［］|｜]{1,64}";

  private static final String LINE = "[|｜]";

  private static final String ANGULAR =
      String.join(
          "|",
          LINE + WORD + LINE + "?[>＞﹥]",
          WORD + LINE + "[>＞﹥]",
          "/?｜" + WORD + "｜",
          "</?SYS>>",
          "/?s>",
          "/?(?:bos|eos|pad|unk|sep|cls|eod|eop|sop|eoa|eoh|eot|bot)(?:_token)?>",
          "/?(?:start|end)_of_\\w{1,40}>",
          "/?(?:start|end)_function_\\w{1,40}>",
          "/?(?:think|tool_calls?|tool_responses?|tool_declare|arg_key|arg_value)>",
          "/?\\w{1,20}:tool_calls?>",
          "/?longcat_\\w{1,40}>",
          "fim[-_]\\w{1,20}>",
          "(?:unused|extra_id_|extra_|reserved_|special_|ctrl)\\d{1,6}>",
          "seed:[\\w/]{1,40}>",
          "\\[(?:begin|end|fim|pad|sep|cls|mask|plhd)[^\\s<>]{0,40}\\]>");

  private static final String SQUARE =
      String.join(
          "|",
          LINE + WORD + LINE + "[\\]］]",
          "/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|ARGS"
              + "|CALL_ID|THINK|MODEL_SETTINGS|IMG|IMG_BREAK|IMG_END|AUDIO|PREFIX|MIDDLE|SUFFIX|BEGIN_\\w{1,30}"
              + "|gMASK|sMASK|CLS|SEP|MASK|PAD|STREAMING_PAD|UNK|UNUSED_TOKEN_\\d{1,6}"
              + "|REFERENCE_DOC_\\d{1,6})[\\]］]");

  /// The first character of each token. A lookahead also finds a token inside of another.
  private static final Pattern BEGINNING =
      Pattern.compile(
          "[<＜﹤](?=(?i:"
              + ANGULAR
              + "))|[\\[［](?="
              + SQUARE
              + "|e~\\[)|\\](?=~[a-z]\\]|<\\]|!p~\\[|~!b\\[)");

  private ControlTokens() {}

  /// The text with a space after the first character of each token.
  public static String broken(String text) {
    return BEGINNING.matcher(text).replaceAll("$0 ");
  }
}
