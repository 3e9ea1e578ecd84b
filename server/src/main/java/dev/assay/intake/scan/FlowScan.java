package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Follows values through the statements of a script, or of one code block: what is read on one
/// line and sent or executed on another. It knows names, not types, so that it works alike for
/// Python, JavaScript and shell. What a function returns is followed where the function is used
/// further below; what is passed to one is lost.
final class FlowScan {
  private static final Regex ASSIGNED =
      new Regex(
          "^\\s*(?:export\\s+|local\\s+|const\\s+|let\\s+|var\\s+|with\\s+|for\\s+|async\\s+)*([A-Za-z_$][A-Za-z0-9_$.]*(?:\\s*,\\s*[A-Za-z_$][A-Za-z0-9_$]*)*)(?:\\[[^\\]]*\\])?\\s*(?::\\s*[A-Za-z\\[\\],"
              + " ]+)?(?:\\+?=[^=]|\\s+(?:of|in)\\s)");
  private static final Regex FUNCTION =
      new Regex("^\\s*(?:export\\s+)?(?:async\\s+)?(?:def|function)\\s+([A-Za-z_]\\w*)");
  private static final Regex AS = new Regex("\\bas\\s+([A-Za-z_]\\w*)\\s*:");
  private static final Regex METHOD =
      new Regex(
          "^\\s*([A-Za-z_$][A-Za-z0-9_$]*)\\.(?:append|update|extend|push|add|write|set)\\s*\\(");
  private static final Regex OPENED =
      new Regex(
          "\\bopen\\(\\s*([A-Za-z_]\\w*)\\s*,\\s*[\"'][wax]b?[^)]*\\)\\s+as\\s+([A-Za-z_]\\w*)");
  private static final Regex WRITTEN =
      new Regex(
          "^\\s*(?:Path\\(\\s*)?([A-Za-z_]\\w*)\\s*\\)?\\.write_(?:bytes|text)\\s*\\(|\\bwriteFile(?:Sync)?\\(\\s*([A-Za-z_]\\w*)\\s*,");
  private static final Regex REDIRECTED = new Regex(">>?\\s*[\"']?([^\\s\"'|;&)]+)");
  private static final Regex WORD = new Regex("[A-Za-z_$][A-Za-z0-9_$]*");

  private static final Regex OUTLIVES = new Regex("[^\\s]*[./][^\\s]*\\w|[A-Z][A-Z0-9_]{3,}");

  private static final int MAX_FINDINGS = 3;

  /// Names are used again; farther apart they rarely mean the same value.
  private static final int MAX_DISTANCE = 60;

  /// Every statement is searched for every name: names that are too old are let go.
  private static final int MANY = 200;

  private final SourceText source;
  private final FindingList findings;
  private final Set<ScanRule> reported = new HashSet<>();
  private int count;

  FlowScan(SourceText source, FindingList findings) {
    this.source = source;
    this.findings = findings;
  }

  /// What a name holds, and since which line.
  private record Held(FlowKind kind, int line) {}

  /// Blocks of one document are run one after the other: files outlive them, and so do the
  /// variables of a shell; the names of a language do not.
  void look(List<Statements.Unit> units) {
    Map<String, Map<FlowKind, Held>> names = new HashMap<>();
    for (Statements.Unit unit : units) {
      unit(unit, names);
      names.keySet().removeIf(name -> !OUTLIVES.matches(name));
      names
          .values()
          .forEach(held -> held.keySet().removeIf(kind -> kind.rule() != ScanRule.EXFILTRATION));
    }
  }

  private void unit(Statements.Unit unit, Map<String, Map<FlowKind, Held>> names) {
    String function = "";
    Map<String, String> files = new HashMap<>();
    for (Statements.Statement each : unit.statements()) {
      String text = each.text();
      if (names.size() > MANY) {
        names.values().removeIf(held -> isStale(held, each.line()));
      }
      function = first(FUNCTION, text).orElse(function);
      opened(text, files);
      Map<FlowKind, Held> inside = inside(text, each.line(), names);
      for (Held held : inside.values()) {
        if (each.line() - held.line() <= MAX_DISTANCE) {
          held.kind().sink(text).ifPresent(what -> report(held, each, what));
        }
      }
      if (!inside.isEmpty()) {
        Set<String> assigned = assigned(text);
        first(METHOD, text).map(files::get).ifPresent(assigned::add);
        if (text.startsWith("return ") && !function.isEmpty()) {
          inside.keySet().removeIf(kind -> kind.rule() != ScanRule.EXFILTRATION);
          assigned.add(function);
        }
        for (String name : assigned) {
          Map<FlowKind, Held> held =
              names.computeIfAbsent(name, any -> new EnumMap<>(FlowKind.class));
          inside.forEach(held::putIfAbsent);
        }
      }
    }
  }

  /// Whoever writes to an open file fills the one that its path names.
  private static void opened(String text, Map<String, String> files) {
    if (OPENED.mayFind(text)) {
      Matcher open = OPENED.matcher(text);
      if (open.find()) {
        files.put(open.group(2), open.group(1));
      }
    }
  }

  private static boolean isStale(Map<FlowKind, Held> held, int line) {
    return held.values().stream().allMatch(each -> line - each.line() > MAX_DISTANCE);
  }

  /// The kinds of values that a statement reads, from a source or from a name.
  private static Map<FlowKind, Held> inside(
      String text, int line, Map<String, Map<FlowKind, Held>> names) {
    Map<FlowKind, Held> inside = new EnumMap<>(FlowKind.class);
    for (FlowKind kind : FlowKind.possibleIn(text)) {
      if (kind.isSource(text)) {
        inside.put(kind, new Held(kind, line));
      }
    }
    if (!names.isEmpty()) {
      Work.spend((long) names.size() * (10 + text.length() / 8));
      Matcher word = WORD.matcher(text);
      while (word.find()) {
        names.getOrDefault(word.group().replace("$", ""), Map.of()).forEach(inside::putIfAbsent);
      }
      names.forEach(
          (name, held) -> {
            if (name.length() > 3 && name.indexOf('.') > 0 && text.contains(name)) {
              held.forEach(inside::putIfAbsent);
            }
          });
    }
    return inside;
  }

  private static Set<String> assigned(String text) {
    Set<String> names = new HashSet<>();
    Matcher left = ASSIGNED.matcher(text);
    if (left.find()) {
      for (String name : left.group(1).split(",", -1)) {
        names.add(name.strip());
      }
    }
    first(AS, text).ifPresent(names::add);
    first(METHOD, text).ifPresent(names::add);
    first(WRITTEN, text).ifPresent(names::add);
    first(REDIRECTED, text).ifPresent(names::add);
    FlowKind.fileOf(text).ifPresent(names::add);
    names.removeIf(
        name ->
            name.length() < 2
                && !text.contains(name + " =")
                && !text.startsWith("for " + name + " in "));
    names.remove("self");
    return names;
  }

  private static Optional<String> first(Regex regex, String text) {
    if (!regex.mayFind(text)) {
      return Optional.empty();
    }
    Matcher found = regex.matcher(text);
    if (!found.find()) {
      return Optional.empty();
    }
    return Optional.ofNullable(
        found.group(1) == null ? found.group(found.groupCount()) : found.group(1));
  }

  private boolean isKnown(ScanRule rule, int line) {
    return findings.kept().stream()
        .anyMatch(
            each ->
                each.code().equals(rule.id())
                    && each.line() == line
                    && each.file().equals(source.path()));
  }

  private void report(Held held, Statements.Statement sink, String what) {
    ScanRule rule = held.kind().rule();
    if (count >= MAX_FINDINGS || !reported.add(rule) || isKnown(rule, sink.line())) {
      return;
    }
    count++;
    String where = held.line() == sink.line() ? "" : " It was read on line " + held.line() + ".";
    findings.add(
        rule.at(
            source.path(),
            sink.line(),
            held.kind().words() + " " + what + "." + where,
            SecretScan.mask(source.excerpt(sink.line()))));
  }
}
