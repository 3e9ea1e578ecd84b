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

/// An order for the helper inside (`native/src/command.c`).
public final class HelperOrder {
  /// The longest argument of a program, with room for further quoting.
  private static final int MOST_INLINE = 48 << 10;

  /// The place of a command.
  public enum Place {
    /// Runs in the provider's sandbox, beside the helper.
    BESIDE("command"),
    /// Runs in the recorded sandbox within it.
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

  /// The id by which it can be killed.
  public String id() {
    return id;
  }

  public Command command() {
    return command;
  }

  /// The source of the command's input.
  public sealed interface Source {
    /// No input.
    record Nothing() implements Source {}

    /// The rest of the file that contains the order.
    record SameFile() implements Source {}

    /// The standard input of the helper.
    record OwnInput() implements Source {}

    /// The numbered pieces in a folder, until a file `end` appears.
    record Pieces(String folder) implements Source {}
  }

  /// The part of the output that the helper sends.
  public enum Extent {
    /// The part that the command's result keeps.
    KEPT,
    /// The whole output, as it arrives.
    ALL
  }

  /// The settings of every command of a sandbox.
  ///
  /// @param variables the sandbox's variables; those of the command win
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

  /// Returns whether it fits into an argument; else it is sent as a file.
  public boolean isShort() {
    return specification.length <= MOST_INLINE;
  }

  /// The helper's arguments for an order in an argument.
  public List<String> inline() {
    return List.of(place.mode, id, Base64.getEncoder().encodeToString(specification));
  }

  /// The helper's arguments for an order in a file.
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
