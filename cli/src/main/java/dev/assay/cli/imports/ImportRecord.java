package dev.assay.cli.imports;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The sources of imported skills, kept in `assay-skills.json`. The file is meant for version
/// control.
record ImportRecord(List<Source> sources) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  ImportRecord {
    sources = List.copyOf(sources);
  }

  /// @param source the source as the user gave it
  /// @param ref the branch or tag that is followed
  /// @param commit the imported commit
  record Source(String source, String ref, String commit, List<Imported> skills) {
    Source {
      skills = List.copyOf(skills);
    }
  }

  /// @param path the path in the repository
  /// @param digest the digest of the admitted tree
  /// @param id the id on the server
  record Imported(String path, String name, String digest, String id) {}

  static ImportRecord read(Path file) {
    if (!Files.exists(file)) {
      return new ImportRecord(List.of());
    }
    try {
      return JSON.readValue(Files.readString(file), ImportRecord.class);
    } catch (IOException | JacksonException | IllegalArgumentException | NullPointerException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          file + " is not a record of imports. Restore it, or remove it and import again.",
          e);
    }
  }

  /// Returns a record in which the given source replaces its earlier entry.
  ImportRecord with(Source source) {
    List<Source> all = new ArrayList<>(sources);
    all.removeIf(each -> each.source().equals(source.source()));
    all.add(source);
    return new ImportRecord(all);
  }

  void write(Path file) {
    try {
      Path folder = file.toAbsolutePath().resolveSibling("");
      Path draft = Files.createTempFile(folder, ".assay-skills", ".new");
      Files.writeString(
          draft, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, file + " cannot be written: " + e.getMessage() + ".", e);
    }
  }
}
