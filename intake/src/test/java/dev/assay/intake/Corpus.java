package dev.assay.intake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The cases in `skills-corpus`. Each is a folder with `expected.json`, and either a skill's folder
/// or a `recipe.json` for an archive.
final class Corpus {
  private static final Path ROOT = Path.of("..", "skills-corpus");
  private static final JsonMapper JSON = new JsonMapper();

  private Corpus() {}

  record Case(String kind, Path folder) {
    JsonNode expected() {
      return json(folder.resolve("expected.json"));
    }

    Optional<JsonNode> recipe() {
      Path file = folder.resolve("recipe.json");
      return Files.exists(file) ? Optional.of(json(file)) : Optional.empty();
    }

    Path skill() throws IOException {
      try (Stream<Path> inside = Files.list(folder)) {
        return inside.filter(Files::isDirectory).findFirst().orElseThrow();
      }
    }

    List<String> expectedFindings() {
      List<String> findings = new ArrayList<>();
      expected().get("findings").forEach(each -> findings.add(each.asString()));
      return findings;
    }

    @Override
    public String toString() {
      return kind + "/" + folder.getFileName();
    }
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (String kind : List.of("good", "bad", "odd")) {
      try (Stream<Path> folders = Files.list(ROOT.resolve(kind))) {
        folders.sorted().forEach(folder -> cases.add(new Case(kind, folder)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return cases;
  }

  static IntakeLimits limits(JsonNode recipe) {
    IntakeLimits normal = IntakeLimits.standard();
    JsonNode own = recipe.path("limits");
    return new IntakeLimits(
        own.path("archiveBytes").asLong(normal.archiveBytes()),
        own.path("fileBytes").asLong(normal.fileBytes()),
        own.path("totalBytes").asLong(normal.totalBytes()),
        own.path("files").asInt(normal.files()),
        own.path("ratio").asInt(normal.ratio()),
        own.path("depth").asInt(normal.depth()),
        own.path("skillMdBytes").asLong(normal.skillMdBytes()));
  }

  private static JsonNode json(Path file) {
    return JSON.readTree(file.toFile());
  }
}
