package dev.assay.intake.archive;

import dev.assay.intake.tree.Magic;
import dev.assay.intake.tree.SkillTree;
import dev.assay.intake.tree.Sources;
import dev.assay.intake.tree.TreeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/// Unpacks a zip into a quarantine.
public final class Unpacker {
  private static final int TYPE = 0170000;
  private static final int LINK = 0120000;
  private static final int REGULAR = 0100000;
  private static final int FOLDER = 0040000;
  private static final int ANY_EXECUTE = 0111;

  private final ArchiveLimits limits;

  public Unpacker(ArchiveLimits limits) {
    this.limits = limits;
  }

  /// Copies an uploaded archive into the quarantine and unpacks it there.
  public Unpacked unpack(InputStream sent, Quarantine quarantine) throws IOException {
    try {
      try (OutputStream out =
          Files.newOutputStream(quarantine.archive(), StandardOpenOption.CREATE_NEW)) {
        spool(sent, out);
      }
      return unpackFile(quarantine.archive(), quarantine.files());
    } catch (ArchiveRefusal refusal) {
      return new Unpacked.Refused(refusal.finding());
    }
  }

  /// Unpacks an archive that is already a file.
  public Unpacked unpack(Path archive, Quarantine quarantine) throws IOException {
    try {
      return unpackFile(archive, quarantine.files());
    } catch (ArchiveRefusal refusal) {
      return new Unpacked.Refused(refusal.finding());
    }
  }

  private void spool(InputStream sent, OutputStream out) throws IOException {
    byte[] buffer = new byte[16 * 1024];
    long size = 0;
    for (int n = sent.read(buffer); n >= 0; n = sent.read(buffer)) {
      size += n;
      bound(size);
      out.write(buffer, 0, n);
    }
  }

  private void bound(long size) {
    if (size > limits.archiveBytes()) {
      throw ArchiveRule.TOO_LARGE.refuse(
          "", "The archive has more than " + ArchiveLimits.words(limits.archiveBytes()) + ".");
    }
  }

  private Unpacked unpackFile(Path archive, Path target) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(archive)) {
      bound(channel.size());
      recognize(archive);
      CentralDirectory.bound(channel, 2 * limits.files());
      try (ZipFile zip = open(channel)) {
        return new Unpacked.Files(extract(zip, channel.size(), target));
      }
    }
  }

  /// Opens the archive. Every exception of the library while it reads the entries means a damaged
  /// archive.
  private static ZipFile open(SeekableByteChannel channel) {
    try {
      return ZipFile.builder()
          .setSeekableByteChannel(channel)
          .setCharset(StandardCharsets.UTF_8)
          .setUseUnicodeExtraFields(false)
          .get();
    } catch (IOException | RuntimeException e) {
      throw ArchiveRule.DAMAGED.refuse("", "The archive cannot be read: " + e.getMessage() + ".");
    }
  }

  private void recognize(Path archive) throws IOException {
    byte[] head;
    try (InputStream in = Files.newInputStream(archive)) {
      head = in.readNBytes(512);
    }
    Magic magic = Magic.of(head).orElse(null);
    if (magic == Magic.EMPTY_ZIP) {
      throw ArchiveRule.EMPTY.refuse("", "The archive is empty.");
    }
    if (magic != Magic.ZIP) {
      String other = Sources.strictUtf8(head).isPresent() ? "a text file" : "something else";
      String what = head.length == 0 ? "an empty file" : magic == null ? other : magic.words();
      throw ArchiveRule.NOT_A_ZIP.refuse("", "This is not a zip archive but " + what + ".");
    }
  }

  private SkillTree extract(ZipFile zip, long archiveSize, Path target) throws IOException {
    List<ZipArchiveEntry> entries = Collections.list(zip.getEntries());
    EntryNames names = new EntryNames(limits.depth());
    int count = 0;
    for (ZipArchiveEntry entry : entries) {
      accept(entry, names);
      if (!entry.isDirectory() && ++count > limits.files()) {
        throw ArchiveRule.TOO_MANY_FILES.refuse(
            "", "The archive has more than " + limits.files() + " files.");
      }
    }
    if (count == 0) {
      throw ArchiveRule.EMPTY.refuse("", "The archive holds no files.");
    }
    Files.createDirectories(target);
    Meter meter = new Meter(limits, archiveSize);
    List<TreeFile> files = new ArrayList<>();
    boolean modes = false;
    for (ZipArchiveEntry entry : entries) {
      if (!entry.isDirectory()) {
        modes |= entry.getPlatform() == ZipArchiveEntry.PLATFORM_UNIX;
        files.add(extract(zip, entry, target, meter));
      }
    }
    return new SkillTree(target, files, modes);
  }

  private static void accept(ZipArchiveEntry entry, EntryNames names) {
    String name = entry.getName();
    int type = entry.getUnixMode() & TYPE;
    byte[] raw = entry.getRawName();
    if (raw != null && Sources.strictUtf8(raw).isEmpty()) {
      String shown = new String(raw, StandardCharsets.UTF_8);
      throw ArchiveRule.BAD_NAME.refuse(shown, "The name " + shown + " is not UTF-8.");
    }
    if (entry.isDirectory()) {
      names.folder(name);
    } else {
      names.file(name);
    }
    if (entry.isUnixSymlink() || type == LINK) {
      throw ArchiveRule.LINK.refuse(name, name + " is a link.");
    }
    if (type != 0 && type != REGULAR && type != FOLDER) {
      throw ArchiveRule.DEVICE.refuse(name, name + " is a device, pipe or socket.");
    }
    if (entry.getGeneralPurposeBit().usesEncryption()
        || entry.getGeneralPurposeBit().usesStrongEncryption()) {
      throw ArchiveRule.ENCRYPTED.refuse(name, name + " is encrypted.");
    }
    if (entry.getMethod() != ZipArchiveEntry.STORED
        && entry.getMethod() != ZipArchiveEntry.DEFLATED) {
      throw ArchiveRule.UNSUPPORTED.refuse(
          name, name + " is packed by method " + entry.getMethod() + ".");
    }
  }

  private static TreeFile extract(ZipFile zip, ZipArchiveEntry entry, Path target, Meter meter)
      throws IOException {
    String name = entry.getName();
    Path file = target.resolve(name).normalize();
    if (!file.startsWith(target)) {
      throw ArchiveRule.TRAVERSAL.refuse(name, "The path " + name + " leaves its folder.");
    }
    Files.createDirectories(file.getParent());
    CRC32 sum = new CRC32();
    long size;
    try (InputStream in = new CheckedInputStream(content(zip, entry), sum);
        OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
      size = meter.copy(name, in, out, entry.getCompressedSize());
    }
    if (sum.getValue() != entry.getCrc()) {
      throw ArchiveRule.DAMAGED.refuse(name, name + " does not match its checksum.");
    }
    return new TreeFile(name, size, (entry.getUnixMode() & ANY_EXECUTE) != 0);
  }

  private static InputStream content(ZipFile zip, ZipArchiveEntry entry) {
    try {
      return zip.getInputStream(entry);
    } catch (IOException | RuntimeException e) {
      throw ArchiveRule.DAMAGED.refuse(
          entry.getName(), entry.getName() + " cannot be unpacked: " + e.getMessage() + ".");
    }
  }
}
