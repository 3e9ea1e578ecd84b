package dev.assay.sandbox.agent;

import dev.assay.skill.sandbox.Command;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// How commands and figures are put into words for the agent and from it.
public final class CommandText {
  private CommandText() {}

  public static byte[] of(Command command, Map<String, String> always) {
    command.requireSendable(always);
    Map<String, String> variables = new TreeMap<>(always);
    variables.putAll(command.variables());
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    long millis = Math.min(command.timeout().toMillis(), Integer.MAX_VALUE);
    all.writeBytes(ByteBuffer.allocate(4).putInt((int) Math.max(1, millis)).array());
    put(all, command.folder());
    put(all, Integer.toString(variables.size()));
    variables.forEach((name, value) -> put(all, name + "=" + value));
    command.words().forEach(word -> put(all, word));
    return all.toByteArray();
  }

  private static void put(ByteArrayOutputStream all, String word) {
    if (word.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("A variable or folder holds the character NUL.");
    }
    all.writeBytes(word.getBytes(StandardCharsets.UTF_8));
    all.write(0);
  }

  /// Lines of a name and a number.
  public static Map<String, Long> figures(String text) {
    Map<String, Long> figures = new HashMap<>();
    text.lines()
        .map(line -> line.split(" ", 2))
        .filter(words -> words.length == 2)
        .forEach(words -> figures.put(words[0], Long.parseLong(words[1].strip())));
    return figures;
  }
}
