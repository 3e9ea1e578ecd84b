package dev.assay.intake;

import dev.assay.intake.archive.FolderReader;
import dev.assay.intake.archive.Quarantine;
import dev.assay.intake.archive.Unpacked;
import dev.assay.intake.archive.Unpacker;
import dev.assay.intake.dependency.DependencyReader;
import dev.assay.intake.rule.PolicyRule;
import dev.assay.intake.scan.Indicators;
import dev.assay.intake.scan.SecretScan;
import dev.assay.intake.tree.Packer;
import dev.assay.intake.tree.SkillTree;
import dev.assay.intake.tree.Sources;
import dev.assay.skill.Finding;
import dev.assay.skill.Risk;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.eval.Evals;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The door of intake. Safe for use by many threads.
public final class Intake {
  private final IntakeLimits limits;
  private final Path quarantines;
  private final Letter letter;
  private final Indicators indicators;
  private final Optional<Risk.Level> block;

  /// The treatment of skills that break the standard in a way that agents tolerate.
  public enum Letter {
    /// Accepts them with a warning.
    LENIENT,
    /// Refuses them.
    STRICT;

    private static final Set<String> REFUSED =
        Set.of("format.unexpected-field", "format.nested-metadata", "format.field-type");

    Set<String> refused() {
      return this == STRICT ? REFUSED : Set.of();
    }
  }

  /// The treatment of the author's tests when packing.
  public enum EvalsChoice {
    KEEP,
    LEAVE_OUT
  }

  /// @param quarantines an existing folder for the quarantines of skills being read
  public Intake(IntakeLimits limits, Path quarantines) {
    this(limits, quarantines, Letter.LENIENT);
  }

  public Intake(IntakeLimits limits, Path quarantines, Letter letter) {
    this(limits, quarantines, letter, Indicators.shipped(), Optional.empty());
  }

  private Intake(
      IntakeLimits limits,
      Path quarantines,
      Letter letter,
      Indicators indicators,
      Optional<Risk.Level> block) {
    this.limits = limits;
    this.quarantines = quarantines;
    this.letter = letter;
    this.indicators = indicators;
    this.block = block;
  }

  /// Returns an intake that also refuses skills with warnings of this risk or a higher one, and
  /// skills that the scan could not read completely.
  public Intake blocking(Risk.Level level) {
    return new Intake(limits, quarantines, letter, indicators, Optional.of(level));
  }

  /// Returns an intake that also looks for the attacks of this list.
  public Intake knowing(IndicatorList list) {
    return new Intake(
        limits, quarantines, letter, indicators.and(Indicators.of(list.lines())), block);
  }

  /// Reads an untrusted archive. The caller closes the result, which removes the quarantine.
  public Received receive(InputStream sent) throws IOException {
    Quarantine quarantine = Quarantine.below(quarantines);
    boolean done = false;
    try {
      Unpacked unpacked = new Unpacker(limits.forArchives()).unpack(sent, quarantine);
      Received received = received(unpacked, quarantine);
      done = true;
      return received;
    } finally {
      if (!done) {
        quarantine.close();
      }
    }
  }

  /// Checks a folder in place, or an archive.
  public Examination check(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return checkFolder(path);
    }
    try (Quarantine quarantine = Quarantine.below(quarantines)) {
      return received(new Unpacker(limits.forArchives()).unpack(path, quarantine), quarantine)
          .examination();
    }
  }

  /// Adds findings to a result. Secrets in their excerpts are masked. The skill is refused if the
  /// policy blocks one of them.
  public Examination with(Examination examination, List<Finding> more) {
    Examination both = examination;
    for (Finding each : more) {
      both = both.with(each.withExcerpt(masked(each.excerpt())));
    }
    Optional<Finding> refusal =
        block.flatMap(level -> PolicyRule.block(level, List.copyOf(more), 0));
    return refusal.isPresent() ? both.with(refusal.get()) : both;
  }

  /// Returns a line with everything masked that looks like a secret.
  public static String masked(String line) {
    return SecretScan.mask(line);
  }

  /// Writes a folder as an archive. The same content gives the same bytes. Nothing is written if
  /// the folder is refused.
  public Examination pack(Path folder, EvalsChoice evals, OutputStream sink) throws IOException {
    Examination examination = checkFolder(folder);
    if (examination instanceof Examination.Accepted accepted
        && new FolderReader(limits.forArchives()).read(folder.toRealPath())
            instanceof Unpacked.Files(SkillTree tree)) {
      SkillTree chosen = evals == EvalsChoice.KEEP ? tree.withoutJunk() : tree.admitted();
      Packer.pack(chosen, accepted.bundle().name().text(), sink);
    }
    return examination;
  }

  /// Returns the packages that the skill's text installs without declaring them, in the short form
  /// of the frontmatter.
  public static List<String> undeclared(Path folder) throws IOException {
    Unpacked unpacked =
        new FolderReader(IntakeLimits.standard().forArchives()).read(folder.toRealPath());
    return unpacked instanceof Unpacked.Files(SkillTree tree)
        ? DependencyReader.undeclared(Sources.read(tree.withoutJunk(), path -> true))
        : List.of();
  }

  /// Returns the files of a folder that are not part of the admitted tree: junk and tests.
  public static List<String> strays(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
          .map(path -> folder.relativize(path).toString())
          .filter(path -> !SkillTree.isAdmitted(path))
          .sorted()
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /// Removes the quarantines that a killed process left behind. Call it before the first skill is
  /// received, and only when no other process uses the folder.
  public void sweep() throws IOException {
    Quarantine.sweep(quarantines);
  }

  private Examination checkFolder(Path folder) throws IOException {
    return switch (new FolderReader(limits.forArchives()).read(folder.toRealPath())) {
      case Unpacked.Refused(Finding finding) -> refused(finding);
      case Unpacked.Files(SkillTree tree) ->
          new Examiner(limits, letter, indicators, block)
              .examine(tree, Optional.of(folderName(folder)));
    };
  }

  private Received received(Unpacked unpacked, Quarantine quarantine) throws IOException {
    return switch (unpacked) {
      case Unpacked.Refused(Finding finding) ->
          new Received(quarantine, refused(finding), Optional.empty());
      case Unpacked.Files(SkillTree tree) -> {
        Examiner examiner = new Examiner(limits, letter, indicators, block);
        Examination examination = examiner.examine(tree, Optional.empty());
        yield new Received(quarantine, examination, examiner.tree());
      }
    };
  }

  private static Examination refused(Finding finding) {
    return new Examination.Refused(
        Optional.empty(), Optional.empty(), Dependencies.NONE, Evals.NONE, List.of(finding));
  }

  private static String folderName(Path folder) throws IOException {
    return String.valueOf(folder.toRealPath().getFileName());
  }
}
