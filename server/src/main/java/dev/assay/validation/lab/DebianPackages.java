package dev.assay.validation.lab;

import dev.assay.contents.Contents;
import dev.assay.contents.Item;
import dev.assay.contents.UnusablePackage;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.dependency.PackageContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Installs Debian packages from their files. Their maintainer scripts run, and no list names the
/// files that these leave. The packages are therefore also installed on the clean base, and the
/// image may get only the files that appear there.
final class DebianPackages {
  private static final String FOLDER = "/tmp/debs";
  private static final String STATUS = "/var/lib/dpkg/status";
  private static final String LISTS = "/var/lib/dpkg/info";
  private static final long LONGEST = 256 << 20;
  private static final String LEFTOVERS =
      "rm -rf /tmp/debs /var/log/dpkg.log /var/log/alternatives.log /var/log/apt /var/cache/ldconfig"
          + " /var/cache/apt/archives /var/cache/apt/*.bin /var/cache/debconf/*-old"
          + " /var/lib/dpkg/*-old /var/lib/apt/lists /var/lib/dpkg/lock* /var/lib/dpkg/triggers/Lock";

  private DebianPackages() {}

  /// Tests whether the base of a sandbox can take Debian packages.
  static boolean canBeInstalled(Sandbox sandbox) {
    return !sandbox.spec().image().base().equals(SandboxImage.HOST)
        && sandbox.files().stat("/usr/bin/apt-get").isPresent()
        && sandbox.files().stat("/usr/bin/dpkg").isPresent();
  }

  static List<PackageContent> among(List<PackageContent> packages) {
    return packages.stream().filter(each -> each.source().ecosystem() == Ecosystem.SYSTEM).toList();
  }

  /// The files that the packages leave on the clean base.
  ///
  /// @param status the list of packages, as paragraphs
  /// @param owners the packages by path
  record Reference(List<LayerEntry> entries, Set<String> status, Map<String, String> owners) {}

  static Reference refer(Sandbox clean, SandboxEngine engine, List<PackageContent> packages) {
    install(clean, packages);
    Set<String> status = status(clean.files());
    Map<String, String> owners = owners(clean.files(), packages);
    SandboxImage made = clean.freeze();
    return new Reference(engine.changes(made), status, owners);
  }

  static void install(Sandbox sandbox, List<PackageContent> packages) {
    List<String> words = new ArrayList<>(List.of("dpkg", "--install"));
    for (PackageContent each : packages) {
      String path = FOLDER + "/" + each.source().file();
      try (InputStream content = Files.newInputStream(each.content())) {
        sandbox.files().write(path, content);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      words.add(path);
    }
    CommandResult result =
        sandbox.run(
            Command.of(words)
                .in("/")
                .withVariable("DEBIAN_FRONTEND", "noninteractive")
                .withVariable("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
                .withTimeout(Duration.ofMinutes(10)));
    if (!result.succeeded()) {
      throw new UnusablePackage(
          "dpkg could not install the packages of the operating system: "
              + result.stderr().text().strip());
    }
    CommandResult _ =
        sandbox.run(Command.shell(LEFTOVERS).in("/").withVariable("PATH", "/usr/bin:/bin"));
  }

  static Set<String> status(SandboxFiles files) {
    String text = new String(files.read(STATUS, LONGEST), StandardCharsets.UTF_8);
    return new TreeSet<>(List.of(text.split("\n\n+", -1)));
  }

  private static Map<String, String> owners(SandboxFiles files, List<PackageContent> packages) {
    Map<String, String> owners = new HashMap<>();
    for (FileEntry entry : files.list(LISTS)) {
      if (entry.path().endsWith(".list")) {
        String name = entry.path().replaceFirst("(?::[a-z0-9]+)?\\.list$", "");
        packages.stream()
            .filter(each -> each.source().name().equals(name))
            .findFirst()
            .ifPresent(
                each ->
                    new String(
                            files.read(LISTS + "/" + entry.path(), LONGEST), StandardCharsets.UTF_8)
                        .lines()
                        .forEach(path -> owners.put(path, "system " + each.source().shown())));
      }
    }
    return owners;
  }

  /// Returns the part for the image: all files that differ from those of the image.
  ///
  /// @param status the list of packages in the image; it may have another order than the
  ///   reference's
  static Claimed claim(
      Reference reference, Contents before, Set<String> status, List<LayerEntry> found) {
    SortedMap<String, Item> added = new TreeMap<>();
    Map<String, Integer> folders = new HashMap<>();
    Set<String> removed = new HashSet<>();
    for (LayerEntry entry : reference.entries()) {
      switch (entry.kind()) {
        case FILE, LINK -> {
          Item item = item(entry, reference.owners());
          if (before.find(entry.path()).filter(item::isLike).isEmpty()) {
            added.put(entry.path(), item);
          }
        }
        case FOLDER, REPLACED_FOLDER -> folders.put(entry.path(), entry.mode());
        case REMOVED -> {
          if (found.stream()
              .anyMatch(
                  each ->
                      each.kind() == LayerEntry.Kind.REMOVED && each.path().equals(entry.path()))) {
            removed.add(entry.path()); // else an earlier layer removed it
          }
        }
        default -> {} // nothing that an image may have
      }
    }
    if (status.equals(reference.status())) {
      found.stream()
          .filter(entry -> entry.path().equals(STATUS))
          .forEach(entry -> added.put(STATUS, item(entry, reference.owners())));
    }
    return new Claimed(added, folders, removed);
  }

  record Claimed(
      SortedMap<String, Item> added, Map<String, Integer> folders, Set<String> removed) {}

  private static Item item(LayerEntry entry, Map<String, String> owners) {
    return new Item(
        entry.path(),
        entry.kind() == LayerEntry.Kind.LINK ? Item.Kind.LINK : Item.Kind.FILE,
        entry.mode(),
        entry.content(),
        List.of(owners.getOrDefault(entry.path(), "system")));
  }
}
