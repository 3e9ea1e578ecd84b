package dev.assay.sandbox;

import dev.assay.skill.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// What this server and the others had alike of a workspace when it last looked: one file for each
/// workspace, which tells apart what was changed here from what was changed elsewhere.
final class KnownFiles {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern NAME =
      Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final Path folder;

  KnownFiles(Path folder) {
    this.folder = folder;
  }

  /// A file of a workspace.
  ///
  /// @param place `uploads` or `intermediate`
  record FilePlace(String place, String path) implements Comparable<FilePlace> {
    @Override
    public int compareTo(FilePlace other) {
      int places = place.compareTo(other.place);
      return places != 0 ? places : path.compareTo(other.path);
    }
  }

  /// What a file holds.
  record Content(Digest digest, long size, boolean executable) {}

  /// @param modified the time of the copy here
  record Known(Content content, Instant modified) {
    boolean fits(SharedTree.Leaf leaf) {
      return content.size() == leaf.size()
          && content.executable() == leaf.executable()
          && modified.equals(leaf.modified());
    }
  }

  record Knowledge(long version, Map<FilePlace, Known> files) {}

  private record Line(
      String place, String path, String digest, long size, boolean executable, String modified) {}

  private record Sheet(long version, List<Line> files) {}

  /// Nothing is known of one that was never looked at, or if the file cannot be read: then
  /// everything is compared.
  Knowledge read(UUID workspace) throws IOException {
    Map<FilePlace, Known> files = new TreeMap<>();
    try {
      Sheet sheet = JSON.readValue(Files.readAllBytes(place(workspace)), Sheet.class);
      for (Line line : sheet.files()) {
        files.put(
            new FilePlace(line.place(), line.path()),
            new Known(
                new Content(Digest.parse(line.digest()), line.size(), line.executable()),
                Instant.parse(line.modified())));
      }
      return new Knowledge(sheet.version(), files);
    } catch (NoSuchFileException | JacksonException e) {
      return new Knowledge(0, new TreeMap<>());
    }
  }

  void write(UUID workspace, Knowledge knowledge) throws IOException {
    List<Line> lines = new ArrayList<>();
    knowledge
        .files()
        .forEach(
            (key, known) ->
                lines.add(
                    new Line(
                        key.place(),
                        key.path(),
                        known.content().digest().toString(),
                        known.content().size(),
                        known.content().executable(),
                        known.modified().toString())));
    Files.createDirectories(folder);
    Path fresh = Files.createTempFile(folder, "fresh-", ".tmp");
    Files.write(fresh, JSON.writeValueAsBytes(new Sheet(knowledge.version(), lines)));
    Files.move(fresh, place(workspace), StandardCopyOption.ATOMIC_MOVE);
  }

  void forget(UUID workspace) throws IOException {
    Files.deleteIfExists(place(workspace));
  }

  List<UUID> all() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> NAME.matcher(name).matches())
          .map(UUID::fromString)
          .toList();
    }
  }

  private Path place(UUID workspace) {
    return folder.resolve(workspace.toString());
  }
}
