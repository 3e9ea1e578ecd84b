package dev.assay.sandbox.local;

import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.LayerEntry.Kind;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads a frozen layer from outside. The helper lists it, because files that sandboxes wrote can
/// have any mode and name; contents are read here.
///
/// @param base the layer is on
/// @param hidden `PART/PATH` of what sandboxes of this machine do not see
record LayerScan(Base base, Set<String> hidden) {
  private static final int FIELDS = 7;
  private static final int PLAIN_FOLDER = 0755;
  private static final int PLAIN_FILE = 0644;

  /// What sandboxes see of it.
  ///
  /// @param entries everything in the layer
  List<LayerEntry> seen(List<LayerEntry> entries) {
    List<LayerEntry> all = new ArrayList<>();
    Set<String> ways = ways();
    for (Base.Part part : base.parts()) {
      String above = part.name() + "/";
      for (LayerEntry entry : entries) {
        if (entry.path().startsWith(above) && !isOwn(entry.path(), entry, ways)) {
          all.add(named(entry, part.name()));
        }
      }
    }
    return all;
  }

  /// Everything in a layer, with the part of the base that each is in.
  static List<LayerEntry> entries(NativeProgram program, Path folder) {
    byte[] records = program.output("own", "look", folder.toString());
    String[] fields = new String(records, StandardCharsets.UTF_8).split("\0", -1);
    List<LayerEntry> entries = new ArrayList<>();
    for (int at = 0; at + FIELDS < fields.length; at += FIELDS) {
      entries.add(
          entry(
              folder,
              fields[at],
              fields[at + 3].equals("y"),
              new LayerEntry(
                  fields[at + 5],
                  Kind.SPECIAL,
                  Integer.parseInt(fields[at + 1], 8),
                  fields[at + 6],
                  Long.parseLong(fields[at + 2]),
                  fields[at + 4].isEmpty() ? List.of() : List.of(fields[at + 4].split(" ", -1)))));
    }
    if (fields.length % FIELDS != 1) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The list of the layer " + folder + " is not whole.");
    }
    return entries;
  }

  private static LayerEntry entry(Path folder, String type, boolean opaque, LayerEntry seen) {
    return switch (type) {
      case "f" -> file(folder, seen);
      case "d" -> with(seen, opaque ? Kind.REPLACED_FOLDER : Kind.FOLDER, "");
      case "l" -> with(seen, Kind.LINK, seen.content());
      case "w" -> with(seen, Kind.REMOVED, "");
      default -> with(seen, Kind.SPECIAL, "");
    };
  }

  private static LayerEntry file(Path folder, LayerEntry seen) {
    MessageDigest digest = Digest.sha256();
    try (InputStream content =
        Files.newInputStream(folder.resolve(seen.path()), LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = new byte[64 * 1024];
      for (int size = content.read(bytes); size >= 0; size = content.read(bytes)) {
        digest.update(bytes, 0, size);
      }
      return with(seen, Kind.FILE, Digest.finish(digest).hex());
    } catch (IOException | InvalidPathException e) {
      return with(seen, Kind.UNREADABLE, "");
    }
  }

  private static LayerEntry with(LayerEntry seen, Kind kind, String content) {
    return new LayerEntry(seen.path(), kind, seen.mode(), content, seen.names(), seen.attributes());
  }

  private static LayerEntry named(LayerEntry entry, String part) {
    return new LayerEntry(
        part.equals("root") ? entry.path().substring(part.length()) : "/" + entry.path(),
        entry.kind(),
        entry.mode(),
        entry.content(),
        entry.names(),
        entry.attributes());
  }

  /// Whether the engine put it there and nobody changed it since.
  private boolean isOwn(String place, LayerEntry entry, Set<String> ways) {
    if (!entry.attributes().isEmpty()) {
      return false;
    }
    return switch (entry.kind()) {
      case FILE -> {
        String text = base.texts().get(place);
        yield text != null
            && entry.mode() == PLAIN_FILE
            && entry.content().equals(Digest.of(text.getBytes(StandardCharsets.UTF_8)).hex());
      }
      case FOLDER -> entry.mode() == PLAIN_FOLDER && ways.contains(place);
      case REPLACED_FOLDER -> entry.mode() == PLAIN_FOLDER && isMask(place);
      case REMOVED -> isMask(place);
      default -> false;
    };
  }

  private boolean isMask(String place) {
    return base.masks().contains(place) || hidden.contains(place);
  }

  /// Folders on the way to what the engine lays into every sandbox.
  private Set<String> ways() {
    Set<String> places = new HashSet<>(base.texts().keySet());
    places.addAll(base.masks());
    places.addAll(hidden);
    Set<String> ways = new HashSet<>();
    for (String place : places) {
      for (int at = place.indexOf('/'); at > 0; at = place.indexOf('/', at + 1)) {
        ways.add(place.substring(0, at));
      }
    }
    return ways;
  }
}
