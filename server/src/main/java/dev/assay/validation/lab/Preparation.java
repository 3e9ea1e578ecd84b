package dev.assay.validation.lab;

import dev.assay.agent.Installer.Needs;
import dev.assay.agent.Workplace;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.Installation;
import dev.assay.validation.dependency.Installer;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.dependency.PackageReader;
import dev.assay.validation.evidence.Installed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Makes the candidate image: what the skill declares, and what an agent finds it needs, on top of
/// the current image.
public final class Preparation {
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final int MOST_UNOWNED = 200;
  private static final String WORKSPACE = "/workspace";
  private static final Set<String> KEPT =
      Set.of(Workplace.UPLOADS, Workplace.WORK, Workplace.SKILLS);

  private final Laboratory laboratory;

  public Preparation(Laboratory laboratory) {
    this.laboratory = laboratory;
  }

  /// @param wheels folders inside with packages the skill carries
  /// @param needs asked once what is declared is there
  public Installed install(
      Laboratory.Site site, Dependencies declared, List<String> wheels, Supplier<Needs> needs) {
    try (Sandbox sandbox = laboratory.open(site)) {
      Installer installer =
          new Installer(
              sandbox, new Installer.Sources(Installer.Sources.Index.ONLINE, wheels), LONGEST);
      List<Installation.Ran> ran = new ArrayList<>();
      Optional<String> failure = take(installer.prepare(declared), ran);
      PackageList before = installed(sandbox, declared);
      Instant start = Unowned.now(sandbox);
      if (failure.isEmpty()) {
        failure = take(installer.install(declared), ran);
      }
      List<Installation.Ran> needed = failure.isEmpty() ? extra(sandbox, needs.get()) : List.of();
      PackageList after = installed(sandbox, declared);
      Difference difference = Difference.between(before, after, declared);
      boolean changed = !ran.isEmpty() || !needed.isEmpty();
      List<String> unowned = changed ? Unowned.in(sandbox, start, MOST_UNOWNED) : List.of();
      List<String> contacted = List.copyOf(sandbox.network().attempted());
      if (changed) {
        tidy(sandbox.files());
      }
      return new Installed(
          changed ? sandbox.freeze() : site.image(),
          ran,
          needed,
          before,
          after,
          difference,
          unowned,
          contacted,
          failure);
    }
  }

  /// What an installation leaves where tasks work would pass for their results.
  private static void tidy(SandboxFiles files) {
    for (FileEntry entry : files.list(WORKSPACE)) {
      String path = WORKSPACE + "/" + entry.path();
      boolean kept = KEPT.contains(path) && entry.kind() == FileEntry.Kind.FOLDER;
      if (kept && !path.equals(Workplace.SKILLS)) {
        files.list(path).forEach(each -> files.delete(path + "/" + each.path()));
      } else if (!kept) {
        files.delete(path);
      }
    }
  }

  private static Optional<String> take(Installation result, List<Installation.Ran> ran) {
    ran.addAll(result.commands());
    return switch (result) {
      case Installation.Installed _ -> Optional.empty();
      case Installation.CommandFailed failed -> Optional.of(failed.shown());
      case Installation.Refused refused -> Optional.of(refused.reason());
    };
  }

  /// What an agent thinks is needed is tried; if it cannot be had, the tasks will show whether it
  /// was needed.
  private static List<Installation.Ran> extra(Sandbox sandbox, Needs needs) {
    List<Installation.Ran> ran = new ArrayList<>();
    for (dev.assay.agent.Installer.Command command : needs.commands()) {
      List<String> words = Installer.words(command.ecosystem(), command.packages());
      CommandResult result = sandbox.run(Command.of(words).withTimeout(LONGEST));
      ran.add(Installer.ran(words, result));
    }
    return ran;
  }

  /// Packages of the operating system matter only where they can change.
  private static PackageList installed(Sandbox sandbox, Dependencies declared) {
    PackageList all = PackageReader.read(sandbox);
    return declared.system().isEmpty()
        ? PackageList.of(
            all.packages().stream().filter(p -> p.ecosystem() != Ecosystem.SYSTEM).toList())
        : all;
  }
}
