package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A list of addresses, names and words that are known from attacks, in lines of `KIND VALUE
/// REASON`. The kinds are `host`, `address` (a part of a URL) and `text`.
public final class Indicators {
  private static final int SHORTEST = 6;

  private final List<Indicator> all;
  private final WordTable words = new WordTable();
  private final boolean ascii;

  private record Indicator(String kind, String value, String reason) {}

  private Indicators(List<Indicator> all) {
    this.all = List.copyOf(all);
    all.forEach(each -> words.add(each.value(), 1));
    this.ascii = all.stream().allMatch(each -> each.value().chars().allMatch(c -> c < 128));
  }

  /// Returns the shipped list.
  public static Indicators shipped() {
    return Shipped.LIST;
  }

  private static final class Shipped {
    private static final Indicators LIST = of(Resources.lines("indicators.txt"));
  }

  /// @throws IllegalArgumentException with the line that cannot be read
  public static Indicators of(List<String> lines) {
    List<Indicator> all = new ArrayList<>();
    for (String line : lines) {
      String[] parts = line.strip().split("\\s+", 3);
      boolean kind = List.of("host", "address", "text").contains(parts[0]);
      if (!kind || parts.length < 2 || parts[1].length() < SHORTEST) {
        throw new IllegalArgumentException(
            "\""
                + line
                + "\" is not `host|address|text VALUE REASON` with a value of at least 6 characters");
      }
      all.add(
          new Indicator(
              parts[0], parts[1].toLowerCase(Locale.ROOT), parts.length > 2 ? parts[2] : ""));
    }
    return new Indicators(all);
  }

  public Indicators and(Indicators more) {
    List<Indicator> both = new ArrayList<>(all);
    both.addAll(more.all);
    return new Indicators(both);
  }

  public int size() {
    return all.size();
  }

  /// Searches a view of a file; decoded text is searched like the text itself.
  void look(View view, FindingList findings) {
    SourceText source = view.shown();
    if (source.text().indexOf('.') < 0) {
      return;
    }
    Work.spend((long) all.size() * source.text().length() / 8);
    if (isLowered(source) && !words.anyIn(source.text())) {
      return;
    }
    String lower = source.text().toLowerCase(Locale.ROOT);
    for (Indicator each : all) {
      int at = lower.indexOf(each.value());
      while (at >= 0 && each.kind().equals("host") && !isWhole(lower, at, each.value().length())) {
        at = lower.indexOf(each.value(), at + 1);
      }
      if (at >= 0) {
        int line = source.lineAt(Math.min(at, source.text().length() - 1));
        findings.add(
            ScanRule.KNOWN_BAD.at(
                view.source().path(),
                view.lineOf().applyAsInt(line),
                each.value()
                    + " is known from attacks"
                    + (each.reason().isEmpty() ? "." : ": " + each.reason() + "."),
                SecretScan.mask(source.excerpt(line))));
      }
    }
  }

  /// Returns whether only ASCII letters become ASCII letters in lower case.
  private boolean isLowered(SourceText source) {
    return source.isPlain()
        || (ascii
            && source.text().indexOf('\u212a') < 0 // the Kelvin sign
            && source.text().indexOf('\u0130') < 0); // I with a dot above
  }

  /// Returns whether the match is a host or its subdomain, not a part of a longer name.
  private static boolean isWhole(String text, int at, int length) {
    boolean before = at == 0 || !isNamePart(text.charAt(at - 1));
    int end = at + length;
    boolean after =
        end >= text.length()
            || !(Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '-');
    return before && after;
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '-';
  }
}
