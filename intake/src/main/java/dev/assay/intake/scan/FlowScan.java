package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Follows values through the statements of a script or a code block, from the line that reads them
/// to the line that sends or executes them. Values are followed by name, not by type, so that the
/// scan works alike for Python, JavaScript and shell. Secrets are also followed through the results
/// and parameters of functions and through files, even into other scripts.
final class FlowScan {
  private static final Regex OUTLIVES = new Regex("[^\\s]*[./][^\\s]*\\w|[A-Z][A-Z0-9_]{3,}");

  /// An environment that is passed to a started program.
  private static final Regex HANDED =
      new Regex("\\benv\\s*[=:]\\s*(?:\\{[^{}\\n]*\\}|[\\w.]+(?:\\(\\))?)");

  /// A program or shell command that prints its environment.
  private static final Regex SHOWS =
      new Regex("(?i)\\b(?:env|printenv|\\w*environ|set|export|declare|compgen)\\b");

  private static final Regex TEXT = new Regex("\"[^\"\\n]*\"|'[^'\\n]*'|`[^`\\n]*`");

  private static final int MAX_FINDINGS = 3;

  /// The length up to which a file name is too common to be followed.
  private static final int SHORT = 4;

  /// The number of lines after which a name probably holds another value.
  private static final int MAX_DISTANCE = 60;

  /// The number of names above which stale ones are removed, because each statement is searched for
  /// every name.
  private static final int MANY = 200;

  /// The approximate number of steps per name.
  private static final long STALE_COST = 30;

  private final SourceText source;
  private final FindingList findings;
  private final Set<ScanRule> reported = new HashSet<>();
  private final Set<String> functions = new HashSet<>();
  private final Map<String, Map<FlowKind, Held>> left = new HashMap<>();

  /// The secrets that the functions of the unit get as arguments.
  private final Map<String, Map<FlowKind, Held>> given = new HashMap<>();

  /// The secrets that functions of other scripts may get as arguments.
  private final Map<String, Map<FlowKind, Held>> handed = new HashMap<>();

  private int count;

  FlowScan(SourceText source, FindingList findings) {
    this.source = source;
    this.findings = findings;
  }

  /// A value held by a name, and the line that read it.
  ///
  /// @param file the file of the line; empty for the current file
  record Held(FlowKind kind, int line, String file) {}

  /// Follows values through the code blocks of one document, which run one after the other. Files
  /// and shell variables keep their values between blocks; other names do not.
  void look(List<Statements.Unit> units) {
    look(units, Map.of(), Map.of());
  }

  /// @param known the values in files and functions of other scripts
  /// @param from the values that other scripts pass to functions of this one
  void look(
      List<Statements.Unit> units,
      Map<String, Map<FlowKind, Held>> known,
      Map<String, Map<FlowKind, Held>> from) {
    Map<String, Map<FlowKind, Held>> names = new HashMap<>();
    known.forEach((name, held) -> names.put(name, new EnumMap<>(held)));
    for (Statements.Unit unit : units) {
      given.clear();
      from.forEach((name, held) -> given.put(name, new EnumMap<>(held)));
      List<Map<FlowKind, Held>> sources = sources(unit);
      boolean any =
          !names.isEmpty() || !from.isEmpty() || sources.stream().anyMatch(each -> !each.isEmpty());
      Set<String> before = Set.copyOf(names.keySet());
      if (any && unit(unit, sources, names)) {
        names.keySet().removeIf(name -> !before.contains(name) && !isEverywhere(name));
        unit(unit, sources, names);
      }
      names.forEach(this::leave);
      names.keySet().removeIf(name -> !OUTLIVES.matches(name));
      names
          .values()
          .forEach(held -> held.keySet().removeIf(kind -> kind.rule() != ScanRule.EXFILTRATION));
    }
  }

  /// Returns whether a name has the same meaning above the statement that sets it.
  private boolean isEverywhere(String name) {
    return functions.contains(name) || OUTLIVES.matches(name);
  }

  /// Returns the values in files and functions that other scripts may use.
  Map<String, Map<FlowKind, Held>> left() {
    return left;
  }

  /// Returns the secrets that are passed to functions of other scripts.
  Map<String, Map<FlowKind, Held>> handed() {
    return handed;
  }

  private void leave(String name, Map<FlowKind, Held> held) {
    boolean file = name.length() > SHORT && name.lastIndexOf('.') > 0 && !name.endsWith(".");
    held.forEach(
        (kind, each) -> {
          if (isCarried(kind)
              && each.file().isEmpty()
              && (file || name.startsWith("/") || functions.contains(name))) {
            left.computeIfAbsent(name, any -> new EnumMap<>(FlowKind.class))
                .putIfAbsent(kind, new Held(kind, each.line(), source.path()));
          }
        });
  }

  /// Returns the values that each statement reads from a source.
  private static List<Map<FlowKind, Held>> sources(Statements.Unit unit) {
    List<Map<FlowKind, Held>> sources = new ArrayList<>();
    for (Statements.Statement each : unit.statements()) {
      Map<FlowKind, Held> read = Map.of();
      for (FlowKind kind : FlowWords.possibleIn(each.text())) {
        if (kind.isSource(each.text())) {
          read = read.isEmpty() ? new EnumMap<>(FlowKind.class) : read;
          read.put(kind, new Held(kind, each.line(), ""));
        }
      }
      sources.add(read);
    }
    return sources;
  }

  /// Follows values through a unit once. Returns whether a function got a secret for the first
  /// time, so that a second pass is needed.
  private boolean unit(
      Statements.Unit unit,
      List<Map<FlowKind, Held>> sources,
      Map<String, Map<FlowKind, Held>> names) {
    String function = "";
    boolean again = false;
    Map<String, String> files = new HashMap<>();
    List<Optional<FlowNames.Function>> starting =
        unit.statements().stream().map(each -> FlowNames.function(each.text())).toList();
    Map<String, List<String>> parameters = new HashMap<>();
    starting.forEach(
        each -> each.ifPresent(found -> parameters.put(found.name(), found.parameters())));
    for (int i = 0; i < sources.size(); i++) {
      Statements.Statement each = unit.statements().get(i);
      String text = each.text();
      if (names.size() > MANY) {
        Work.spend(STALE_COST * names.size());
        names.values().removeIf(held -> isStale(held, each.line()));
      }
      Optional<FlowNames.Function> starts = starting.get(i);
      if (starts.isPresent()) {
        end(function, parameters, names);
        function = starts.get().name();
        begin(function, parameters, names);
      }
      FlowNames.opened(text, files);
      FlowNames.kept(text, files);
      Map<FlowKind, Held> inside = inside(text, sources.get(i), names);
      for (Held held : inside.values()) {
        if (!held.file().isEmpty() || each.line() - held.line() <= MAX_DISTANCE) {
          held.kind()
              .sink(text)
              .filter(what -> held.kind() != FlowKind.ENVIRONMENT || !isHanded(text, names))
              .ifPresent(what -> report(held, each, what));
        }
      }
      if (!inside.isEmpty()) {
        Set<String> assigned = FlowNames.assigned(text, files);
        if (starts.isPresent() && text.endsWith("}")) {
          assigned.add(function);
        } else if (isReturn(text) && !function.isEmpty()) {
          returned(inside);
          assigned.add(function);
          functions.add(function);
        }
        for (String name : assigned) {
          hold(name, inside, names);
        }
        FlowNames.owner(text).ifPresent(owner -> hold(owner, carried(inside), names));
        again |= starts.isEmpty() && give(each, inside, parameters);
      }
    }
    return again;
  }

  /// Reduces the values of a return statement to those that callers get. Secrets stay. A download
  /// is only reported when the caller interprets it.
  private static void returned(Map<FlowKind, Held> inside) {
    Held download = inside.get(FlowKind.DOWNLOAD);
    if (download != null) {
      inside.put(FlowKind.RETURNED, new Held(FlowKind.RETURNED, download.line(), download.file()));
    }
    inside
        .keySet()
        .removeIf(kind -> kind.rule() != ScanRule.EXFILTRATION && kind != FlowKind.RETURNED);
  }

  private static boolean hold(
      String name, Map<FlowKind, Held> inside, Map<String, Map<FlowKind, Held>> names) {
    Map<FlowKind, Held> held = names.computeIfAbsent(name, any -> new EnumMap<>(FlowKind.class));
    int before = held.size();
    inside.forEach(held::putIfAbsent);
    return held.size() > before;
  }

  /// Gives the parameters of a function the secrets that any call passes.
  private void begin(
      String function,
      Map<String, List<String>> parameters,
      Map<String, Map<FlowKind, Held>> names) {
    Map<FlowKind, Held> held = given.getOrDefault(function, Map.of());
    if (!held.isEmpty()) {
      parameters.getOrDefault(function, List.of()).forEach(name -> hold(name, held, names));
    }
  }

  private void end(
      String function,
      Map<String, List<String>> parameters,
      Map<String, Map<FlowKind, Held>> names) {
    if (given.containsKey(function)) {
      parameters.getOrDefault(function, List.of()).forEach(names::remove);
    }
  }

  /// Records the secrets that a statement passes to functions. Returns whether a function of the
  /// unit gets one for the first time.
  private boolean give(
      Statements.Statement statement,
      Map<FlowKind, Held> inside,
      Map<String, List<String>> parameters) {
    boolean first = false;
    Map<FlowKind, Held> secrets = carried(inside);
    if (!secrets.isEmpty()) {
      for (String called : FlowNames.called(statement.text())) {
        if (!parameters.containsKey(called) && handed.size() < MANY) {
          secrets.forEach((kind, held) -> hand(called, held, statement.line()));
        }
        if (!parameters.getOrDefault(called, List.of()).isEmpty()) {
          first |= hold(called, secrets, given);
        }
      }
    }
    return first;
  }

  private void hand(String function, Held held, int line) {
    if (held.file().isEmpty() && line - held.line() <= MAX_DISTANCE) {
      handed
          .computeIfAbsent(function, any -> new EnumMap<>(FlowKind.class))
          .putIfAbsent(held.kind(), new Held(held.kind(), held.line(), source.path()));
    }
  }

  private static boolean isReturn(String text) {
    return text.startsWith("return ") || text.startsWith("yield ");
  }

  private static Map<FlowKind, Held> carried(Map<FlowKind, Held> inside) {
    Map<FlowKind, Held> carried = new EnumMap<>(FlowKind.class);
    inside.forEach(
        (kind, held) -> {
          if (isCarried(kind)) {
            carried.put(kind, held);
          }
        });
    return carried;
  }

  /// Returns whether values of this kind are followed into functions and other scripts. A single
  /// secret is not, because a service needs one.
  private static boolean isCarried(FlowKind kind) {
    return kind.rule() == ScanRule.EXFILTRATION && kind != FlowKind.SECRET;
  }

  private static boolean isStale(Map<FlowKind, Held> held, int line) {
    for (Held each : held.values()) {
      if (!each.file().isEmpty() || line - each.line() <= MAX_DISTANCE) {
        return false;
      }
    }
    return true;
  }

  /// Returns the values that a statement reads from a source or from a name.
  private static Map<FlowKind, Held> inside(
      String text, Map<FlowKind, Held> read, Map<String, Map<FlowKind, Held>> names) {
    Map<FlowKind, Held> inside = new EnumMap<>(FlowKind.class);
    inside.putAll(read);
    if (!names.isEmpty()) {
      Work.spend((long) names.size() * (10 + text.length() / 8));
      FlowNames.words(
          text,
          word -> {
            for (String name : word.split("\\$", -1)) {
              names.getOrDefault(name, Map.of()).forEach(inside::putIfAbsent);
            }
          });
      names.forEach(
          (name, held) -> {
            if (name.length() > 3
                && (name.indexOf('.') > 0 || name.indexOf('/') >= 0)
                && text.contains(name)) {
              held.forEach(inside::putIfAbsent);
            }
          });
    }
    return inside;
  }

  /// Returns whether the environment is only passed to a started program. The statement must not
  /// send it otherwise, and the program must not print its environment.
  private static boolean isHanded(String text, Map<String, Map<FlowKind, Held>> names) {
    String rest = HANDED.matcher(text).replaceAll(" ");
    return !rest.equals(text)
        && !SHOWS.finds(rest)
        && !inside(rest, Map.of(), names).containsKey(FlowKind.ENVIRONMENT)
        && FlowKind.ENVIRONMENT.sink(TEXT.matcher(rest).replaceAll(" ")).isEmpty();
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
    boolean same = held.line() == sink.line() && held.file().isEmpty();
    String file = held.file().isEmpty() ? "" : held.file() + ", ";
    String where = same ? "" : " It was read on " + file + "line " + held.line() + ".";
    findings.add(
        rule.at(
            source.path(),
            sink.line(),
            held.kind().words() + " " + what + "." + where,
            SecretScan.mask(source.excerpt(sink.line()))));
  }
}
