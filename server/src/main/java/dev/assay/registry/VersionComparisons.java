package dev.assay.registry;

import dev.assay.registry.VersionComparison.Change;
import dev.assay.registry.VersionComparison.FieldChange;
import dev.assay.registry.VersionComparison.FileChange;
import dev.assay.registry.diff.UnifiedDiff;
import dev.assay.skill.AssayException;
import dev.assay.skill.BundleFile;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Manifest;
import dev.assay.skill.Visible;
import dev.assay.skill.dependency.Requirement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Compares versions of skills.
public final class VersionComparisons {
  private static final long LONGEST_TEXT = 512 << 10;
  private static final int LONGEST_DIFF = 50_000;
  private static final int LONGEST_IN_ALL = 400_000;

  private final Skills skills;
  private final SkillFolders folders;

  public VersionComparisons(Skills skills, SkillFolders folders) {
    this.skills = skills;
    this.folders = folders;
  }

  /// @param against another version of the same name; without one the version in use, or else the
  ///   previous one
  /// @throws AssayException with `SKILL_NOT_FOUND` if there is nothing to compare with
  public VersionComparison compare(UUID id, Optional<Integer> against) {
    Skill after = skills.load(id);
    List<Skill> others =
        skills.versions(after.name()).stream().filter(each -> !each.id().equals(id)).toList();
    Skill before =
        against
            .map(version -> others.stream().filter(o -> o.version() == version).findFirst())
            .orElseGet(() -> usual(after, others))
            .orElseThrow(() -> nothing(after, against));
    return compare(before, after);
  }

  private static Optional<Skill> usual(Skill after, List<Skill> others) {
    return others.stream()
        .filter(Skill::inUse)
        .findFirst()
        .or(() -> others.stream().filter(each -> each.version() < after.version()).findFirst());
  }

  private static AssayException nothing(Skill skill, Optional<Integer> against) {
    return new AssayException(
        ErrorCode.SKILL_NOT_FOUND,
        "There is no %s of \"%s\" to compare version %d with."
            .formatted(
                against.map(version -> "version " + version).orElse("other version"),
                skill.name(),
                skill.version()));
  }

  private VersionComparison compare(Skill before, Skill after) {
    List<FileChange> files = new ArrayList<>();
    Map<String, BundleFile> old = files(before);
    Map<String, BundleFile> now = files(after);
    TreeSet<String> paths = new TreeSet<>(old.keySet());
    paths.addAll(now.keySet());
    int room = LONGEST_IN_ALL;
    boolean cut = false;
    for (String path : paths) {
      @Nullable BundleFile was = old.get(path);
      @Nullable BundleFile is = now.get(path);
      if (!Objects.equals(was, is)) {
        Optional<String> diff = diff(before, after, was, is);
        if (diff.isPresent() && diff.get().length() > Math.min(room, LONGEST_DIFF)) {
          diff = Optional.empty();
          cut = true;
        }
        room -= diff.map(String::length).orElse(0);
        files.add(new FileChange(path, change(was, is), diff));
      }
    }
    return new VersionComparison(
        before,
        after,
        files,
        changes(fields(before.bundle().manifest()), fields(after.bundle().manifest())),
        changes(dependencies(before), dependencies(after)),
        cut);
  }

  private static Map<String, BundleFile> files(Skill skill) {
    Map<String, BundleFile> files = new TreeMap<>();
    skill.bundle().files().forEach(file -> files.put(file.path(), file));
    return files;
  }

  private static Change change(@Nullable BundleFile was, @Nullable BundleFile is) {
    return was == null ? Change.ADDED : is == null ? Change.REMOVED : Change.CHANGED;
  }

  private Optional<String> diff(
      Skill before, Skill after, @Nullable BundleFile was, @Nullable BundleFile is) {
    Optional<String> old = text(before, was);
    Optional<String> now = text(after, is);
    return old.isPresent() && now.isPresent()
        ? Optional.of(Visible.text(UnifiedDiff.of(old.get(), now.get())))
        : Optional.empty();
  }

  /// The text of a file. A missing file is an empty text; a file that is no text has none.
  private Optional<String> text(Skill skill, @Nullable BundleFile file) {
    if (file == null) {
      return Optional.of("");
    }
    if (file.size() > LONGEST_TEXT) {
      return Optional.empty();
    }
    Path path = folders.of(skill.bundle()).resolve(file.path());
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.BLOB_STORE_FAILED,
          "The stored files of \"%s\" cannot be read: %s".formatted(skill.name(), e.getMessage()),
          e);
    }
  }

  private static Map<String, String> fields(Manifest manifest) {
    Map<String, String> fields = new TreeMap<>();
    fields.put("description", manifest.description());
    manifest.license().ifPresent(text -> fields.put("license", text));
    manifest.compatibility().ifPresent(text -> fields.put("compatibility", text));
    manifest.metadata().forEach((name, text) -> fields.put("metadata." + name, text));
    if (!manifest.allowedTools().isEmpty()) {
      fields.put("allowed-tools", String.join(" ", manifest.allowedTools()));
    }
    return fields;
  }

  private static Map<String, String> dependencies(Skill skill) {
    Map<String, String> all = new TreeMap<>();
    for (Requirement each : skill.bundle().dependencies().requirements()) {
      all.merge(
          each.ecosystem().name().toLowerCase(Locale.ROOT) + " " + each.name(),
          each.range().isEmpty() ? "any" : each.range(),
          (one, other) -> one + " " + other);
    }
    return all;
  }

  private static List<FieldChange> changes(Map<String, String> before, Map<String, String> after) {
    TreeSet<String> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    return names.stream()
        .filter(name -> !Objects.equals(before.get(name), after.get(name)))
        .map(
            name ->
                new FieldChange(
                    name,
                    Optional.ofNullable(before.get(name)),
                    Optional.ofNullable(after.get(name))))
        .toList();
  }
}
