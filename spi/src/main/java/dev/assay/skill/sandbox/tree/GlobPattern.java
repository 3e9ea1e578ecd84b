package dev.assay.skill.sandbox.tree;

import java.util.regex.Pattern;

/// Globs as in shells: `*` and `?` stay in a folder, `**` crosses folders, `[…]` is a set, `{a,b}`
/// a choice.
public final class GlobPattern {
  private GlobPattern() {}

  public static Pattern compile(String glob) {
    StringBuilder regex = new StringBuilder();
    boolean choice = false;
    for (int at = 0; at < glob.length(); at++) {
      char c = glob.charAt(at);
      switch (c) {
        case '*' -> {
          if (glob.startsWith("**/", at)) {
            regex.append("(?:.*/)?");
            at += 2;
          } else if (glob.startsWith("**", at)) {
            regex.append(".*");
            at++;
          } else {
            regex.append("[^/]*");
          }
        }
        case '?' -> regex.append("[^/]");
        case '[' -> {
          int end = glob.indexOf(']', at + 2);
          if (end < 0) {
            regex.append("\\[");
          } else {
            String set = glob.substring(at + 1, end).replace("\\", "\\\\").replace("[", "\\[");
            regex
                .append('[')
                .append(set.startsWith("!") ? "^" + set.substring(1) : set)
                .append(']');
            at = end;
          }
        }
        case '{' -> {
          regex.append("(?:");
          choice = true;
        }
        case '}' -> {
          regex.append(choice ? ")" : "\\}");
          choice = false;
        }
        case ',' -> regex.append(choice ? "|" : ",");
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(choice ? Pattern.quote(glob) : regex.toString(), Pattern.DOTALL);
  }
}
