package dev.assay.agent.activation;

import dev.assay.agent.activation.Token.HereText;
import dev.assay.agent.activation.Token.Literal;
import dev.assay.agent.activation.Token.Operator;
import dev.assay.agent.activation.Token.Piece;
import dev.assay.agent.activation.Token.Substitution;
import dev.assay.agent.activation.Token.Unknown;
import dev.assay.agent.activation.Token.Variable;
import dev.assay.agent.activation.Token.Word;
import dev.assay.skill.sandbox.Layout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/// Follows a shell line as a shell would, without running anything.
public final class ShellLine {
  private static final int LONGEST = 100_000;
  static final int DEEPEST = 12;
  private static final int MOST_VALUES = 64;
  private static final Set<String> KEYWORDS =
      Set.of("if", "then", "else", "elif", "do", "while", "until", "!", "{");

  private final ProgramReader programs;
  private final int depth;

  private ShellLine(ProgramReader programs, int depth) {
    this.programs = programs;
    this.depth = depth;
  }

  /// The listed skills that a line uses.
  ///
  /// @param folder its working folder
  public static Reading read(String line, String folder, ListedFolders folders) {
    ProgramReader programs = new ProgramReader(folders);
    String start = ListedFolders.resolve(Layout.INTERMEDIATE, Patterns.quote(folder));
    run(line, new Scope(start), programs, 0);
    return programs.reading();
  }

  /// Follows a line inside another one and returns its output, as far as it is known.
  static List<String> run(String line, Scope scope, ProgramReader programs, int depth) {
    if (depth > DEEPEST || line.length() > LONGEST) {
      return List.of("*");
    }
    return new ShellLine(programs, depth).run(ShellLexer.tokens(line), scope);
  }

  private List<String> run(List<Token> tokens, Scope outermost) {
    Deque<Scope> scopes = new ArrayDeque<>();
    scopes.push(outermost);
    List<String> printed = List.of();
    Simple current = new Simple(List.of());
    for (Token token : tokens) {
      switch (token) {
        case Word word -> current.add(word);
        case HereText text -> current.hereText(text.text());
        case Operator operator -> {
          String sign = operator.text();
          if (sign.contains("<") || sign.contains(">")) {
            current.redirect = sign;
          } else if (sign.equals("(") && current.words.isEmpty()) {
            scopes.push(scopes.element().copy());
          } else if (!sign.equals("(")) {
            List<String> output = finish(current, scopes.element());
            printed = output.isEmpty() ? printed : output;
            current =
                new Simple(
                    sign.startsWith("|") && sign.length() < 3 && !sign.equals("||")
                        ? output
                        : List.of());
            if (sign.equals(")") && scopes.size() > 1) {
              scopes.pop();
            }
          }
        }
      }
    }
    List<String> output = finish(current, scopes.element());
    return output.isEmpty() ? printed : output;
  }

  private List<String> finish(Simple command, Scope scope) {
    for (Word word : command.inputs) {
      expand(word, scope).forEach(path -> programs.reads(path, scope));
    }
    int at = 0;
    while (at < command.words.size() && KEYWORDS.contains(command.words.get(at).plain())) {
      at++;
    }
    List<Word> words = command.words.subList(at, command.words.size());
    if (words.size() > 2 && words.getFirst().plain().equals("for")) {
      scope.set(
          words.get(1).plain(),
          expandAll(words.subList(Math.min(3, words.size()), words.size()), scope));
      return List.of();
    }
    Scope own = scope.copy();
    int assigned = 0;
    while (assigned < words.size() && assignment(words.get(assigned)) > 0) {
      assign(words.get(assigned), scope, own);
      assigned++;
    }
    if (assigned == words.size()) {
      for (Word word : words) {
        assign(word, scope, scope);
      }
      return List.of();
    }
    if (words.get(assigned).plain().equals("export")) {
      for (Word word : words.subList(assigned + 1, words.size())) {
        if (assignment(word) > 0) {
          assign(word, scope, scope);
        }
      }
      return List.of();
    }
    List<String> expanded = expandAll(words.subList(assigned, words.size()), own);
    return programs.follow(
        new ProgramCall(expanded, command.piped, command.text, depth), scope, own);
  }

  private static int assignment(Word word) {
    if (word.pieces().isEmpty()
        || !(word.pieces().getFirst() instanceof Literal first)
        || first.quoted()) {
      return 0;
    }
    int sign = first.text().indexOf('=');
    return sign > 0 && first.text().substring(0, sign).matches("[A-Za-z_][A-Za-z_0-9]*") ? sign : 0;
  }

  private void assign(Word word, Scope seen, Scope target) {
    int sign = assignment(word);
    Literal first = (Literal) word.pieces().getFirst();
    List<Piece> value = new ArrayList<>(word.pieces());
    value.set(0, new Literal(first.text().substring(sign + 1), false));
    String name = first.text().substring(0, sign);
    List<String> values = expand(new Word(value), seen);
    target.set(name, values);
    if (name.endsWith("PATH")) {
      values.forEach(path -> programs.searches(path, seen));
    }
  }

  private List<String> expandAll(List<Word> words, Scope scope) {
    List<String> all = new ArrayList<>();
    for (Word word : words) {
      for (String each : expand(word, scope)) {
        if (all.size() < MOST_VALUES * 4) {
          all.add(each);
        }
      }
    }
    return all;
  }

  /// Lists the possible values of a word, as patterns.
  private List<String> expand(Word word, Scope scope) {
    List<String> values = List.of("");
    for (Piece piece : word.pieces()) {
      List<String> choices =
          switch (piece) {
            case Literal literal ->
                List.of(literal.quoted() ? Patterns.quote(literal.text()) : literal.text());
            case Variable variable -> scope.values(variable.name(), variable.otherwise());
            case Substitution inner -> {
              List<String> output = run(inner.source(), scope.copy(), programs, depth + 1);
              yield output.isEmpty() ? List.of("*") : output;
            }
            case Unknown _ -> List.of("*");
          };
      List<String> longer = new ArrayList<>();
      for (String value : values) {
        for (String choice : choices) {
          if (longer.size() < MOST_VALUES) {
            longer.add(value.length() + choice.length() > LONGEST ? "*" : value + choice);
          }
        }
      }
      values = longer;
    }
    return values.stream().flatMap(value -> Patterns.braces(value).stream()).toList();
  }

  /// A program with its words, before they are expanded.
  private static final class Simple {
    private final List<Word> words = new ArrayList<>();
    private final List<Word> inputs = new ArrayList<>();
    private final List<String> piped;
    private String redirect = "";
    private String text = "";

    Simple(List<String> piped) {
      this.piped = piped;
    }

    void add(Word word) {
      if (redirect.equals("<")) {
        inputs.add(word);
      } else if (redirect.isEmpty()) {
        words.add(word);
      }
      redirect = "";
    }

    void hereText(String lines) {
      text = lines;
      redirect = "";
    }
  }
}
