package dev.assay.intake.archive;

import dev.assay.intake.rule.Rule;
import dev.assay.intake.rule.RuleText;
import dev.assay.skill.Severity;

/// The rules that refuse an archive or a folder before the skill's text is read.
public enum ArchiveRule implements Rule {
  NOT_A_ZIP(
      "not-a-zip",
      "Only zip archives are read.",
      "Send a zip file, for example made by `assay pack`."),
  DAMAGED(
      "damaged",
      "A damaged archive can be read in more than one way.",
      "Make the archive again, for example with `assay pack`."),
  UNSUPPORTED(
      "unsupported",
      "Only stored and deflated entries of a single, ordinary zip file are read.",
      "Make the archive again with `assay pack`."),
  EMPTY("empty", "An empty archive holds no skill.", "Put the skill's folder into the archive."),
  TOO_LARGE(
      "too-large",
      "Large uploads keep others waiting.",
      "Leave out what the skill does not need, or ask for a higher limit."),
  TOO_MANY_FILES(
      "too-many-files",
      "Thousands of files slow down every sandbox that mounts the skill.",
      "Leave out what the skill does not need, or ask for a higher limit."),
  FILE_TOO_LARGE(
      "file-too-large",
      "A single huge file is more often a mistake or a bomb than a skill.",
      "Make the file smaller, or ask for a higher limit."),
  TOTAL_TOO_LARGE(
      "total-too-large",
      "The unpacked skill must fit on the disks of all sandboxes.",
      "Leave out what the skill does not need, or ask for a higher limit."),
  RATIO(
      "compression-ratio",
      "Content that shrinks this much is typical of a decompression bomb.",
      "Leave the file out, or ship it in a form that compresses less."),
  TOO_DEEP(
      "too-deep",
      "Very deep folders break tools with limited path lengths.",
      "Use fewer levels of folders."),
  BAD_NAME(
      "bad-name",
      "Names with control characters, invisible characters or broken text deceive whoever reads them.",
      "Rename the file; use plain letters, digits, spaces and punctuation."),
  NAME_TOO_LONG(
      "name-too-long",
      "Names over 255 bytes and paths over 1,024 bytes cannot be stored everywhere.",
      "Use shorter names."),
  ABSOLUTE_PATH(
      "absolute-path",
      "An absolute path points outside the skill.",
      "Use paths relative to the skill's folder."),
  TRAVERSAL(
      "path-traversal",
      "A path with `..` points outside the skill.",
      "Use paths inside the skill's folder."),
  DRIVE_LETTER(
      "drive-letter",
      "A drive letter points outside the skill on Windows.",
      "Use paths relative to the skill's folder."),
  BACKSLASH(
      "backslash",
      "A backslash separates folders on Windows and is part of the name elsewhere.",
      "Use forward slashes between folders."),
  LINK(
      "link",
      "A link can point anywhere, now or later.",
      "Put a copy of the file in place of the link."),
  DEVICE("device", "Devices, pipes and sockets have no place in a skill.", "Leave the entry out."),
  DUPLICATE(
      "duplicate",
      "Two entries with one name: readers disagree which one counts.",
      "Keep one of them."),
  CASE_COLLISION(
      "case-collision",
      "Names that differ only in case or accents' spelling overwrite each other on many systems.",
      "Rename one of them."),
  PATH_CONFLICT(
      "path-conflict", "One name is used for a file and for a folder.", "Rename one of them."),
  ENCRYPTED(
      "encrypted",
      "What cannot be read cannot be checked.",
      "Send the archive without a password."),
  NESTED_BOMB(
      "nested-bomb",
      "An archive inside the skill unpacks to far more than a skill may hold.",
      "Leave the inner archive out, or ship its files directly."),
  NESTED_TOO_DEEP(
      "nested-too-deep",
      "Archives in archives in archives hide their content from every reader.",
      "Ship the files directly."),
  SKILL_MD_TOO_LARGE(
      "skill-md-too-large",
      "An agent reads the whole SKILL.md into its context.",
      "Move details into files under references/."),
  UNREADABLE(
      "unreadable",
      "A file that cannot be read cannot be checked.",
      "Check the permissions of the file.");

  private final RuleText text;

  ArchiveRule(String id, String reason, String hint) {
    text = new RuleText("archive." + id, Severity.ERROR, reason, hint);
  }

  @Override
  public RuleText text() {
    return text;
  }

  ArchiveRefusal refuse(String entry, String message) {
    return new ArchiveRefusal(in(entry, message));
  }
}
