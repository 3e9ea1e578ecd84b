package dev.assay.cli.calibrate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// The text files of a skill by path.
record CorpusFiles(String name, Map<String, String> files) {
  private static final String DOCUMENT = "SKILL.md";
  private static final String SCRIPT = "scripts/run.py";

  CorpusFiles {
    files = Map.copyOf(files);
  }

  /// Loads every skill of the corpus. All of them are good.
  static Map<String, CorpusFiles> corpus() {
    Map<String, Map<String, String>> found = new TreeMap<>();
    for (String path : resource("index.txt").lines().toList()) {
      int slash = path.indexOf('/');
      found
          .computeIfAbsent(path.substring(0, slash), _ -> new TreeMap<>())
          .put(path.substring(slash + 1), resource(path));
    }
    Map<String, CorpusFiles> corpus = new TreeMap<>();
    found.forEach((name, files) -> corpus.put(name, new CorpusFiles(name, files)));
    return corpus;
  }

  private static String resource(String path) {
    try (InputStream in = CorpusFiles.class.getResourceAsStream("skills/" + path)) {
      if (in == null) {
        throw new IllegalStateException("The corpus has no " + path + ".");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  String document() {
    return files.getOrDefault(DOCUMENT, "");
  }

  CorpusFiles document(UnaryOperator<String> change) {
    return changed(DOCUMENT, change);
  }

  CorpusFiles script(UnaryOperator<String> change) {
    return changed(SCRIPT, change);
  }

  CorpusFiles withoutScript() {
    Map<String, String> fewer = new TreeMap<>(files);
    fewer.remove(SCRIPT);
    return new CorpusFiles(name, fewer);
  }

  private CorpusFiles changed(String path, UnaryOperator<String> change) {
    Map<String, String> other = new TreeMap<>(files);
    other.computeIfPresent(path, (_, text) -> change.apply(text));
    return new CorpusFiles(name, other);
  }

  /// Returns the same skill under another name.
  CorpusFiles named(String other) {
    return new CorpusFiles(
        other,
        document(text -> text.replaceFirst("(?m)^name: .*$", "name: " + other))
            .changed(
                "evals/evals.json", text -> text.replace("\"" + name + "\"", "\"" + other + "\""))
            .files());
  }

  /// Writes the files into a new folder with the skill's name.
  Path write(Path below) throws IOException {
    Path folder = below.resolve(name);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    return folder;
  }
}
