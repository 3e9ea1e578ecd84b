package dev.assay.cli.verdict;

import dev.assay.skill.Visible;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// Writes JUnit XML with one test case for each task and phase, and one for the verdict.
public final class VerdictJunit {
  /// The lowest grade, of 1 to 5, with which a task counts as done.
  private static final int DONE = 3;

  private final StringBuilder cases = new StringBuilder();
  private final String suite;
  private int tests;
  private int failures;
  private int errors;
  private int skipped;

  private VerdictJunit(String suite) {
    this.suite = suite;
  }

  public static String of(ValidatedSkill subject, VerdictEnding ending) {
    VerdictJunit junit = new VerdictJunit("assay validate " + subject.name());
    switch (ending) {
      case VerdictEnding.Passed(var result) -> {
        junit.tasks(result);
        String notes = findings(result);
        junit.add(
            "verdict",
            "",
            notes.isEmpty() ? "" : "      <system-out>" + lines(notes) + "</system-out>\n");
      }
      case VerdictEnding.Failed(var result) -> {
        junit.tasks(result);
        junit.failed("verdict", findings(result));
      }
      case VerdictEnding.Held(var result) -> {
        junit.tasks(result);
        junit.error("verdict", findings(result));
      }
      case VerdictEnding.Refused refused -> junit.failed("verdict", refusal(refused));
      case VerdictEnding.Inconclusive it ->
          junit.error("verdict", it.reason() + "\n" + it.remedy());
      case VerdictEnding.Begun _ -> {}
    }
    return junit.document();
  }

  private void tasks(JsonNode result) {
    for (JsonNode task : result.path("tasks")) {
      for (String phase : List.of("online", "offline")) {
        JsonNode attempt = task.path(phase);
        String name = task.path("task").asString("") + " " + phase;
        if (attempt.isObject()) {
          attempt(name, task, attempt);
        } else {
          skipped++;
          add(name, "", "      <skipped message=\"not reached\"/>\n");
        }
      }
    }
  }

  private void attempt(String name, JsonNode task, JsonNode attempt) {
    StringBuilder text = new StringBuilder();
    text.append(task.path("prompt").asString("")).append('\n');
    text.append(attempt.path("score").asInt()).append(" of 5: ");
    text.append(attempt.path("reason").asString("")).append('\n');
    Texts.all(attempt, "requirements_missed")
        .forEach(each -> text.append("missed: ").append(each).append('\n'));
    text.append("skills used: ").append(Texts.list(attempt, "skills_used", "none")).append('\n');
    text.append("network: ").append(Texts.list(attempt, "network", "nothing"));
    String attributes =
        String.format(
            Locale.ROOT, " time=\"%.3f\"", attempt.path("execution_time_ms").asLong() / 1000.0);
    if (attempt.path("score").asInt() < DONE) {
      failures++;
      add(name, attributes, problem("failure", text.toString()));
    } else {
      add(name, attributes, "      <system-out>" + lines(text.toString()) + "</system-out>\n");
    }
  }

  private void failed(String name, String why) {
    failures++;
    add(name, "", problem("failure", why));
  }

  private void error(String name, String why) {
    errors++;
    add(name, "", problem("error", why));
  }

  private void add(String name, String attributes, String inside) {
    tests++;
    cases
        .append("    <testcase classname=\"")
        .append(quoted(suite))
        .append("\" name=\"")
        .append(quoted(name))
        .append('"')
        .append(attributes);
    cases.append(inside.isEmpty() ? "/>\n" : ">\n" + inside + "    </testcase>\n");
  }

  private static String problem(String kind, String text) {
    String first = text.lines().findFirst().orElse("");
    return "      <%s message=\"%s\">%s</%s>\n".formatted(kind, quoted(first), lines(text), kind);
  }

  private static String findings(JsonNode result) {
    StringBuilder text = new StringBuilder();
    for (JsonNode finding : result.path("findings")) {
      FindingText.lines(finding).forEach(line -> text.append(line).append('\n'));
    }
    return text.toString();
  }

  private static String refusal(VerdictEnding.Refused refused) {
    StringBuilder text = new StringBuilder(refused.code() + ": " + refused.message());
    refused.errors().forEach(each -> text.append('\n').append(Texts.finding(each)));
    return text.toString();
  }

  private String document() {
    String counts =
        " tests=\"%d\" failures=\"%d\" errors=\"%d\"".formatted(tests, failures, errors);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + "<testsuites"
        + counts
        + ">\n  <testsuite name=\""
        + quoted(suite)
        + "\""
        + counts
        + " skipped=\"%d\">\n".formatted(skipped)
        + cases
        + "  </testsuite>\n</testsuites>\n";
  }

  private static String lines(String text) {
    return escaped(Visible.text(text));
  }

  private static String quoted(String text) {
    return escaped(Visible.line(text));
  }

  /// Escapes visible text for XML. Invisible characters are spelled out before, so no character
  /// remains that XML cannot hold.
  private static String escaped(String visible) {
    return visible
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&apos;");
  }
}
