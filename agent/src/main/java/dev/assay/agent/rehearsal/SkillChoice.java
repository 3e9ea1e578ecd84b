package dev.assay.agent.rehearsal;

import dev.assay.agent.relevance.Relevance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Chooses a skill from the list by name and description alone. It may choose none, or a wrong one.
final class SkillChoice {
  private static final Pattern SKILL =
      Pattern.compile(
          "<skill>\\s*<name>([^<]*)</name>\\s*<description>([^<]*)</description>", Pattern.DOTALL);
  private static final double THRESHOLD = 1.5;
  private static final int FEWEST_TERMS = 2;

  private SkillChoice() {}

  /// @param reason the words that decided
  record Choice(String name, String reason) {}

  static Optional<Choice> from(String xml, String task) {
    List<String> names = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    Matcher matcher = SKILL.matcher(xml);
    while (matcher.find()) {
      names.add(plain(matcher.group(1)));
      texts.add(plain(matcher.group(1)).replace('-', ' ') + " " + plain(matcher.group(2)));
    }
    Relevance.Match best = new Relevance(texts).best(task);
    if (best.matched().size() < FEWEST_TERMS || best.score() < THRESHOLD) {
      return Optional.empty();
    }
    return Optional.of(
        new Choice(names.get(best.index()), "shared words: " + String.join(", ", best.matched())));
  }

  private static String plain(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&");
  }
}
