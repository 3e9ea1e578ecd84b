package dev.assay.sandbox.local;

import static dev.assay.skill.sandbox.SandboxImage.DEBIAN;
import static dev.assay.skill.sandbox.SandboxImage.HOST;

import dev.assay.sandbox.agent.HostTexts;
import dev.assay.skill.Architecture;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The bases this machine has: `host`, always, `debian` once it was built, and what was imported.
/// Each has a folder for its processor, because a home can be carried to another machine.
final class Bases {
  static final String HOST_NAME = HostTexts.HOST_NAME;

  private static final List<String> OVERLAID = List.of("usr", "etc", "var");
  private static final List<String> LINKED =
      List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32");
  private static final List<String> OPEN =
      List.of(
          "home/agent",
          "opt/runtime",
          "root",
          "srv",
          "mnt",
          "media",
          "workspace/uploads",
          "workspace/intermediate",
          "workspace/skills");
  private static final List<String> POINTS = List.of("dev", "proc", "run", "sys", "tmp");
  private static final Pattern FOLDER =
      Pattern.compile("(" + DEBIAN + "|" + ImportedBases.NAME + ")-" + Architecture.own().word());

  private final EngineFolders storage;

  Bases(EngineFolders storage) {
    this.storage = storage;
  }

  Set<String> names() {
    Set<String> names = new TreeSet<>(Set.of(HOST));
    try (Stream<Path> all = Files.list(storage.folder("bases"))) {
      all.map(path -> FOLDER.matcher(String.valueOf(path.getFileName())))
          .filter(Matcher::matches)
          .forEach(found -> names.add(found.group(1)));
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The bases in " + storage.root() + " cannot be listed: " + e,
          e);
    }
    return names;
  }

  Path folder(String name) {
    return folder(storage.root(), name);
  }

  /// Where a storage has a base of this machine's processor, or would have it.
  static Path folder(Path storage, String name) {
    return storage.resolve(relative(name));
  }

  private static String relative(String name) {
    return "bases/" + name + "-" + Architecture.own().word();
  }

  Base find(String name) {
    return name.equals(HOST) ? host() : unpacked(name);
  }

  /// Gives those that were made before processors were named the name of this machine's.
  void nameOld() throws IOException {
    for (String name : List.of(HOST, DEBIAN)) {
      Path old = storage.folder("bases").resolve(name);
      if (Files.isDirectory(old) && Files.notExists(folder(name))) {
        Files.move(old, folder(name), StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private Base unpacked(String name) {
    Map<String, String> texts = new HashMap<>();
    texts.put("root/etc/hosts", HostTexts.HOSTS);
    texts.put("root/etc/hostname", HOST_NAME + "\n");
    texts.put("root/etc/resolv.conf", HostTexts.RESOLVER);
    if (Files.isDirectory(folder(name).resolve("etc/apt"), LinkOption.NOFOLLOW_LINKS)) {
      texts.put("root/etc/apt/apt.conf.d/90sandbox", "APT::Sandbox::User \"root\";\n");
    }
    List<String> options = new ArrayList<>();
    if (Files.isDirectory(Path.of("/etc/ssl/certs"))) {
      options.addAll(List.of("--ro-bind", "/etc/ssl/certs", "/etc/ssl/certs"));
    }
    return new Base(
        name, List.of(new Base.Part("root", relative(name))), texts, List.of(), options, 0);
  }

  private Base host() {
    List<Base.Part> parts = new ArrayList<>(List.of(new Base.Part("root", relative(HOST))));
    OVERLAID.forEach(name -> parts.add(new Base.Part(name, "/" + name)));
    Map<String, String> texts = new HashMap<>();
    HostTexts.FILES.forEach((path, content) -> texts.put("etc/" + path, content));
    List<String> options = new ArrayList<>();
    for (String name : LINKED) {
      Path path = Path.of("/", name);
      if (Files.isDirectory(path) && !Files.isSymbolicLink(path)) {
        options.addAll(List.of("--ro-bind", path.toString(), path.toString()));
      }
    }
    return new Base(HOST, parts, texts, HostTexts.PRIVATE, options, HostTexts.UID);
  }

  /// Makes the skeleton of the `host` base: what is not the host's own.
  void prepareHost() throws IOException {
    Path root = folder(HOST);
    if (Files.exists(root)) {
      return;
    }
    Path fresh = Files.createTempDirectory(storage.folder("bases"), ".host");
    List<String> folders = new ArrayList<>(OPEN);
    folders.addAll(POINTS);
    folders.addAll(OVERLAID);
    for (String folder : folders) {
      Path at = fresh;
      for (Path name : Path.of(folder)) {
        at = at.resolve(name);
        if (!Files.exists(at)) {
          Files.createDirectory(at);
          storage.give(at);
        }
      }
    }
    for (String name : LINKED) {
      Path path = Path.of("/", name);
      if (Files.isSymbolicLink(path)) {
        Files.createSymbolicLink(fresh.resolve(name), Files.readSymbolicLink(path));
      }
    }
    Files.createSymbolicLink(fresh.resolve("skills"), Path.of(Layout.SKILLS));
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
    storage.give(fresh);
    try {
      Files.move(fresh, root);
    } catch (IOException e) {
      if (!Files.exists(root)) {
        throw e;
      }
    }
  }
}
