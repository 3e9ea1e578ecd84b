package dev.assay.agent.work;

import dev.assay.agent.activation.ListedFolders;
import dev.assay.agent.activation.Reading;
import dev.assay.agent.activation.SeenInTranscript;
import dev.assay.skill.Visible;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.task.TaskFile;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A judge's view of a run: every step as a piece of its own, so that no output can pass for
/// another step, and without the text of skills.
public final class JudgeView {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern EXIT = Pattern.compile("exit code: (\\d{1,3})\\b");
  private static final Pattern MARKER =
      Pattern.compile("(?m)^<<(begin|end) [0-9a-f]{32} ?([^\\n>]{0,80})>>\\n?");
  private static final Set<String> SKILL_READERS =
      Set.of("load_skill", "read_skill_resource", "list_skills");
  private static final Set<String> RUNNERS = Set.of("execute", "execute_skill_script");
  private static final Set<String> TOOLS =
      Set.of(
          "execute",
          "read_file",
          "write_file",
          "edit_file",
          "ls",
          "glob",
          "grep",
          "list_skills",
          "load_skill",
          "read_skill_resource",
          "execute_skill_script",
          "write_todos",
          "task");
  private static final int LONGEST = 6_000;
  private static final int MOST_STEPS = 80;
  private static final int MOST_FILES = 20;

  private final SkillTexts skills;
  private final ListedFolders folders;
  private final List<Piece> pieces = new ArrayList<>();

  /// A labelled part of the view.
  public record Piece(String label, String text) {}

  public JudgeView(SkillTexts skills, ListedFolders folders) {
    this.skills = skills;
    this.folders = folders;
  }

  public List<Piece> of(Transcript transcript, List<TaskFile> produced) {
    walk(transcript, "");
    if (pieces.size() > MOST_STEPS) {
      int left = pieces.size() - MOST_STEPS;
      pieces.subList(MOST_STEPS / 2, MOST_STEPS / 2 + left).clear();
      pieces.add(MOST_STEPS / 2, new Piece("note", left + " steps are left out here."));
    }
    int number = 0;
    for (TaskFile file : produced.stream().limit(MOST_FILES).toList()) {
      number++;
      add("name of file produced " + number, skills.hide(Visible.line(file.name())));
      add("file produced " + number, content(file));
    }
    if (produced.size() > MOST_FILES) {
      pieces.add(new Piece("note", (produced.size() - MOST_FILES) + " more files were produced."));
    }
    return List.copyOf(pieces);
  }

  private void walk(Transcript transcript, String where) {
    int turn = 0;
    for (Entry entry : transcript.entries()) {
      switch (entry) {
        case Entry.Replied replied -> {
          turn++;
          boolean last = replied.calls().isEmpty();
          String label =
              last && where.isEmpty() ? "final answer" : "agent said in turn " + turn + where;
          if (!replied.text().isBlank()) {
            add(label, skills.hide(replied.text()));
          }
        }
        case Entry.Used used -> used(used, " in turn " + turn + where);
        case Entry.Delegated delegated ->
            walk(delegated.transcript(), " of the sub-agent of turn " + turn + where);
        case Entry.Noted noted -> add("note", skills.hide(noted.text()));
        case Entry.Instructed _, Entry.Asked _ -> {}
      }
    }
  }

  private void used(Entry.Used used, String where) {
    ToolCall call = used.call();
    add("call of " + tool(call) + where, skills.hide(arguments(call)));
    String result = withoutMarkers(used.result());
    Matcher exit = EXIT.matcher(result);
    boolean ran = RUNNERS.contains(call.tool()) && exit.lookingAt();
    String label = "result of " + tool(call) + where + (ran ? ", exit code " + exit.group(1) : "");
    add(label, isSkillText(used) ? SkillTexts.placeholder(result) : skills.hide(result));
  }

  /// Says whether the result is nothing but a skill's text.
  private boolean isSkillText(Entry.Used used) {
    if (used.failed()) {
      return false;
    }
    if (SKILL_READERS.contains(used.call().tool())) {
      return true;
    }
    boolean shows =
        SeenInTranscript.line(used.call(), folders).map(Reading::showsOnly).orElse(true);
    return shows
        && !used.call().tool().equals("execute_skill_script")
        && !SeenInTranscript.touches(used, folders).isEmpty();
  }

  private void add(String label, String text) {
    pieces.add(new Piece(label, shortened(text)));
  }

  private static String arguments(ToolCall call) {
    try {
      JsonNode root = JSON.readTree(call.arguments());
      StringBuilder text = new StringBuilder();
      root.properties()
          .forEach(
              field ->
                  text.append(field.getKey())
                      .append(": ")
                      .append(
                          field.getValue().isString()
                              ? field.getValue().asString()
                              : field.getValue().toString())
                      .append('\n'));
      return text.toString().stripTrailing();
    } catch (JacksonException e) {
      return call.arguments();
    }
  }

  private String content(TaskFile file) {
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(file.content())).toString();
      return skills.hide(text);
    } catch (CharacterCodingException e) {
      return "(" + file.content().length + " bytes that are not text)";
    }
  }

  private static String withoutMarkers(String text) {
    return MARKER
        .matcher(text)
        .replaceAll(
            marker ->
                marker.group(1).equals("begin")
                    ? Matcher.quoteReplacement(marker.group(2) + ":\n")
                    : "");
  }

  private static String shortened(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int half = LONGEST / 2;
    return text.substring(0, half)
        + "\n[... "
        + (text.length() - LONGEST)
        + " characters cut ...]\n"
        + text.substring(text.length() - half);
  }

  /// The name of a tool for a label. Labels stand outside of the fence, so they may contain only
  /// trusted words.
  private static String tool(ToolCall call) {
    return TOOLS.contains(call.tool()) ? call.tool() : "an unknown tool";
  }
}
