package dev.assay.cli.check;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.Patch;
import dev.assay.intake.Intake;
import dev.assay.skill.Finding;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;

/// Repairs a skill for `assay check --fix` without questions and shows each change as a diff. The
/// behaviour of the skill stays the same.
public final class SkillRepair {
  private static final String MARK = "\ufeff";
  private static final int CONTEXT = 3;

  private final PrintStream out;
  private final Writing writing;

  /// The choice between making the changes and only showing them.
  public enum Writing {
    WRITE,
    SHOW
  }

  public SkillRepair(PrintStream out, Writing writing) {
    this.out = out;
    this.writing = writing;
  }

  /// @return the number of files that were changed, or would be
  public int repair(Path skill, List<Finding> findings) throws IOException {
    if (!Files.isDirectory(skill)) {
      return 0;
    }
    int changed = rename(skill);
    Path manifest = skill.resolve("SKILL.md");
    if (Files.isRegularFile(manifest, LinkOption.NOFOLLOW_LINKS)) {
      changed += manifest(skill, manifest);
    }
    for (Finding finding : findings) {
      changed += script(skill, finding);
    }
    return changed;
  }

  private int rename(Path skill) throws IOException {
    Path wrong = skill.resolve("skill.md");
    if (!Files.isRegularFile(wrong, LinkOption.NOFOLLOW_LINKS)
        || Files.exists(skill.resolve("SKILL.md"))) {
      return 0;
    }
    say(wrong + " → SKILL.md");
    if (writing == Writing.WRITE) {
      Files.move(wrong, skill.resolve("SKILL.md"));
    }
    return 1;
  }

  private int manifest(Path skill, Path manifest) throws IOException {
    String before = Files.readString(manifest, StandardCharsets.UTF_8);
    Frontmatter frontmatter =
        new Frontmatter(before.startsWith(MARK) ? before.substring(1) : before);
    frontmatter.normalizeName();
    frontmatter.moveInertFields();
    frontmatter.declare(Intake.undeclared(skill));
    return replace(manifest, before, frontmatter.text());
  }

  private int script(Path skill, Finding finding) throws IOException {
    Path file = skill.resolve(finding.file()).normalize();
    if (!file.startsWith(skill.normalize())
        || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return 0;
    }
    return switch (finding.code()) {
      case "portability.script-windows-lines" -> {
        String before = Files.readString(file, StandardCharsets.UTF_8);
        yield replace(file, before, before.replace("\r\n", "\n"));
      }
      case "portability.script-not-executable" -> {
        say(file + ": chmod +x");
        if (writing == Writing.WRITE) {
          Set<PosixFilePermission> modes = Files.getPosixFilePermissions(file);
          modes.add(PosixFilePermission.OWNER_EXECUTE);
          Files.setPosixFilePermissions(file, modes);
        }
        yield 1;
      }
      default -> 0;
    };
  }

  private int replace(Path file, String before, String after) throws IOException {
    if (before.equals(after)) {
      return 0;
    }
    List<String> old = before.lines().toList();
    Patch<String> changes = DiffUtils.diff(old, after.lines().toList());
    if (changes.getDeltas().isEmpty()) {
      say("--- " + file);
      say("+++ " + file);
      say("  (line ends or a byte order mark only)");
    }
    String name = file.toString();
    UnifiedDiffUtils.generateUnifiedDiff(name, name, old, changes, CONTEXT).forEach(this::say);
    if (writing == Writing.WRITE) {
      Files.writeString(file, after, StandardCharsets.UTF_8);
    }
    return 1;
  }

  private void say(String line) {
    out.println(Visible.line(line));
  }
}
