package dev.assay.cli.verdict;

import dev.assay.skill.Visible;
import dev.assay.wire.Verdict;
import dev.assay.wire.VerdictFinding;
import dev.assay.wire.VerdictTask;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Writes JUnit XML with one test case for each task and phase, and one for the verdict.
public final class VerdictJunit {
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

  private void tasks(Verdict result) {
    for (VerdictTask task : result.tasks()) {
      attempt(task.task() + " online", task.prompt(), task.online());
      attempt(task.task() + " offline", task.prompt(), task.offline());
    }
  }

  private void attempt(String name, String prompt, VerdictTask.@Nullable Attempt attempt) {
    if (attempt == null) {
      skipped++;
      add(name, "", "      <skipped message=\"not reached\"/>\n");
      return;
    }
    StringBuilder text = new StringBuilder();
    text.append(prompt).append('\n');
    text.append(attempt.score()).append(" of 5: ");
    text.append(attempt.reason()).append('\n');
    attempt.requirementsMissed().forEach(each -> text.append("missed: ").append(each).append('\n'));
    text.append("skills used: ").append(Texts.list(attempt.skillsUsed(), "none")).append('\n');
    text.append("network: ").append(Texts.list(attempt.network(), "nothing"));
    String attributes =
        String.format(Locale.ROOT, " time=\"%.3f\"", attempt.executionTimeMs() / 1000.0);
    if (attempt.done()) {
      add(name, attributes, "      <system-out>" + lines(text.toString()) + "</system-out>\n");
    } else {
      failures++;
      add(name, attributes, problem("failure", text.toString()));
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

  private static String findings(Verdict result) {
    StringBuilder text = new StringBuilder();
    for (VerdictFinding finding : result.findings()) {
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
