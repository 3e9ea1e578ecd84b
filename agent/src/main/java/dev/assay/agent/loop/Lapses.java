package dev.assay.agent.loop;

import dev.assay.agent.shape.JsonInText;
import java.util.Collection;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Recognizes answers that are no answers: calls of tools written as text, and refusals to help.
/// Neither says anything about the work.
public final class Lapses {
  private static final int LONGEST_REFUSAL = 600;

  private static final Pattern MARKED_CALL =
      Pattern.compile(
          "<tool_call|<function_call|<tool_use|<\\|tool_call|\\[TOOL_CALLS?\\]|<function=|<invoke name="
              + "|<[a-z]+:(?:tool|function)_call|<｜tool|<｜DSML|<\\|python_tag\\|>|```tool_c"
              + "|\\bfunctions\\.\\w+:\\d|\\bto=functions\\.|(?m:^Action: *\\w+\\s+Action Input:)");

  private static final Pattern REFUSAL =
      Pattern.compile(
          "^(?:(?:i(?:['’]m| am) )?(?:very |really |so )?(?:sorry|afraid)|unfortunately|apologies)?"
              + "[,.]? ?(?:but )?i (?:can(?:['’]t|not| not)|won['’]t|will not|am (?:unable|not able) to"
              + "|['’]m (?:unable|not able) to) (?:assist|help|comply|engage|participate|fulfil|continue with th|provide assistance)"
              + "|^i['’]m (?:unable|not able) to (?:assist|help|comply|engage|participate|fulfil)\\b"
              + "|^(?:很?抱歉|对不起|非常抱歉)[，,]?\\s?(?:但)?我(?:不能|无法)(?:协助|帮助|满足|提供)",
          Pattern.CASE_INSENSITIVE);

  private Lapses() {}

  /// Says whether a text is the call of one of these tools, in one of the forms in which models
  /// write calls as text.
  public static boolean isWrittenCall(String text, Collection<String> tools) {
    if (MARKED_CALL.matcher(text).find() && tools.stream().anyMatch(text::contains)) {
      return true;
    }
    if (JsonInText.objects(text).stream().anyMatch(object -> isCall(object, tools))) {
      return true;
    }
    String bare =
        text.strip().replaceAll("^```\\w*\\s*|\\s*```$", "").replaceAll("^\\[|\\]$", "").strip();
    return tools.stream()
        .anyMatch(
            tool ->
                (bare.startsWith(tool + "(") && bare.endsWith(")") && !bare.contains("\n\n"))
                    || (bare.contains("<" + tool + ">") && bare.endsWith("</" + tool + ">")));
  }

  private static boolean isCall(JsonNode object, Collection<String> tools) {
    JsonNode call =
        object.path("tool_calls").isArray() ? object.path("tool_calls").path(0) : object;
    JsonNode inner = call.path("function").isObject() ? call.path("function") : call;
    boolean arguments =
        inner.has("arguments")
            || inner.has("parameters")
            || inner.has("input")
            || inner.has("args");
    for (String field : new String[] {"name", "tool", "tool_name", "function"}) {
      if (arguments && tools.contains(inner.path(field).asString(""))) {
        return true;
      }
    }
    return false;
  }

  /// Says whether a text does nothing but refuse.
  public static boolean isRefusal(String text) {
    String plain = text.strip();
    return plain.length() <= LONGEST_REFUSAL && REFUSAL.matcher(plain).find();
  }
}
