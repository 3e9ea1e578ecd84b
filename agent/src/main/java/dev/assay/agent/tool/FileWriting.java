package dev.assay.agent.tool;

import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/// The tools that change files: `write_file` and `edit_file`.
final class FileWriting {
  private static final long MOST_BYTES = 20 << 20;

  private final Supplier<SandboxFiles> files;

  FileWriting(Supplier<Sandbox> sandbox) {
    files = () -> sandbox.get().files();
  }

  List<Tool> tools() {
    return List.of(writeFile(), editFile());
  }

  private Tool writeFile() {
    return FunctionTool.of(
        "write_file",
        "Writes a text file; one that is there already is replaced. Folders are made as needed.",
        """
        {"type": "object", "additionalProperties": false, "required": ["path", "content"], "properties": {
          "path": {"type": "string", "minLength": 1},
          "content": {"type": "string"}}}
        """,
        arguments -> {
          String path = SandboxPath.path(arguments.text("path"));
          byte[] content = arguments.text("content").getBytes(StandardCharsets.UTF_8);
          files.get().write(path, content);
          return ToolAnswer.of("Wrote " + content.length + " bytes to " + path + ".");
        });
  }

  private Tool editFile() {
    return FunctionTool.of(
        "edit_file",
        "Replaces text in a file. The old text must occur exactly once, unless all is true.",
        """
        {"type": "object", "additionalProperties": false, "required": ["path", "old_text", "new_text"], "properties": {
          "path": {"type": "string", "minLength": 1},
          "old_text": {"type": "string", "minLength": 1, "description": "Exactly as it stands in the file, with its spaces and line ends."},
          "new_text": {"type": "string"},
          "all": {"type": "boolean", "description": "Replace every occurrence."}}}
        """,
        this::edit);
  }

  private ToolAnswer edit(Arguments arguments) {
    String path = SandboxPath.path(arguments.text("path"));
    String old = arguments.text("old_text");
    String text = decoded(path, files.get().read(path, MOST_BYTES));
    int count = count(text, old);
    if (count == 0) {
      return ToolAnswer.failed(
          "The old text does not occur in " + path + ". Read the file and copy it exactly.");
    }
    if (count > 1 && !arguments.flag("all")) {
      return ToolAnswer.failed(
          "The old text occurs "
              + count
              + " times in "
              + path
              + ". Add lines around it until it is unique, or set all to true.");
    }
    files.get().writeText(path, text.replace(old, arguments.text("new_text")));
    return ToolAnswer.of("Replaced " + count + " in " + path + ".");
  }

  /// The text of a file. A file that is not text is refused, because writing it back would damage
  /// it.
  private static String decoded(String path, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          path + " is not UTF-8 text. Change it with execute and a program that knows it.", e);
    }
  }

  private static int count(String text, String part) {
    int count = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
      count++;
    }
    return count;
  }
}
