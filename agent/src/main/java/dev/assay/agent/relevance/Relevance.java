package dev.assay.agent.relevance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Ranks texts for a query by BM25.
public final class Relevance {
  private static final double SATURATION = 1.2;
  private static final double LENGTH = 0.75;

  /// The least size of a list for the rarity of words. In a list of one or two texts every word
  /// would be common, and no text would fit.
  private static final int FEWEST = 7;

  private final List<List<String>> documents = new ArrayList<>();
  private final Map<String, Integer> spread = new HashMap<>();
  private final double averageLength;

  public Relevance(List<String> texts) {
    int total = 0;
    for (String text : texts) {
      List<String> terms = Terms.of(text);
      documents.add(terms);
      total += terms.size();
      new TreeSet<>(terms).forEach(term -> spread.merge(term, 1, Integer::sum));
    }
    averageLength = Math.max(1.0, (double) total / Math.max(1, texts.size()));
  }

  /// @param matched the terms of the query that the text has
  public record Match(int index, double score, Set<String> matched) {}

  /// The text that fits best; the first of equals.
  public Match best(String query) {
    return ranked(query).stream()
        .findFirst()
        .filter(match -> match.score() > 0)
        .orElse(new Match(-1, 0, Set.of()));
  }

  /// All texts, the best fit first; equals keep their order.
  public List<Match> ranked(String query) {
    Set<String> terms = new TreeSet<>(Terms.of(query));
    return IntStream.range(0, documents.size())
        .mapToObj(index -> match(index, terms))
        .sorted(Comparator.comparingDouble(Match::score).reversed())
        .toList();
  }

  private Match match(int index, Set<String> terms) {
    List<String> document = documents.get(index);
    Set<String> matched = new TreeSet<>();
    double score = 0;
    for (String term : terms) {
      long often = document.stream().filter(term::equals).count();
      if (often > 0) {
        int holders = spread.getOrDefault(term, 0);
        int all = Math.max(FEWEST, documents.size());
        double rarity = Math.log(1 + (all - holders + 0.5) / (holders + 0.5));
        double length = 1 - LENGTH + LENGTH * document.size() / averageLength;
        score += rarity * often * (SATURATION + 1) / (often + SATURATION * length);
        matched.add(term);
      }
    }
    return new Match(index, score, matched);
  }
}
