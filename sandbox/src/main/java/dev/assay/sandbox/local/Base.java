package dev.assay.sandbox.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What images start from.
///
/// @param parts the overlays, in the order they are mounted: `root` is the sandbox's `/`, any other
///   name is mounted on `/NAME`
/// @param texts files that every sandbox gets anew: `PART/PATH` to content
/// @param masks `PART/PATH` of folders that sandboxes without layers see empty
/// @param options more words for bubblewrap
/// @param uid who a command is inside
record Base(
    String name,
    List<Part> parts,
    Map<String, String> texts,
    List<String> masks,
    List<String> options,
    int uid) {
  /// An overlay and its lowest folder, relative to the storage or absolute.
  record Part(String name, String lowest) {}

  /// The part and the path in it that hold an absolute path of the inside.
  String placeOf(Path inside) {
    String text = inside.toString().substring(1);
    int slash = text.indexOf('/');
    String first = slash < 0 ? text : text.substring(0, slash);
    boolean own = parts.stream().anyMatch(part -> part.name().equals(first));
    return own ? text : "root/" + text;
  }
}
