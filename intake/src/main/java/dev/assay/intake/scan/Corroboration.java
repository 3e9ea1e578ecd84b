package dev.assay.intake.scan;

import static dev.assay.intake.signature.Weight.FULL;
import static dev.assay.intake.signature.Weight.WEAK;

import com.google.re2j.Matcher;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Weight;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Weighs weak findings. They stay warnings if something else in the skill confirms them: a finding
/// that is not weak, or a finding of another rule outside documents. Otherwise they become notes.
final class Corroboration {
  private static final String ALONE =
      " By itself this says little, and nothing else that was found confirms it: a note.";
  private static final String ALONE_IN_DOCUMENTS =
      " In a document this says little by itself, and nothing outside documents confirms it: a"
          + " note.";
  private static final String ANY = "*";
  private static final Map<String, Weight> WEIGHTS =
      Arrays.stream(ScanRule.values())
          .collect(Collectors.toUnmodifiableMap(ScanRule::id, ScanRule::weight));

  private static final String FORMS = "\\.(?:md|mdx|markdown|rst|adoc|txt)";
  private static final Regex DOCUMENT = new Regex("(?i)[^/]" + FORMS + "$");

  /// The files that an agent reads on its own, and lists of packages.
  private static final Regex NO_DOCUMENT =
      new Regex(
          "(?i)(?:^|/)(?:(?:skill|agents|claude|gemini)\\.md|[^/]*(?:require|constrain)[^/]*)$");

  private static final String SHELLS =
      "(?:ba|z|da|k)?sh|source|python[\\d.]*|node|deno|bun|ruby|perl|php|pwsh|powershell";

  /// A command that runs a document.
  private static final Regex RUN =
      new Regex(
          "(?i)(?:\\b(?:%1$s)|(?:^|[\\s`(\"';&|])\\.)\\s[^\\n|;&]*?([^\\s/\"'`]+%2$s)\\b|([^\\s/\"'`]+%2$s)\\b[^\\n]*\\|\\s*(?:sudo\\s+)?(?:%1$s)\\b"
              .formatted(SHELLS, FORMS));

  /// A line that tells the agent to follow the steps of a document.
  private static final Regex FOLLOWED =
      new Regex(
          "(?i)\\b(?:follow|execute|run|perform|apply|complete|carry\\s+out|go\\s+through|work\\s+through|do\\s+(?:what|everything|all|the))\\b[^\\n]{0,200}?%s\\b[^\\n]{0,400}"
              .formatted(FORMS));

  private static final Regex NAME = new Regex("(?i)[^\\s/\"'`(\\[]+%s\\b".formatted(FORMS));

  private final Sources sources;
  private final Set<String> concealed = new HashSet<>();
  private final Set<Finding> weak = new LinkedHashSet<>();

  Corroboration(Sources sources) {
    this.sources = sources;
  }

  /// Adds a finding of a weak signature whose rule is not weak.
  void addWeak(Finding finding) {
    weak.add(finding);
  }

  Set<Finding> weak() {
    return weak;
  }

  /// Adds a place where the match is hidden from a reader. A hidden match is never weak.
  ///
  /// @param place the rule's code, a colon and the line
  void addConcealed(String path, String place) {
    concealed.add(path + " " + place);
  }

  private boolean isConcealed(Finding finding) {
    return concealed.contains(finding.file() + " " + finding.code() + ":" + finding.line());
  }

  /// Returns the findings. All warnings become notes if only weak ones were found, unless two rules
  /// match outside documents.
  ///
  /// @param work the work that the scan has left
  List<Finding> weigh(List<Finding> found, Work work) {
    List<Finding> warnings =
        found.stream().filter(each -> each.severity() == Severity.WARNING).toList();
    if (warnings.isEmpty()
        || warnings.stream().anyMatch(each -> isConcealed(each) || weight(each) == FULL)) {
      return found;
    }
    Set<String> run = run(work);
    List<Finding> outside = warnings.stream().filter(each -> !isDocument(each, run)).toList();
    if (outside.stream().anyMatch(each -> weight(each) != WEAK)
        || outside.stream().map(Finding::code).distinct().count() > 1) {
      return found;
    }
    return found.stream()
        .map(each -> each.severity() == Severity.WARNING ? note(each, outside) : each)
        .toList();
  }

  private Weight weight(Finding finding) {
    return weak.contains(finding) ? WEAK : WEIGHTS.getOrDefault(finding.code(), FULL);
  }

  private static Finding note(Finding finding, List<Finding> outside) {
    return finding.asNote(
        finding.message() + (outside.contains(finding) ? ALONE : ALONE_IN_DOCUMENTS));
  }

  private boolean isDocument(Finding finding, Set<String> run) {
    String path = finding.file();
    return DOCUMENT.finds(path)
        && !NO_DOCUMENT.finds(path)
        && !run.contains(path.substring(path.lastIndexOf('/') + 1))
        && !run.contains(ANY)
        && sources.find(path).filter(text -> !text.text().startsWith("#!")).isPresent();
  }

  /// Returns the names of documents that are run or followed. When the work limit is reached, every
  /// document counts as run.
  private Set<String> run(Work work) {
    Set<String> run = new HashSet<>();
    try {
      work.limit(() -> sources.texts().forEach(text -> addRun(text, run)));
    } catch (Work.Exhausted e) {
      run.add(ANY);
    }
    return run;
  }

  private static void addRun(SourceText text, Set<String> run) {
    if (RUN.mayFind(text.text())) {
      Matcher matcher = RUN.matcher(text.text());
      while (matcher.find()) {
        run.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
      }
    }
    if (FOLLOWED.mayFind(text.text())) {
      Matcher lines = FOLLOWED.matcher(text.text());
      while (lines.find()) {
        Matcher names = NAME.matcher(lines.group());
        while (names.find()) {
          run.add(names.group());
        }
      }
    }
  }
}
