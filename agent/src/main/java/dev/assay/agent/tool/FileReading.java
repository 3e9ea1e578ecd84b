package dev.assay.agent.tool;

import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The tools that look at files: `read_file`, `ls`, `glob`, `grep`.
final class FileReading {
  private static final int MOST_FOUND = 500;
  private static final int MOST_LOOKED_AT = 50_000;
  private static final int MOST_LINE = 500;

  private final Supplier<SandboxFiles> files;
  private final TextPage page;
  private final QuotedData quotation;
  private final ShortenedResult longText;

  FileReading(Supplier<Sandbox> sandbox, QuotedData quotation, ShortenedResult longText) {
    files = () -> sandbox.get().files();
    page = new TextPage(files, quotation);
    this.quotation = quotation;
    this.longText = longText;
  }

  List<Tool> tools() {
    return List.of(readFile(), ls(), glob(), grep());
  }

  private Tool readFile() {
    return FunctionTool.of(
        "read_file",
        "Reads a text file, page by page. Lines are as they are in the file, without numbers.",
        """
        {"type": "object", "additionalProperties": false, "required": ["path"], "properties": {
          "path": {"type": "string", "minLength": 1},
          "offset": {"type": "integer", "minimum": 1, "description": "The first line; 1 if left out."},
          "limit": {"type": "integer", "minimum": 1, "maximum": 5000,
            "description": "How many lines; 500 if left out."}}}
        """,
        arguments -> {
          String path = SandboxPath.path(arguments.text("path"));
          return ToolAnswer.of(
              page.read(path, arguments.number("offset", 1), arguments.number("limit", 500)));
        });
  }

  private Tool ls() {
    return FunctionTool.of(
        "ls",
        "Lists what is in a folder.",
        """
        {"type": "object", "additionalProperties": false, "required": ["path"], "properties": {
          "path": {"type": "string", "minLength": 1}}}
        """,
        arguments -> {
          String path = SandboxPath.path(arguments.text("path"));
          return listing(path, files.get().list(path));
        });
  }

  private Tool glob() {
    return FunctionTool.of(
        "glob",
        "Finds files below a folder whose path relative to it matches a pattern such as **/*.csv.",
        """
        {"type": "object", "additionalProperties": false, "required": ["folder", "pattern"], "properties": {
          "folder": {"type": "string", "minLength": 1},
          "pattern": {"type": "string", "minLength": 1}}}
        """,
        arguments -> {
          String folder = SandboxPath.path(arguments.text("folder"));
          return listing(
              folder, files.get().glob(folder, arguments.text("pattern"), MOST_LOOKED_AT));
        });
  }

  private Tool grep() {
    return FunctionTool.of(
        "grep",
        "Finds lines that match a POSIX extended regular expression, in text files below a path.",
        """
        {"type": "object", "additionalProperties": false, "required": ["path", "expression"], "properties": {
          "path": {"type": "string", "minLength": 1},
          "expression": {"type": "string", "minLength": 1}}}
        """,
        arguments -> {
          String path = SandboxPath.path(arguments.text("path"));
          List<SandboxFiles.Match> found =
              files.get().grep(path, arguments.text("expression"), MOST_FOUND);
          if (found.isEmpty()) {
            return ToolAnswer.of("No line below " + path + " matches.");
          }
          String lines =
              found.stream()
                  .map(
                      match ->
                          Visible.line(match.path()) + ":" + match.line() + ":" + cut(match.text()))
                  .collect(Collectors.joining("\n"));
          String more = found.size() < MOST_FOUND ? "" : " (there may be more)";
          return ToolAnswer.of(
              found.size()
                  + " lines"
                  + more
                  + ":\n"
                  + quotation.around("matches", longText.shortened(lines)));
        });
  }

  private ToolAnswer listing(String folder, List<FileEntry> entries) {
    if (entries.isEmpty()) {
      return ToolAnswer.of("Nothing in " + folder + ".");
    }
    String lines =
        entries.stream().limit(MOST_FOUND).map(FileReading::line).collect(Collectors.joining("\n"));
    String more = entries.size() > MOST_FOUND ? " (the first " + MOST_FOUND + " are shown)" : "";
    return ToolAnswer.of(
        entries.size() + " in " + folder + more + ":\n" + quotation.around("listing", lines));
  }

  private static String line(FileEntry entry) {
    String path = Visible.line(entry.path());
    return switch (entry.kind()) {
      case FOLDER -> path + "/";
      case FILE -> path + " (" + entry.size() + " bytes)";
      case LINK -> path + " -> " + Visible.line(entry.target());
      case OTHER -> path + " (special file)";
    };
  }

  private static String cut(String line) {
    return line.length() <= MOST_LINE ? line : line.substring(0, MOST_LINE) + "…";
  }
}
