package dev.assay.configuration;

import java.util.List;

/// The settings of intake: what may be uploaded.
public final class IntakeCatalogue {
  private IntakeCatalogue() {}

  public static final Setting<Long> INTAKE_ARCHIVE_SIZE =
      Setting.of(
          "assay.intake.archive-size",
          Form.size("1 KB", "2 GB"),
          "50 MB",
          "The largest archive that may be uploaded.");

  public static final Setting<Long> INTAKE_FILE_SIZE =
      Setting.of(
          "assay.intake.file-size",
          Form.size("1 KB", "2 GB"),
          "50 MB",
          "The largest file in a skill, unpacked.");

  public static final Setting<Long> INTAKE_TOTAL_SIZE =
      Setting.of(
          "assay.intake.total-size",
          Form.size("1 KB", "20 GB"),
          "200 MB",
          "All files of a skill together, unpacked.");

  public static final Setting<Integer> INTAKE_FILES =
      Setting.of(
          "assay.intake.files", Form.number(1, 100_000), "500", "The most files in a skill.");

  public static final Setting<Integer> INTAKE_COMPRESSION_RATIO =
      Setting.of(
          "assay.intake.compression-ratio",
          Form.number(2, 10_000),
          "100",
          "How many times larger than packed a skill may be unpacked.");

  public static final Setting<Integer> INTAKE_DEPTH =
      Setting.of("assay.intake.depth", Form.number(1, 64), "16", "The most folders in each other.");

  public static final Setting<Long> INTAKE_SKILL_MD_SIZE =
      Setting.of(
          "assay.intake.skill-md-size",
          Form.size("1 KB", "100 MB"),
          "10 MB",
          "The largest SKILL.md.");

  public static final Setting<Boolean> INTAKE_STRICT =
      Setting.of(
          "assay.intake.strict",
          Form.FLAG,
          "false",
          "Refuse what breaks the standard's letter although agents read it: extra fields, nested"
              + " `metadata`.");

  public static final Setting<String> INTAKE_BLOCK =
      Setting.of(
          "assay.intake.block",
          Form.choice("none", "high", "medium"),
          "none",
          "Refuse uploads in which the static scan finds a risk of that level or higher, and those"
              + " it cannot scan in full. With `none` findings are evidence for reviewers.");

  public static final Setting<Integer> INTAKE_UNDECIDED_VERSIONS =
      Setting.of(
          "assay.intake.undecided-versions",
          Form.number(1, 1_000_000),
          "500",
          "How many versions that one account uploaded may wait for a decision. More are refused"
              + " with QUOTA_EXCEEDED until some are approved, rejected or deleted; what is there"
              + " stays.");

  public static final Setting<Long> INTAKE_UNDECIDED_SIZE =
      Setting.of(
          "assay.intake.undecided-size",
          Form.size("1 MB", "100000 GB"),
          "2 GB",
          "The files of all of these together, unpacked.");

  static final List<Setting<?>> ALL =
      List.of(
          INTAKE_ARCHIVE_SIZE,
          INTAKE_FILE_SIZE,
          INTAKE_TOTAL_SIZE,
          INTAKE_FILES,
          INTAKE_COMPRESSION_RATIO,
          INTAKE_DEPTH,
          INTAKE_SKILL_MD_SIZE,
          INTAKE_STRICT,
          INTAKE_BLOCK,
          INTAKE_UNDECIDED_VERSIONS,
          INTAKE_UNDECIDED_SIZE);
}
