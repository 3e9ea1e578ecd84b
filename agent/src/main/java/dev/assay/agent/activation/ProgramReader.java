package dev.assay.agent.activation;

import dev.assay.agent.activation.ListedFolders.Depth;
import dev.assay.skill.SkillName;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.task.Activation.Use;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Follows the programs of a line through their files, and collects the uses of skills.
final class ProgramReader {
  private static final Pattern PATH_IN_CODE =
      Pattern.compile("(?:/workspace)?/skills/[^\\s'\"`,;)\\]}]+");
  private static final Pattern OPENS =
      Pattern.compile(
          "open|read|run|import|sys\\.path|exec|require|load|spawn|system|popen|check_");

  private final ListedFolders folders;
  private final Set<FileUse> touches = new LinkedHashSet<>();
  private boolean other;

  ProgramReader(ListedFolders folders) {
    this.folders = folders;
  }

  Reading reading() {
    return new Reading(List.copyOf(touches), !touches.isEmpty() && !other);
  }

  void reads(String path, Scope scope) {
    touch(path, scope, Use.READ, Depth.FILE);
  }

  /// Marks the folders of a search path for programs or libraries as used.
  void searches(String paths, Scope scope) {
    for (String path : paths.split(":", -1)) {
      if (path.startsWith("/")) {
        touch(path, scope, Use.EXECUTED, Depth.FOLDER);
      }
    }
  }

  /// Follows a program and returns its output, as far as it is known.
  ///
  /// @param scope the scope of the shell, which some programs change
  /// @param own the scope with the variables that are set for this program only
  List<String> follow(ProgramCall call, Scope scope, Scope own) {
    if (call.words().isEmpty()
        || call.words().getFirst().isEmpty()
        || call.depth() > ShellLine.DEEPEST) {
      return List.of();
    }
    String program = call.program();
    int started = KnownPrograms.started(call.words());
    if (program.equals("cd") || program.equals("pushd")) {
      call.arguments().stream()
          .filter(word -> !word.startsWith("-"))
          .findFirst()
          .ifPresent(scope::enter);
      return List.of();
    }
    if (program.equals("eval")) {
      return ShellLine.run(plain(call.arguments()), scope, this, call.depth() + 1);
    }
    if (started > 0) {
      return starts(call, started, scope, own);
    }
    if (program.equals("find")) {
      return finds(call, own);
    }
    if (program.equals(".") || program.equals("source")) {
      call.arguments().stream().limit(1).forEach(path -> executes(path, own));
      return List.of();
    }
    if (KnownPrograms.isShell(program) || KnownPrograms.isInterpreter(program)) {
      return interprets(call, program, scope, own);
    }
    if (KnownPrograms.lists(program)) {
      return prints(call, program, own);
    }
    if (call.words().getFirst().contains("/") && executes(call.words().getFirst(), own)) {
      given(call.arguments(), own);
      return List.of();
    }
    uses(call, program, own);
    return program.equals("cat") && !call.text().isEmpty()
        ? List.of(Patterns.quote(call.text()))
        : List.of();
  }

  private List<String> starts(ProgramCall call, int started, Scope scope, Scope own) {
    if (call.program().equals("command") && (call.has("-v") || call.has("-V"))) {
      return List.of();
    }
    if (!call.program().equals("xargs")) {
      return follow(call.from(started), scope, own);
    }
    List<String> words = new ArrayList<>(call.from(started).words());
    String placeholder = placeholder(call.words());
    List<String> piped = call.piped().isEmpty() ? List.of("*") : call.piped();
    if (placeholder.isEmpty()) {
      words.addAll(piped);
      return follow(new ProgramCall(words, List.of(), "", call.depth()), scope, own);
    }
    for (String value : piped) {
      List<String> filled = words.stream().map(word -> word.replace(placeholder, value)).toList();
      follow(new ProgramCall(filled, List.of(), "", call.depth()), scope, own);
    }
    return List.of();
  }

  /// The word after `-I` of xargs; empty when it has none.
  private static String placeholder(List<String> words) {
    for (int i = 0; i + 1 < words.size(); i++) {
      if (words.get(i).startsWith("-I")) {
        return words.get(i).length() > 2 ? words.get(i).substring(2) : words.get(i + 1);
      }
    }
    return "";
  }

  private List<String> finds(ProgramCall call, Scope own) {
    List<String> roots =
        call.arguments().stream()
            .takeWhile(word -> !word.startsWith("-") && !word.startsWith("(") && !word.equals("!"))
            .toList();
    List<String> found =
        (roots.isEmpty() ? List.of(".") : roots)
            .stream().map(root -> ListedFolders.resolve(own.folder(), root)).toList();
    for (String action : List.of("-exec", "-execdir", "-ok")) {
      int at = call.words().indexOf(action);
      if (at > 0 && at + 1 < call.words().size()) {
        String program = call.from(at + 1).program();
        if (!KnownPrograms.lists(program)) {
          other |= !KnownPrograms.showsText(program);
          found.forEach(root -> touch(root, own, Use.READ, Depth.TREE));
        }
      }
    }
    return found.stream().map(ProgramReader::somethingBelow).toList();
  }

  /// A path of a file in a folder, or in every skill's folder.
  private static String somethingBelow(String root) {
    return root.equals(Layout.SKILLS) ? root + "/*/*" : root + "/*";
  }

  private List<String> interprets(ProgramCall call, String program, Scope scope, Scope own) {
    List<String> arguments = call.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      boolean more = i + 1 < arguments.size();
      if (word.equals("-m")) {
        other = true;
        touch(own.folder(), own, Use.EXECUTED, Depth.FOLDER);
        given(arguments.subList(i + 1, arguments.size()), own);
        return List.of();
      }
      if (more
          && (KnownPrograms.isShell(program)
              ? word.matches("-[a-z]*c")
              : word.equals("-c") || word.equals("-e"))) {
        return inline(Patterns.text(arguments.get(i + 1)), program, scope, own, call.depth());
      }
      if (!word.startsWith("-")) {
        other = true;
        executes(word, own);
        given(arguments.subList(i + 1, arguments.size()), own);
        return List.of();
      }
    }
    String piped = call.piped().isEmpty() ? "" : plain(call.piped());
    return inline(call.text().isEmpty() ? piped : call.text(), program, scope, own, call.depth());
  }

  /// Follows the arguments of a script. A word without a slash may be anything, so it is ignored.
  private void given(List<String> words, Scope own) {
    words.stream()
        .filter(word -> word.contains("/"))
        .forEach(word -> argument(word, Depth.FILE, own, false));
  }

  private List<String> inline(String code, String program, Scope scope, Scope own, int depth) {
    if (KnownPrograms.isShell(program)) {
      return ShellLine.run(code, scope.copy(), this, depth + 1);
    }
    other = true;
    if (OPENS.matcher(code).find()) {
      Matcher paths = PATH_IN_CODE.matcher(code);
      while (paths.find()) {
        touch(paths.group(), own, Use.READ, Depth.FILE);
      }
    }
    return List.of();
  }

  private static List<String> prints(ProgramCall call, String program, Scope own) {
    List<String> words = call.arguments().stream().filter(word -> !word.startsWith("-")).toList();
    return switch (program) {
      case "echo", "printf" -> words;
      case "pwd" -> List.of(own.folder());
      case "realpath", "readlink" ->
          words.stream().map(word -> ListedFolders.resolve(own.folder(), word)).toList();
      case "dirname" ->
          words.stream().map(word -> ListedFolders.resolve(own.folder(), word + "/..")).toList();
      case "basename" ->
          words.stream().limit(1).map(word -> word.substring(word.lastIndexOf('/') + 1)).toList();
      default -> List.of();
    };
  }

  private void uses(ProgramCall call, String program, Scope own) {
    boolean shows = KnownPrograms.showsText(program);
    other |= !shows;
    List<String> arguments = new ArrayList<>(call.arguments());
    if (KnownPrograms.hasExpressionFirst(program) && !call.has("-e") && !call.has("-f")) {
      arguments.stream()
          .filter(word -> !word.startsWith("-"))
          .findFirst()
          .ifPresent(arguments::remove);
    }
    if (KnownPrograms.writesToLast(program) && arguments.size() > 1) {
      arguments.removeLast();
    }
    for (String word : arguments) {
      argument(
          word, KnownPrograms.depth(program), own, shows || KnownPrograms.writesToLast(program));
    }
  }

  /// @param surely true if every argument is a file, so that a bare word counts too
  private void argument(String word, Depth depth, Scope own, boolean surely) {
    int sign = word.startsWith("-") ? word.indexOf('=') : -1;
    String path = sign > 0 ? word.substring(sign + 1) : word;
    boolean option = word.startsWith("-") && sign < 0;
    if (!option && (surely || path.contains("/") || path.contains("."))) {
      touch(path, own, Use.READ, depth);
    }
  }

  private boolean executes(String path, Scope own) {
    return touch(path, own, Use.EXECUTED, Depth.FILE);
  }

  private boolean touch(String path, Scope scope, Use use, Depth depth) {
    String place = ListedFolders.resolve(scope.folder(), path);
    List<SkillName> meant = folders.meant(place, depth);
    for (SkillName skill : meant) {
      touches.add(new FileUse(skill, use, Patterns.text(place)));
    }
    other |= use == Use.EXECUTED && !meant.isEmpty();
    return !meant.isEmpty();
  }

  private static String plain(List<String> patterns) {
    return String.join(" ", patterns.stream().map(Patterns::text).toList());
  }
}
