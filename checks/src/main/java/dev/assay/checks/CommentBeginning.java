package dev.assay.checks;

import static com.google.errorprone.BugPattern.SeverityLevel.ERROR;

import com.google.errorprone.BugPattern;
import com.google.errorprone.VisitorState;
import com.google.errorprone.bugpatterns.BugChecker;
import com.google.errorprone.bugpatterns.BugChecker.CompilationUnitTreeMatcher;
import com.google.errorprone.fixes.FixedPosition;
import com.google.errorprone.matchers.Description;
import com.sun.source.tree.CompilationUnitTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Doc comments begin with the noun of the class or with a verb, so that a list of them reads as a
/// table of contents.
@BugPattern(
    summary =
        "A doc comment begins with a noun or a verb, not with a question word or a pronoun:"
            + " \"The time left\", not \"How much time is left\".",
    severity = ERROR)
public final class CommentBeginning extends BugChecker implements CompilationUnitTreeMatcher {
  private static final long serialVersionUID = 1;

  private static final Pattern COMMENT = Pattern.compile("(?m)^[ \\t]*///(?<text>.*)$");
  private static final Pattern REFUSED =
      Pattern.compile(
          "\\s*(?:What|Whether|How|Who|Whom|Whose|Whoever|Whatever|Whichever|Which|Those|That|Where"
              + "|When|Why|Somebody|Anybody|Nobody|Everybody|So)\\b.*");

  @Override
  public Description matchCompilationUnit(CompilationUnitTree unit, VisitorState state) {
    try {
      String source = unit.getSourceFile().getCharContent(true).toString();
      for (int at : refused(source)) {
        state.reportMatch(describeMatch(new FixedPosition(unit, at)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Description.NO_MATCH;
  }

  /// The places of first lines of doc comments that begin with a refused word.
  static List<Integer> refused(String source) {
    List<Integer> places = new ArrayList<>();
    int next = -1;
    for (Matcher line = COMMENT.matcher(source); line.find(); next = line.end() + 1) {
      boolean first = line.start() != next;
      if (first && REFUSED.matcher(line.group("text")).matches()) {
        places.add(source.indexOf("///", line.start()));
      }
    }
    return places;
  }
}
