package dev.assay.validation.dependency;

import dev.assay.contents.Contents;
import dev.assay.skill.Digest;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.validation.dependency.PackageSource.Made;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// The content of an image beyond its base: the origin of each package, and each file with its
/// owner. As text it has a line for each package and then a line for each file, separated by tabs.
/// The digest of that text identifies the inventory.
public record Inventory(Contents files, List<PackageSource> packages) {
  private static final String PACKAGE = "package\t";
  private static final Comparator<PackageSource> ORDER =
      Comparator.comparing(PackageSource::ecosystem)
          .thenComparing(PackageSource::environment)
          .thenComparing(PackageSource::name)
          .thenComparing(PackageSource::version)
          .thenComparing(source -> source.places().toString());

  public static final Inventory EMPTY = new Inventory(Contents.NONE, List.of());

  public Inventory {
    packages = packages.stream().sorted(ORDER).toList();
  }

  /// Returns the packages after adding the given ones, which replace older versions.
  public List<PackageSource> packagesWith(List<PackageSource> more) {
    List<PackageSource> all =
        new ArrayList<>(
            packages.stream().filter(old -> more.stream().noneMatch(old::isReplacedBy)).toList());
    all.addAll(more);
    return all;
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    for (PackageSource each : packages) {
      text.append(PACKAGE)
          .append(
              String.join(
                  "\t",
                  word(each.ecosystem()),
                  plain(each.name()),
                  plain(each.version()),
                  each.environment(),
                  plain(each.file()),
                  each.sha256().toString(),
                  Long.toString(each.size()),
                  each.made().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                  plain(each.origin()),
                  plain(String.join(" ", each.places()))))
          .append(each.builtFrom().map(digest -> "\t" + digest).orElse(""))
          .append('\n');
    }
    return text.append(files.text()).toString();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  public static Inventory parse(String text) {
    List<PackageSource> packages = new ArrayList<>();
    StringBuilder files = new StringBuilder();
    for (String line : text.lines().toList()) {
      if (line.startsWith(PACKAGE)) {
        String[] cells = line.split("\t", -1);
        packages.add(
            new PackageSource(
                Ecosystem.valueOf(cells[1].toUpperCase(Locale.ROOT)),
                cells[2],
                cells[3],
                cells[4],
                cells[5],
                Digest.parse(cells[6]),
                Long.parseLong(cells[7]),
                Made.valueOf(cells[8].toUpperCase(Locale.ROOT).replace('-', '_')),
                cells[9],
                cells[10].isEmpty() ? List.of() : List.of(cells[10].split(" ", -1)),
                cells.length > 11 ? Optional.of(Digest.parse(cells[11])) : Optional.empty()));
      } else {
        files.append(line).append('\n');
      }
    }
    return new Inventory(Contents.parse(files.toString()), packages);
  }

  public Digest digest() {
    return Digest.of(text().getBytes(StandardCharsets.UTF_8));
  }

  /// Returns the compressed text.
  public byte[] packed() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
      packed.write(text().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public static Inventory unpack(byte[] packed) {
    try (GZIPInputStream text = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return parse(new String(text.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
