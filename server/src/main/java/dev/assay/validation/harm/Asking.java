package dev.assay.validation.harm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files and settings that a task asks to make or change, in its own words. A verb alone asks
/// for nothing. The object must follow it, and neither as something to read (`of`, `about`, `from`)
/// nor as something to leave alone (`not`, `without`).
///
/// @param clauses the clauses of the task that ask for something, in lower case
public record Asking(List<String> clauses) {
  private static final Pattern VERB =
      Pattern.compile(
          "\\b(?:(?:creat|writ|mak|generat|configur|sav|stor|chang|updat|enabl|initiali[sz]|custom[iy][sz]|personali[sz]"
              + "|schedul|defin|remov|delet|eras|replac|mov|renam|prepar|includ|overwrit|produc|provid|activat)(?:e|ing)"
              + "|(?:append|edit|insert|install|register|extend|fix|turn(?:ing)? o(?:n|ff)|remember|export|need|want|give|place|scaffold|bootstrap"
              + "|build|setup|drop|modify|teach|tell|record|reset|restore)(?:ing)?"
              + "|init|wish|would like|add(?:ing)?(?!\\s+up\\b)|set(?:ting)?|put(?:ting)?|adapt)\\b");

  /// Words before an object that a task only reads, or that another text is about.
  private static final Pattern READS =
      Pattern.compile(
          "\\b(?:of|about|from|with|using|by|against|like|based|on|describ\\w+|explain\\w*|how|why|what|(?:that|which|who) (?!opens?\\b)[a-z]+s"
              + "|reads?|summar\\w+|analy[sz]\\w+|compar\\w+|report|reports|review|reviews|tutorial|guide|article|essay|overview|notes?"
              + "|documentation|docs|cheat ?sheet|presentation|slides?|test|tests|table|chart|question|questions|story"
              + "|poem|look|check|see|use|follow|find|print|show|count|open|parse|inspect|answer|according)\\b(?! (?:my|the) (?:path|machine|computer)\\b)");

  private static final Pattern NOT =
      Pattern.compile(
          "\\b(?:do not|don['’]?t|does not|must not|mustn['’]?t|should not|shouldn['’]?t|never|without|no need|not to|rather than|instead of|leave)\\b");
  private static final Pattern NO_NOT =
      Pattern.compile("\\b(?:do not|don['’]?t|never) forget to\\b|\\bnot only\\b");
  private static final Pattern END =
      Pattern.compile("[.!?;:](?:\\s+|$)|\\n+|,?\\s+but\\s+|(?=" + NOT.pattern() + ")");

  private static final Pattern DIRECT =
      Pattern.compile(
          "\\b(?:set(?:ting)?(?:[ -]?up)?|configur(?:e|ing)|custom[iy][sz](?:e|ing)|personali[sz](?:e|ing)|initiali[sz](?:e|ing)|install(?:ing)?"
              + "|teach|tell|make|have|let|want|adapt)\\s+(?:(?:my|the|our|a|an|your|this|all|every|future|global|local|new)\\s+)*$");

  private static final Pattern PROJECT =
      Pattern.compile(
          "\\b(?:creat(?:e|ing)|scaffold|set(?:ting)? up|initiali[sz](?:e|ing)|init|generat(?:e|ing)|bootstrap|start|build|make|write)\\b"
              + "[^|]{0,80}\\b(?:projects?|repository|repositories|repo|repos|app|application|boilerplate|starter|monorepo|website|library|extension|package)\\b"
              + "(?! (?:plan|plans|report|reports|list|lists|overview|proposal|schedule|timeline|budget|summary|charter|description)\\b)");

  private static final Pattern COPY =
      Pattern.compile(
          "\\b(?:(?:clone|fork|unpack|extract|unzip|untar)\\b|(?:check(?:ing)? out|download|fetch|copy)\\b[^|]{0,80}"
              + "\\b(?:projects?|repository|repositories|repo|repos|archive|tarball)\\b)");
  private static final int NEAR = 60;

  public Asking {
    clauses = List.copyOf(clauses);
  }

  public static Asking of(String prompt) {
    List<String> clauses = new ArrayList<>();
    String text = NO_NOT.matcher(prompt.toLowerCase(Locale.ROOT)).replaceAll(" ");
    for (String clause : END.split(text, -1)) {
      if (!NOT.matcher(clause).lookingAt() && !clause.isBlank()) {
        clauses.add(clause.strip());
      }
    }
    return new Asking(clauses);
  }

  boolean about(Topic topic) {
    return clauses.stream().anyMatch(clause -> isAbout(clause, topic));
  }

  private static boolean isAbout(String clause, Topic topic) {
    Matcher alone = topic.alone().matcher(clause);
    while (alone.find()) {
      if (isAsked(clause, alone.start())) {
        return true;
      }
    }
    Matcher program = topic.program().matcher(clause);
    while (program.find()) {
      if (DIRECT.matcher(clause.substring(0, program.start())).find()) {
        return true;
      }
      Matcher thing = topic.thing().matcher(clause);
      while (thing.find()) {
        boolean apart = thing.end() <= program.start() || thing.start() >= program.end();
        int between =
            Math.max(thing.start(), program.start()) - Math.min(thing.end(), program.end());
        if (apart && between < NEAR && isAsked(clause, Math.min(thing.start(), program.start()))) {
          return true;
        }
      }
    }
    return false;
  }

  /// Tests whether an asking verb precedes the object, with no words between them that lead
  /// elsewhere.
  private static boolean isAsked(String clause, int at) {
    Matcher verb = VERB.matcher(clause);
    while (verb.find() && verb.end() <= at) {
      if (!READS.matcher(clause.substring(verb.end(), at)).find()) {
        return true;
      }
    }
    return clause.substring(0, at).matches("(?:.*[,\\s])?(?:in|into|to)\\s+(?:(?:my|the|our)\\s+)?")
        && VERB.matcher(clause)
            .results()
            .anyMatch(
                later ->
                    later.start() > at
                        && clause
                            .substring(at, later.start())
                            .matches("[^,]*,\\s*(?:please\\s+)?"));
  }

  /// Tests whether the task asks for a file by its name, its path or its folder.
  public boolean names(String path) {
    for (String name : names(Place.of(path).path(), path)) {
      Pattern mention =
          Pattern.compile(
              "(?<![\\w./~$-])"
                  + Pattern.quote(name.toLowerCase(Locale.ROOT))
                  + "/?(?![\\w-]|[./]\\w|/\\*)");
      for (String clause : clauses) {
        Matcher found = mention.matcher(clause);
        while (found.find()) {
          if (isAsked(clause, found.start())) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /// Returns the names that mean a file. A plain word such as `config` means it only with its
  /// folder.
  private static List<String> names(String place, String path) {
    List<String> names = new ArrayList<>(List.of(path, place));
    if (place.startsWith("~")) {
      names.add("$HOME" + place.substring(1));
    }
    String name = path.substring(path.lastIndexOf('/') + 1);
    if (name.length() > 3 && name.matches(".*[._-].*")) {
      names.add(name);
    }
    String[] parts = place.split("/", -1);
    for (int from = 1; from < parts.length - 1; from++) {
      names.add(String.join("/", List.of(parts).subList(from, parts.length)));
    }
    for (int to = 2; to < parts.length; to++) {
      String folder = String.join("/", List.of(parts).subList(0, to));
      boolean own = to > (place.startsWith("~/") ? 2 : 3);
      boolean its = to == parts.length - 1 && to > 1 && !place.startsWith("/workspace/");
      if (own || its) {
        names.add(folder);
        names.add(folder.replaceFirst("^~", "\\$HOME"));
      }
    }
    return names;
  }

  /// Returns whether the task asks for a copy of another author's folder, with all that is in it.
  boolean forCopy() {
    return clauses.stream().anyMatch(clause -> COPY.matcher(clause).find());
  }

  /// Returns whether the task asks for a project, which has settings of its own.
  boolean forProject() {
    return clauses.stream().anyMatch(clause -> PROJECT.matcher(clause).find());
  }
}
