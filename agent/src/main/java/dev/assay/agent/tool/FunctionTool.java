package dev.assay.agent.tool;

import dev.assay.skill.AssayException;
import dev.assay.skill.model.ToolDescription;
import dev.assay.skill.sandbox.FileWorkEnded;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.tool.Tool;
import dev.assay.skill.tool.ToolAnswer;

/// A tool made of its description and its work. A wrong path or value is reported to the model. A
/// failure of the platform goes on as an exception.
record FunctionTool(ToolDescription description, Work work) implements Tool {
  /// The work of the tool.
  @FunctionalInterface
  interface Work {
    ToolAnswer with(Arguments arguments);
  }

  static Tool of(String name, String description, String schema, Work work) {
    return new FunctionTool(new ToolDescription(name, description, schema), work);
  }

  @Override
  public ToolAnswer use(String arguments) {
    try {
      return work.with(new Arguments(arguments));
    } catch (SandboxFailure e) {
      throw e;
    } catch (FileWorkEnded e) {
      return ToolAnswer.failed(e.reason());
    } catch (AssayException e) {
      if (!isAboutFiles(e)) {
        throw e;
      }
      return ToolAnswer.failed(e.reason());
    } catch (IllegalArgumentException e) {
      return ToolAnswer.failed(String.valueOf(e.getMessage()));
    }
  }

  private static boolean isAboutFiles(AssayException e) {
    return switch (e.code()) {
      case SANDBOX_FILE_NOT_FOUND, SANDBOX_FILE_REFUSED, BAD_REQUEST -> true;
      default -> false;
    };
  }
}
