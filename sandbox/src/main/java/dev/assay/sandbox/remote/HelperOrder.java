package dev.assay.sandbox.remote;

import dev.assay.skill.sandbox.Command;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What the helper inside is asked to run (`native/src/command.c`).
public final class HelperOrder {
  /// What fits into one argument of a program, with room for whoever quotes it again.
  private static final int MOST_INLINE = 48 << 10;

  /// Where a command runs.
  public enum Place {
    /// In the provider's sandbox, beside the helper.
    BESIDE("command"),
    /// In the recorded sandbox within it.
    INSIDE("inside");

    private final String mode;

    Place(String mode) {
      this.mode = mode;
    }
  }

  private final String id;
  private final Place place;
  private final Command command;
  private final byte[] specification;

  private HelperOrder(String id, Place place, Command command, byte[] specification) {
    this.id = id;
    this.place = place;
    this.command = command;
    this.specification = specification;
  }

  /// By which it can be killed.
  public String id() {
    return id;
  }

  public Command command() {
    return command;
  }

  /// Where the command reads from.
  public sealed interface Source {
    /// Nowhere.
    record Nothing() implements Source {}

    /// The file that the order is in, after it.
    record SameFile() implements Source {}

    /// The standard input of the helper.
    record OwnInput() implements Source {}

    /// Numbered pieces in a folder, until there is a file `end`.
    record Pieces(String folder) implements Source {}
  }

  /// How much of the output the helper sends.
  public enum Extent {
    /// As much as the command's result keeps.
    KEPT,
    /// Everything, as it comes.
    ALL
  }

  /// What every command of a sandbox has.
  ///
  /// @param variables the command's own win
  public record Setting(Place place, Map<String, String> variables) {
    public Setting {
      variables = Map.copyOf(variables);
    }

    public boolean isInside() {
      return place == Place.INSIDE;
    }
  }

  public static HelperOrder of(
      String id, Command command, Setting setting, Source source, Extent extent) {
    Map<String, String> all = new HashMap<>(setting.variables());
    all.putAll(command.variables());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    add(bytes, String.valueOf(command.timeout().toMillis()));
    add(bytes, String.valueOf(extent == Extent.ALL ? 0 : Math.max(2, command.outputLimit())));
    add(
        bytes,
        switch (source) {
          case Source.Nothing _ -> "n";
          case Source.SameFile _ -> "f";
          case Source.OwnInput _ -> "p";
          case Source.Pieces pieces -> "d" + pieces.folder();
        });
    add(bytes, command.folder());
    add(bytes, String.valueOf(all.size()));
    all.forEach((name, value) -> add(bytes, name + "=" + value));
    command.words().forEach(word -> add(bytes, word));
    return new HelperOrder(id, setting.place(), command, bytes.toByteArray());
  }

  private static void add(ByteArrayOutputStream bytes, String word) {
    bytes.writeBytes(word.getBytes(StandardCharsets.UTF_8));
    bytes.write(0);
  }

  /// Whether it can be an argument; else it is sent as a file.
  public boolean isShort() {
    return specification.length <= MOST_INLINE;
  }

  /// The helper's arguments if the order is one of them.
  public List<String> inline() {
    return List.of(place.mode, id, Base64.getEncoder().encodeToString(specification));
  }

  /// The helper's arguments if the order lies in a file.
  public List<String> fromFile(String path) {
    return List.of(place.mode, id, "@" + path);
  }

  /// The content of that file, with the command's input after it.
  public Spool file() {
    byte[] head = "%08x".formatted(specification.length).getBytes(StandardCharsets.US_ASCII);
    try {
      return Spool.read(
          new SequenceInputStream(
              new SequenceInputStream(
                  new ByteArrayInputStream(head), new ByteArrayInputStream(specification)),
              command.input().open()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
