package dev.assay.agent.work;

import dev.assay.wire.VerdictScores;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The numbers of a result. Checks the numbers in a text against them.
public final class ReportNumbers {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern NUMBER = Pattern.compile("\\d{1,15}(?:\\.\\d{1,10})?");
  private static final Pattern LIST_MARK =
      Pattern.compile("(?m)^\\s*(?:\\d{1,2}[.)]\\s|#+\\s*\\d{1,2}\\.?\\d*\\s)");

  private final Set<BigDecimal> known = new TreeSet<>();

  public ReportNumbers(String resultJson) {
    find(resultJson, known);
    count(JSON.readTree(resultJson));
  }

  /// Adds the sizes of lists, which are numbers of the data, too.
  private void count(JsonNode node) {
    if (node.isArray()) {
      known.add(new BigDecimal(node.size()));
    }
    node.forEach(this::count);
  }

  /// @throws IllegalArgumentException if the text has a number that is not in the data
  public void requireIn(String text) {
    Set<BigDecimal> wrong = new TreeSet<>();
    find(LIST_MARK.matcher(text).replaceAll(" "), wrong);
    wrong.removeAll(known);
    wrong.removeIf(
        number ->
            number.signum() == 0
                || number.compareTo(BigDecimal.ONE) == 0
                || number.compareTo(BigDecimal.TWO) == 0);
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(
          "These numbers are not in the data: "
              + String.join(", ", wrong.stream().map(BigDecimal::toPlainString).toList())
              + ". Write numbers as they stand in the data, and compute none.");
    }
  }

  /// @throws IllegalArgumentException if one of the four scores is missing in the text
  public static void requireScores(String text, VerdictScores scores) {
    Set<BigDecimal> written = new TreeSet<>();
    find(text, written);
    List<String> missing = new ArrayList<>();
    Map<String, BigDecimal> all = new LinkedHashMap<>();
    all.put("completion", scores.completionScore());
    all.put("trigger", scores.triggerScore());
    all.put("offline", scores.offlineScore());
    all.put("overall", scores.overall());
    all.forEach(
        (name, value) -> {
          if (!written.contains(value.stripTrailingZeros())) {
            missing.add(name + " " + value);
          }
        });
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException("These scores are missing: " + String.join(", ", missing));
    }
  }

  private static void find(String text, Set<BigDecimal> found) {
    Matcher matcher = NUMBER.matcher(text);
    while (matcher.find()) {
      found.add(new BigDecimal(matcher.group()).stripTrailingZeros());
    }
  }
}
