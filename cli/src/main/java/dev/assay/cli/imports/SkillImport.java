package dev.assay.cli.imports;

import dev.assay.cli.check.SkillFinder;
import dev.assay.cli.check.Workspace;
import dev.assay.cli.validate.UploadContent;
import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.intake.IntakeLimits;
import dev.assay.skill.AssayException;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Uploads the skills of one commit to a server.
final class SkillImport {
  private final PrintWriter out;
  private final Target target;
  private int refused;
  private boolean held;

  /// The destination of skills.
  interface Target {
    /// Uploads an archive and returns the id of the skill.
    String upload(Path archive) throws IOException;
  }

  SkillImport(PrintWriter out, Target target) {
    this.out = out;
    this.target = target;
  }

  /// The number of refused skills.
  int refused() {
    return refused;
  }

  /// Imports the skills of a source. Unchanged skills are not sent again. If the server could not
  /// take a skill now but may do so later, the record keeps the earlier commit, so that the next
  /// update retries.
  ///
  /// @param before the result of the last import, with an empty commit if there was none
  ImportRecord.Source bring(ImportRecord.Source before) {
    GitRepository repository = GitRepository.of(before.source(), System.getenv());
    String commit = repository.commit(before.ref());
    held = false;
    Path folder = Workspace.open().resolve("git-" + UUID.randomUUID()).resolve(repository.name());
    repository.checkOut(commit, folder);
    SkillFinder finder = new SkillFinder();
    finder.add(folder);
    List<ImportRecord.Imported> imported = new ArrayList<>();
    for (Path skill : finder.skills()) {
      if (Files.isDirectory(skill)) {
        one(folder, skill, before.skills(), imported);
      }
    }
    boolean stays = held && !before.commit().isEmpty() && !before.commit().equals(commit);
    if (stays) {
      out.println(
          "The record stays at commit " + before.commit() + ": the next update tries again.");
    }
    out.flush();
    return new ImportRecord.Source(
        before.source(), before.ref(), stays ? before.commit() : commit, imported);
  }

  private void one(
      Path folder,
      Path skill,
      List<ImportRecord.Imported> before,
      List<ImportRecord.Imported> imported) {
    String path = folder.relativize(skill).toString();
    try {
      Examination examination = new Intake(IntakeLimits.standard(), Workspace.open()).check(skill);
      String digest = examination.digest().map(Object::toString).orElse("");
      String name = examination.name().orElse(path);
      Map.Entry<String, String> key = Map.entry(path, digest);
      for (ImportRecord.Imported each : before) {
        if (Map.entry(each.path(), each.digest()).equals(key)) {
          imported.add(each);
          say("unchanged", path, name);
          return;
        }
      }
      switch (UploadContent.of(skill)) {
        case UploadContent.Refused no -> refuse(path, no.findings().getFirst().message());
        case UploadContent.Ready(Path archive) -> {
          String id = upload(archive, path, before, imported);
          if (!id.isEmpty()) {
            imported.add(new ImportRecord.Imported(path, name, digest, id));
            say("imported", path, name);
          }
        }
      }
    } catch (AssayException e) {
      refuse(path, e.reason());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @return the id of the skill; empty if the server did not take it, and then an earlier record
  ///   stays
  private String upload(
      Path archive,
      String path,
      List<ImportRecord.Imported> before,
      List<ImportRecord.Imported> imported)
      throws IOException {
    try {
      return target.upload(archive);
    } catch (AssayException e) {
      held = true;
      before.stream().filter(each -> each.path().equals(path)).forEach(imported::add);
      refuse(path, e.reason());
      return "";
    }
  }

  private void refuse(String path, String why) {
    refused++;
    say("refused", path, why);
  }

  private void say(String what, String path, String words) {
    out.println(Visible.line("%-9s  %s  %s".formatted(what, path, words)));
  }
}
