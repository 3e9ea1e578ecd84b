package dev.assay.intake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;

/// Writes the bytes of a zip that no ordinary tool would write, as a `recipe.json` describes it.
final class ZipRecipe {
  private static final int LOCAL = 0x04034b50;
  private static final int CENTRAL = 0x02014b50;
  private static final int END = 0x06054b50;
  private static final int DESCRIPTOR = 0x08074b50;
  private static final int DESCRIPTOR_FLAG = 8;
  private static final int UNIX = 3;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<Placed> placed = new ArrayList<>();

  private record Placed(
      String name,
      int flags,
      int method,
      long crc,
      int packed,
      int size,
      int offset,
      int made,
      int mode) {}

  private ZipRecipe() {}

  static byte[] bake(JsonNode recipe) {
    if (recipe.has("raw")) {
      return recipe.get("raw").asString().getBytes(StandardCharsets.UTF_8);
    }
    if (recipe.has("rawHex")) {
      return HexFormat.of().parseHex(recipe.get("rawHex").asString());
    }
    byte[] zip = new ZipRecipe().zip(recipe);
    int cut = recipe.path("cut").asInt(0);
    return cut == 0 ? zip : java.util.Arrays.copyOf(zip, zip.length - cut);
  }

  private byte[] zip(JsonNode recipe) {
    for (JsonNode entry : recipe.get("entries")) {
      place(entry);
    }
    int many = recipe.path("many").asInt(0);
    for (int i = placed.size(); i < many; i++) {
      add(
          ("notes/f" + i).getBytes(StandardCharsets.UTF_8),
          0,
          0,
          new byte[0],
          new byte[0],
          UNIX,
          0100644);
    }
    int start = out.size();
    placed.forEach(this::central);
    int directory = out.size() - start;
    out.writeBytes(HexFormat.of().parseHex(recipe.path("beforeEndHex").asString("")));
    int count = recipe.path("count").asInt(placed.size());
    write(
        little(22)
            .putInt(END)
            .putShort((short) 0)
            .putShort((short) 0)
            .putShort((short) count)
            .putShort((short) count)
            .putInt(recipe.path("directorySize").asInt(directory))
            .putInt(start)
            .putShort((short) 0));
    return out.toByteArray();
  }

  private void place(JsonNode entry) {
    byte[] name =
        entry.has("nameHex")
            ? HexFormat.of().parseHex(entry.get("nameHex").asString())
            : entry.get("name").asString().getBytes(StandardCharsets.UTF_8);
    if (entry.has("sameAs")) {
      Placed first = placed.get(entry.get("sameAs").asInt());
      placed.add(
          new Placed(
              raw(name),
              first.flags,
              first.method,
              first.crc,
              first.packed,
              first.size,
              first.offset,
              first.made,
              first.mode));
      return;
    }
    byte[] content = content(entry);
    int method = entry.path("method").asInt(content.length > 64 ? 8 : 0);
    byte[] packed = method == 8 && !entry.has("dataHex") ? deflate(content) : content;
    int flags =
        0x800
            | (entry.path("encrypted").asBoolean(false) ? 1 : 0)
            | (entry.path("descriptor").asBoolean(false) ? DESCRIPTOR_FLAG : 0);
    int mode = Integer.parseInt(entry.path("mode").asString("100644"), 8);
    int wrong = entry.has("crc") ? 1 : 0;
    add(
        name,
        flags,
        method + (wrong << 16),
        content,
        packed,
        entry.path("platform").asInt(UNIX),
        mode);
  }

  private void add(
      byte[] name,
      int flags,
      int methodAndFault,
      byte[] content,
      byte[] packed,
      int made,
      int mode) {
    CRC32 sum = new CRC32();
    sum.update(content);
    long crc = sum.getValue() ^ (methodAndFault >> 16);
    int method = methodAndFault & 0xffff;
    boolean later = (flags & DESCRIPTOR_FLAG) != 0;
    placed.add(
        new Placed(
            raw(name), flags, method, crc, packed.length, content.length, out.size(), made, mode));
    write(
        little(30)
            .putInt(LOCAL)
            .putShort((short) 20)
            .putShort((short) flags)
            .putShort((short) method)
            .putInt(0x00210000)
            .putInt(later ? 0 : (int) crc)
            .putInt(later ? 0 : packed.length)
            .putInt(later ? 0 : content.length)
            .putShort((short) name.length)
            .putShort((short) 0));
    out.writeBytes(name);
    out.writeBytes(packed);
    if (later) {
      write(
          little(16)
              .putInt(DESCRIPTOR)
              .putInt((int) crc)
              .putInt(packed.length)
              .putInt(content.length));
    }
  }

  private void central(Placed entry) {
    write(
        little(46)
            .putInt(CENTRAL)
            .putShort((short) (entry.made << 8 | 20))
            .putShort((short) 20)
            .putShort((short) entry.flags)
            .putShort((short) entry.method)
            .putInt(0x00210000)
            .putInt((int) entry.crc)
            .putInt(entry.packed)
            .putInt(entry.size)
            .putShort((short) entry.name.length())
            .putShort((short) 0)
            .putShort((short) 0)
            .putShort((short) 0)
            .putShort((short) 0)
            .putInt(entry.made == UNIX ? entry.mode << 16 : 0)
            .putInt(entry.offset));
    out.writeBytes(entry.name.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static byte[] content(JsonNode entry) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    if (entry.has("zip")) {
      ZipRecipe inner = new ZipRecipe();
      entry.get("zip").forEach(inner::place);
      int start = inner.out.size();
      inner.placed.forEach(inner::central);
      int size = inner.placed.size();
      inner.write(
          little(22)
              .putInt(END)
              .putInt(0)
              .putShort((short) size)
              .putShort((short) size)
              .putInt(inner.out.size() - start)
              .putInt(start)
              .putShort((short) 0));
      return inner.out.toByteArray();
    }
    if (entry.has("gzip")) {
      try (GZIPOutputStream gzip = new GZIPOutputStream(content)) {
        gzip.write(content(entry.get("gzip")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return content.toByteArray();
    }
    if (entry.has("dataHex")) {
      return HexFormat.of().parseHex(entry.get("dataHex").asString());
    }
    text(entry.get("text"), content);
    if (entry.has("repeat")) {
      text(entry.get("repeat").get(0), entry.get("repeat").get(1).asInt(), content);
    }
    return content.toByteArray();
  }

  /// Writes a text, or a list of texts and of `[text, times]`.
  private static void text(JsonNode node, ByteArrayOutputStream content) {
    if (!node.isArray()) {
      content.writeBytes(node.asString().getBytes(StandardCharsets.UTF_8));
      return;
    }
    for (JsonNode part : node) {
      if (part.isArray()) {
        text(part.get(0), part.get(1).asInt(), content);
      } else {
        text(part, content);
      }
    }
  }

  private static void text(JsonNode text, int times, ByteArrayOutputStream content) {
    content.writeBytes(text.asString().repeat(times).getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] deflate(byte[] content) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    Deflater raw = new Deflater(9, true);
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed, raw)) {
      deflater.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      raw.end();
    }
    return packed.toByteArray();
  }

  private void write(ByteBuffer record) {
    byte[] bytes = new byte[record.position()];
    record.flip().get(bytes);
    out.writeBytes(bytes);
  }

  /// Returns a name's bytes as a text of the same length.
  private static String raw(byte[] name) {
    return new String(name, StandardCharsets.ISO_8859_1);
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
