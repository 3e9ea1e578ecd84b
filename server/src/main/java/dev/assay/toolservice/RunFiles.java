package dev.assay.toolservice;

import java.util.List;
import java.util.Objects;

/// The artifacts that a run gets, and those of its files that become artifacts.
public record RunFiles(List<Input> inputs, List<Output> outputs) {
  static final RunFiles NONE = new RunFiles(List.of(), List.of());

  public RunFiles {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /// @param name the name below `inputs` in the working directory
  public record Input(String artifact, String name) {}

  /// @param path the caller's path, relative to the working directory
  /// @param saveAs the name of the artifact
  public record Output(String path, String saveAs) {}

  /// The result of collecting the outputs.
  ///
  /// @param extras the packages of the session beyond the admitted ones
  public record Collected(List<Created> created, List<Failed> failed, List<Extra> extras) {
    static final Collected NOTHING = new Collected(List.of(), List.of(), List.of());

    public Collected {
      created = List.copyOf(created);
      failed = List.copyOf(failed);
      extras = List.copyOf(Objects.requireNonNullElse(extras, List.of())); // not in older ones
    }

    Collected with(List<Extra> more) {
      return new Collected(created, failed, more);
    }
  }

  /// A package that was installed during work.
  ///
  /// @param ecosystem `pip` or `npm`
  /// @param skill the skill whose environment it is in; empty for commands without a skill
  public record Extra(String ecosystem, String name, String version, String skill) {}

  public record Created(
      String artifact, String path, String filename, String mime, long size, String sha256) {}

  /// A file that did not become an artifact, with the reason.
  public record Failed(String path, String error) {}
}
