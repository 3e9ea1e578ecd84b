package dev.assay.validation.lab;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.validation.dependency.Difference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// To which packages files belong. A package that came may bring its own files; those of a package
/// that stayed as it was are not for anybody to change.
///
/// The code of a package may have run by now, and may have rewritten what any package records. It
/// cannot count itself among those that came: the lists of packages from before and after say that.
final class Ownership {
  private static final List<String> ROOTS = List.of("/opt", "/home", "/root", "/usr/local");
  private static final int MOST = 200_000;
  private static final long LONGEST_RECORD = 4 << 20;
  private static final long LONGEST_FILE = 64 << 20;
  private static final Pattern IN_PYTHON_PACKAGE =
      Pattern.compile("(?<site>.*)/(?<name>[^/]+?)-[^-/]+\\.dist-info/.+");
  private static final Pattern RECORDED =
      Pattern.compile("(?<file>.*),(?:sha256=(?<hash>[^,]*))?,[^,]*");
  private static final Pattern IN_NODE_PACKAGE =
      Pattern.compile(".*/node_modules/(?<name>(?:@[^/]+/)?[^/@.][^/]*)/.+");
  private static final Pattern NODE_LINK =
      Pattern.compile(".*/npm/bin/[^/]+|.*/node_modules/\\.bin/[^/]+");
  private static final Pattern PYTHON_ITSELF =
      Pattern.compile(
          ".*/venv/(?:pyvenv\\.cfg|lib64|bin/(?:python[0-9.]*|pip3?|[aA]ctivate.*)"
              + "|lib/[^/]+/site-packages/pip/__(?:init|main)__\\.py)");

  private final SandboxFiles files;
  private final Difference difference;
  private final Set<RuntimeEnvironment> places;
  private final Set<String> brought = new HashSet<>();
  private final Map<String, Recorded> kept = new HashMap<>();

  /// @param hash of the content, as the package says
  private record Recorded(String owner, Optional<String> hash) {}

  /// Whose file it is that was changed.
  sealed interface Owner {
    /// A package that came; it is its own.
    record Newcomer() implements Owner {}

    /// A package that was there before and stayed as it was.
    record Other(String name) implements Owner {}

    record Nobody() implements Owner {}
  }

  private Ownership(SandboxFiles files, Difference difference, Set<RuntimeEnvironment> places) {
    this.files = files;
    this.difference = difference;
    this.places = places;
  }

  static Ownership in(Sandbox sandbox, Difference difference, Set<RuntimeEnvironment> places) {
    Ownership ownership = new Ownership(sandbox.files(), difference, places);
    for (String root : ROOTS) {
      if (sandbox.files().stat(root).isPresent()) {
        for (FileEntry entry : ownership.records(root)) {
          ownership.take(entry.path().startsWith("/") ? entry.path() : root + "/" + entry.path());
        }
      }
    }
    return ownership;
  }

  Owner of(String path) {
    RuntimeEnvironment where = RuntimeEnvironment.at(path);
    if (!where.isShared() && !places.contains(where)) {
      return new Owner.Other("environment of " + where.skill());
    }
    Recorded before = kept.get(path);
    if (before != null) {
      return isUnchanged(path, before) ? new Owner.Newcomer() : new Owner.Other(before.owner());
    }
    if (brought.contains(path) || NODE_LINK.matcher(path).matches()) {
      return new Owner.Newcomer();
    }
    if (PYTHON_ITSELF.matcher(path).matches()) {
      return new Owner.Other("Python");
    }
    Matcher python = IN_PYTHON_PACKAGE.matcher(path);
    if (python.matches()) {
      return owner(Ecosystem.PIP, python.group("name"), path);
    }
    Matcher node = IN_NODE_PACKAGE.matcher(path);
    return node.matches() ? owner(Ecosystem.NPM, node.group("name"), path) : new Owner.Nobody();
  }

  private Owner owner(Ecosystem ecosystem, String name, String path) {
    return came(ecosystem, name, path) ? new Owner.Newcomer() : new Owner.Other(name);
  }

  private boolean came(Ecosystem ecosystem, String name, String path) {
    String compared =
        ecosystem == Ecosystem.PIP ? name.toLowerCase(Locale.ROOT).replaceAll("[-_.]+", "-") : name;
    return difference.brought(ecosystem, compared, RuntimeEnvironment.at(path));
  }

  /// A package owns nothing outside of the environment it is in.
  private void take(String record) {
    Matcher place = IN_PYTHON_PACKAGE.matcher(record);
    if (!place.matches()) {
      return;
    }
    Path site = Path.of(place.group("site"));
    Path environment = site.resolve("../../..").normalize();
    boolean came = came(Ecosystem.PIP, place.group("name"), record);
    for (String line : text(record).lines().toList()) {
      Matcher recorded = RECORDED.matcher(line);
      if (recorded.matches()) {
        Path file = site.resolve(recorded.group("file")).normalize();
        if (came && file.startsWith(environment)) {
          brought.add(file.toString());
        } else if (!came) {
          kept.put(
              file.toString(),
              new Recorded(
                  place.group("name"),
                  Optional.ofNullable(recorded.group("hash")).filter(hash -> !hash.isEmpty())));
        }
      }
    }
  }

  /// Two packages may bring the same file, such as an empty one.
  private boolean isUnchanged(String path, Recorded before) {
    try {
      byte[] digest = Digest.sha256().digest(files.read(path, LONGEST_FILE));
      return before
          .hash()
          .equals(Optional.of(Base64.getUrlEncoder().withoutPadding().encodeToString(digest)));
    } catch (AssayException e) {
      return false;
    }
  }

  private List<FileEntry> records(String root) {
    try {
      return files.glob(root, "**/*.dist-info/RECORD", MOST);
    } catch (AssayException e) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "What packages own below %s could not be read: %s".formatted(root, e.reason()),
          e);
    }
  }

  private String text(String path) {
    try {
      return new String(files.read(path, LONGEST_RECORD), StandardCharsets.UTF_8);
    } catch (AssayException e) {
      return "";
    }
  }
}
