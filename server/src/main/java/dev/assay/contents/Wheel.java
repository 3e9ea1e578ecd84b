package dev.assay.contents;

import dev.assay.skill.Digest;
import dev.assay.skill.Visible;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/// A Python package as a wheel (PEP 427). It is laid out here, file by file, so that no foreign
/// code runs while an image is made, and so that the installed files are those that RECORD claims.
public final class Wheel implements AutoCloseable {
  private static final int MOST_FILES = 100_000;
  private static final int MOST_REMARKS = 20;
  private static final int LONGEST_TEXT = Staging.LONGEST_TEXT;
  private static final int LONGEST_INTERPRETER = 16;
  private static final Pattern FOLDER =
      Pattern.compile("(?<name>[^/]+?)-(?<version>[^-/]+)\\.dist-info");
  private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,200}[a-z0-9])?");
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9.!+_]{1,100}");
  private static final Pattern SIGNATURE =
      Pattern.compile("[^/]+\\.dist-info/RECORD(?:\\.jws|\\.p7s)?");
  private static final Pattern COMPILED = Pattern.compile(".*/?__pycache__/.*|.*\\.py[co]");
  private static final Pattern SCRIPT = Pattern.compile("#!pythonw?(?=[ \\r\\n]|$)");
  private static final Set<String> BY_INSTALLERS =
      Set.of("INSTALLER", "REQUESTED", "direct_url.json");

  /// Names that packages put beside their own modules by mistake.
  private static final Set<String> ORDINARY = Set.copyOf(DataLines.read("ordinary-names.txt"));

  private static final int REGULAR = 0100000;
  private static final int TYPE = 0170000;

  private final String file;
  private final ZipFile zip;
  private final String name;
  private final String version;
  private final String info;
  private final WheelRecord record;
  private final List<String> remarks = new ArrayList<>();

  /// @throws UnusablePackage if the file is no wheel
  public Wheel(String file, Path content) {
    this.file = file;
    try {
      this.zip = ZipFile.builder().setPath(content).get();
    } catch (IOException | IllegalArgumentException e) {
      throw unusable("it is no zip archive: " + e.getMessage());
    }
    try {
      this.info = information();
      Matcher folder = FOLDER.matcher(info);
      boolean named = folder.matches();
      this.name = named ? comparable(folder.group("name")) : "";
      this.version = named ? folder.group("version") : "";
      if (!NAME.matcher(name).matches() || !VERSION.matcher(version).matches()) {
        throw unusable("its folder " + Visible.line(info, 100) + " names no package");
      }
      requireSame(file, name);
      requireKnownFormat();
      requireSameMetadata();
      this.record = WheelRecord.parse(text(info + "/RECORD"));
    } catch (IOException | RuntimeException e) {
      closeQuietly();
      throw e instanceof RuntimeException ours ? ours : unusable(e.toString());
    }
  }

  /// The name in the form in which Python compares names.
  public String name() {
    return name;
  }

  public String version() {
    return version;
  }

  /// The owner of the files in lists of contents.
  public String owner() {
    return owner(name, version);
  }

  static String owner(String name, String version) {
    return "pip " + name + " " + version;
  }

  /// The file METADATA.
  public String metadata() {
    try {
      return text(info + "/METADATA");
    } catch (IOException e) {
      throw unusable(e.toString());
    }
  }

  /// Lays out its files in an environment.
  ///
  /// @param programs the rules for the names of its programs
  /// @param taken says whether another package has that path already
  public void lay(
      PythonEnvironment environment,
      Staging staging,
      ProgramNames programs,
      Predicate<String> taken) {
    try {
      new Layout(environment, staging, programs, taken).all();
    } catch (IOException e) {
      throw unusable(e.toString());
    }
  }

  /// One installation.
  private final class Layout {
    private final PythonEnvironment environment;
    private final Staging staging;
    private final ProgramNames programs;
    private final Predicate<String> taken;
    private final SortedMap<String, Item> installed = new TreeMap<>();

    private Layout(
        PythonEnvironment environment,
        Staging staging,
        ProgramNames programs,
        Predicate<String> taken) {
      this.environment = environment;
      this.staging = staging;
      this.programs = programs;
      this.taken = taken;
    }

    void all() throws IOException {
      Set<String> seen = new HashSet<>();
      for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
        if (!seen.add(entry.getName())) {
          throw unusable("it holds " + Visible.line(entry.getName(), 200) + " twice");
        }
        if (!entry.isDirectory() && !SIGNATURE.matcher(entry.getName()).matches()) {
          Optional<String> claimed = claimed(entry);
          if (COMPILED.matcher(entry.getName()).matches()) {
            remark("left out, because compiled code is made here from the source:", entry);
          } else {
            add(entry, claimed);
          }
        }
      }
      for (EntryPoints.Program program : entryPoints().programs()) {
        if (isAdmitted(program.name())) {
          add(
              environment.programs() + "/" + program.name(),
              0755,
              program.text(environment.python()).getBytes(StandardCharsets.UTF_8));
        }
      }
      String record = environment.site() + "/" + info + "/RECORD";
      add(
          environment.site() + "/" + info + "/INSTALLER",
          0644,
          "assay\n".getBytes(StandardCharsets.UTF_8));
      add(
          record,
          0644,
          WheelRecord.text(installed, environment.site(), info + "/RECORD")
              .getBytes(StandardCharsets.UTF_8));
    }

    /// @param claimed the digest of its content in RECORD
    private void add(ZipArchiveEntry entry, Optional<String> claimed) throws IOException {
      String inside = entry.getName();
      String data = info.substring(0, info.length() - ".dist-info".length()) + ".data/";
      String target = environment.site();
      boolean script = false;
      if (inside.startsWith(data)) {
        int slash = inside.indexOf('/', data.length());
        String kind = slash < 0 ? "" : inside.substring(data.length(), slash);
        script = kind.equals("scripts");
        target =
            switch (kind) {
              case "purelib", "platlib" -> environment.site();
              case "scripts" -> environment.programs();
              case "headers" -> environment.headers(name);
              case "data" -> environment.root();
              default -> throw unusable("it has data of an unknown kind: " + shown(inside));
            };
        inside = inside.substring(slash + 1);
      }
      String path =
          Staging.below(target, inside)
              .orElseThrow(
                  () -> unusable("its file " + shown(entry.getName()) + " leads elsewhere"));
      if (isLeftOut(path, entry)) {
        return;
      }
      boolean executable = script || (entry.getUnixMode() & 0111) != 0;
      try (InputStream content = new BufferedInputStream(zip.getInputStream(entry))) {
        String digest;
        if (script && isForPython(content)) {
          byte[] text = content.readNBytes(LONGEST_TEXT);
          digest = Digest.of(text).hex();
          add(path, 0755, withInterpreter(text));
        } else {
          digest = put(path, executable ? 0755 : 0644, content);
        }
        if (claimed.isPresent() && !claimed.get().equals(digest)) {
          remark("its RECORD names another content of", entry);
        }
      }
    }

    private boolean isAdmitted(String program) {
      Optional<String> why = programs.rule(program, "pip " + name);
      why.ifPresent(remarks::add);
      return why.isEmpty();
    }

    private boolean isLeftOut(String path, ZipArchiveEntry entry) {
      String site = environment.site() + "/";
      String below = path.startsWith(site) ? path.substring(site.length()) : "";
      String child = below.replaceFirst("/.*", "");
      if (below.startsWith(info + "/")
          && BY_INSTALLERS.contains(below.substring(info.length() + 1))) {
        remark("left out, because installers write it:", entry);
        return true;
      }
      Matcher folder = FOLDER.matcher(child);
      if (folder.matches()
          && comparable(folder.group("name")).equals(Wheel.this.name)
          && !entry.getName().startsWith(info + "/")) {
        throw unusable("it has metadata of its own in two places: " + shown(entry.getName()));
      }
      if (isOwnEgg(child)) {
        remark("left out, because it repeats the package's own metadata:", entry);
        return true;
      }
      if (ORDINARY.contains(child.replaceFirst("\\.py$", "")) && taken.test(site + child)) {
        remark("left out, because another package has that name at the top:", entry);
        return true;
      }
      String programs = environment.programs() + "/";
      return path.startsWith(programs)
          && path.indexOf('/', programs.length()) < 0
          && !isAdmitted(path.substring(programs.length()));
    }

    private boolean isOwnEgg(String folder) {
      return folder.endsWith(".egg-info")
          && comparable(
                  folder
                      .substring(0, folder.length() - ".egg-info".length())
                      .replaceFirst("-.*", ""))
              .equals(Wheel.this.name);
    }

    /// Says whether a file is a script for the Python that it is installed with. Its first line is
    /// replaced; other files stay unchanged.
    private static boolean isForPython(InputStream content) throws IOException {
      content.mark(LONGEST_INTERPRETER);
      String start =
          new String(content.readNBytes(LONGEST_INTERPRETER), StandardCharsets.ISO_8859_1);
      content.reset();
      return SCRIPT.matcher(start).lookingAt();
    }

    private byte[] withInterpreter(byte[] script) {
      return SCRIPT
          .matcher(new String(script, StandardCharsets.ISO_8859_1))
          .replaceFirst(Matcher.quoteReplacement("#!" + environment.python()))
          .getBytes(StandardCharsets.ISO_8859_1);
    }

    private void add(String path, int mode, byte[] content) throws IOException {
      String _ = put(path, mode, new ByteArrayInputStream(content));
    }

    private String put(String path, int mode, InputStream content) throws IOException {
      if (environment.isReserved(path, owner())) {
        throw unusable("it would take the place of " + path + " of the environment itself");
      }
      Item item = staging.add(path, mode, content, owner());
      installed.put(path, item);
      return item.content();
    }
  }

  private String information() throws IOException {
    List<String> found = new ArrayList<>();
    int files = 0;
    for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
      int kind = entry.getUnixMode() & TYPE;
      if (++files > MOST_FILES) {
        throw unusable("it has more than %,d files".formatted(MOST_FILES));
      }
      if (!entry.isDirectory() && kind != 0 && kind != REGULAR) {
        throw unusable(shown(entry.getName()) + " is no regular file");
      }
      int slash = entry.getName().indexOf('/');
      String top = slash < 0 ? "" : entry.getName().substring(0, slash);
      if (top.endsWith(".dist-info") && !found.contains(top)) {
        found.add(top);
      }
    }
    if (found.size() != 1) {
      throw unusable("it has %d folders that end in .dist-info".formatted(found.size()));
    }
    return found.getFirst();
  }

  /// Checks that the wheel's file name begins with the package's name and version.
  private void requireSame(String file, String name) {
    String[] words = file.split("-", -1);
    if (words.length < 5 || !comparable(words[0]).equals(name)) {
      throw unusable("it holds " + Visible.line(name, 100) + " " + Visible.line(version, 100));
    }
  }

  private void requireKnownFormat() throws IOException {
    Optional<String> format =
        text(info + "/WHEEL")
            .lines()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("wheel-version:"))
            .findFirst();
    if (format.isEmpty() || !format.get().matches("(?i)wheel-version:\\s*1\\.\\d+\\s*")) {
      throw unusable("it is of an unknown format: " + Visible.line(format.orElse("none"), 60));
    }
  }

  /// Checks the metadata itself, because tools read it and not the name of its folder.
  private void requireSameMetadata() {
    List<String> names = field("Name");
    List<String> versions = field("Version");
    if (names.size() != 1
        || versions.size() != 1
        || !comparable(names.getFirst()).equals(name)
        || !comparableVersion(versions.getFirst()).equals(comparableVersion(version))) {
      throw unusable(
          "its metadata is that of %s %s"
              .formatted(shown(String.join(", ", names)), shown(String.join(", ", versions))));
    }
  }

  /// The values of a field in the head of METADATA.
  private List<String> field(String field) {
    return metadata()
        .lines()
        .takeWhile(line -> !line.isBlank())
        .filter(line -> line.regionMatches(true, 0, field + ":", 0, field.length() + 1))
        .map(line -> line.substring(field.length() + 1).strip())
        .toList();
  }

  /// A version in the spelling of PEP 440, as far as wheels differ.
  public static String comparableVersion(String version) {
    return version
        .toLowerCase(Locale.ROOT)
        .replaceFirst("^v", "")
        .replaceAll("[-_.]*(?:alpha|a)[-_.]*(?=\\d)", "a")
        .replaceAll("[-_.]*(?:beta|b)[-_.]*(?=\\d)", "b")
        .replaceAll("[-_.]*(?:preview|pre|rc|c)[-_.]*(?=\\d)", "rc")
        .replaceAll("[-_.]*(?:post|rev|r(?!c))[-_.]*(?=\\d)", ".post")
        .replaceAll("[-_.]+", ".")
        .replaceAll("(?<![0-9])0+(?=[0-9])", "");
  }

  private Optional<String> claimed(ZipArchiveEntry entry) {
    Optional<String> claimed = record.hashes().get(entry.getName());
    if (claimed == null) {
      remark("its RECORD does not list", entry);
      return Optional.empty();
    }
    return claimed;
  }

  /// Adds a remark on a careless package. The hash of the whole wheel was verified, so such a fault
  /// is not an attack.
  private void remark(String what, ZipArchiveEntry entry) {
    if (remarks.size() < MOST_REMARKS) {
      remarks.add("%s %s: %s %s".formatted(name, version, what, shown(entry.getName())));
    }
  }

  /// Remarks for a reviewer on the files that were laid out.
  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  /// Plug-ins that a package offers to others: group to names.
  ///
  /// @param text of the file entry_points.txt; one that Python cannot read offers none
  public static SortedMap<String, List<String>> plugins(String text) {
    try {
      return EntryPoints.parse(text).plugins();
    } catch (IllegalArgumentException e) {
      return new TreeMap<>();
    }
  }

  private EntryPoints entryPoints() {
    String path = info + "/entry_points.txt";
    try {
      return EntryPoints.parse(zip.getEntry(path) == null ? "" : text(path));
    } catch (IllegalArgumentException e) {
      throw unusable(path + ", which names programs and plug-ins, is none: " + e.getMessage());
    } catch (IOException e) {
      throw unusable(e.toString());
    }
  }

  private String text(String path) throws IOException {
    ZipArchiveEntry entry = zip.getEntry(path);
    if (entry == null) {
      throw new ZipException("it has no " + path);
    }
    try (InputStream content = zip.getInputStream(entry)) {
      byte[] bytes = content.readNBytes(LONGEST_TEXT + 1);
      if (bytes.length > LONGEST_TEXT) {
        throw Staging.tooLong(path);
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private UnusablePackage unusable(String why) {
    return new UnusablePackage("The wheel %s cannot be installed: %s.".formatted(shown(file), why));
  }

  private static String shown(String text) {
    return Visible.line(text, 200);
  }

  /// A name in the form in which Python compares names of packages.
  public static String comparable(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[-_.]+", "-");
  }

  private void closeQuietly() {
    try {
      zip.close();
    } catch (IOException e) {
      return; // it was only read
    }
  }

  @Override
  public void close() {
    closeQuietly();
  }
}
