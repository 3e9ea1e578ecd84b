package dev.assay.validation.lab;

import dev.assay.agent.Installer.Needs;
import dev.assay.agent.Transcripts;
import dev.assay.agent.Workplace;
import dev.assay.skill.AssayException;
import dev.assay.skill.SkillName;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.dependency.Admitted;
import dev.assay.validation.dependency.Conflict;
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
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Makes the candidate image: what the skill declares, and what an agent finds it needs, on top of
/// the current image.
public final class Preparation {
  private static final int MOST_UNOWNED = 200;
  private static final String WORKSPACE = "/workspace";
  private static final Set<String> KEPT =
      Set.of(Workplace.UPLOADS, Workplace.WORK, Workplace.SKILLS);

  private final Laboratory laboratory;
  private final Transcripts transcripts;
  private final Duration time;

  /// @param time how long the commands for one skill may take in all
  public Preparation(Laboratory laboratory, Transcripts transcripts, Duration time) {
    this.laboratory = laboratory;
    this.transcripts = transcripts;
    this.time = time;
  }

  /// What one skill gets installed.
  ///
  /// @param environment where its packages go
  /// @param wheels folders inside with packages the skill carries
  public record Part(
      SkillName skill, RuntimeEnvironment environment, Dependencies wanted, List<String> wheels) {
    public Part {
      wheels = List.copyOf(wheels);
    }
  }

  /// @param needs what an agent finds necessary beyond what is declared
  /// @param admitted those who rely on packages of the image, given its list
  public Installed install(
      Laboratory.Site site,
      Part part,
      Supplier<Needs> needs,
      Function<PackageList, List<Admitted>> admitted) {
    Needs found = needs.get();
    Dependencies declared = part.wanted();
    RuntimeEnvironment place = part.environment();
    boolean python =
        !declared.pip().isEmpty()
            || found.commands().stream().anyMatch(each -> each.ecosystem() == Ecosystem.PIP);
    try (Sandbox sandbox = laboratory.open(site)) {
      Optional<PackageList> image = clear(sandbox, List.of(part), declared);
      Installer installer = installer(sandbox, part);
      List<Installation.Ran> ran = new ArrayList<>(python ? Blame.prepared(installer) : List.of());
      PackageList before = installed(sandbox, declared);
      Instant start = Unowned.now(sandbox);
      Optional<String> failure = Blame.take(installer.install(declared), sandbox, ran);
      List<Installation.Ran> needed = failure.isEmpty() ? extra(installer, found) : List.of();
      if (ran.isEmpty() && needed.isEmpty() && image.isEmpty()) {
        return unchanged(site.image(), before, failure);
      }
      Bytecode.renew(sandbox, start);
      Settled settled =
          settled(
              sandbox,
              installer,
              new Reconciliation(before, declared, admitted.apply(before), place),
              ran);
      if (settled.undone().isEmpty() && !settled.sentences().isEmpty()) {
        Bytecode.renew(sandbox, start);
      }
      Difference difference = Difference.between(before, settled.packages(), declared, place);
      Unowned.Changed changed =
          new Unowned(sandbox, Set.of(place)).since(start, difference, MOST_UNOWNED);
      List<String> contacted = Bounds.items(sandbox.network().attempted());
      tidy(sandbox.files());
      installer.settle();
      return new Installed(
          settled.undone().orElseGet(sandbox::freeze),
          clean(ran),
          clean(needed),
          image.orElse(before),
          settled.packages(),
          difference,
          Bounds.items(changed.files()),
          contacted,
          failure.or(changed::failure).map(transcripts::withoutSecrets),
          settled.sentences(),
          place.skill());
    }
  }

  /// An older version of a skill leaves no environment behind, wherever the new one goes.
  ///
  /// @return the packages as they were, if there was one
  private static Optional<PackageList> clear(
      Sandbox sandbox, List<Part> parts, Dependencies wanted) {
    List<String> old =
        parts.stream()
            .map(part -> new RuntimeEnvironment(part.skill().text()).folder())
            .filter(folder -> sandbox.files().stat(folder).isPresent())
            .distinct()
            .toList();
    if (old.isEmpty()) {
      return Optional.empty();
    }
    PackageList image = installed(sandbox, wanted);
    old.forEach(sandbox.files()::delete);
    return Optional.of(image);
  }

  /// @param undone the state before an attempt that came to nothing
  private record Settled(
      PackageList packages, List<String> sentences, Optional<SandboxImage> undone) {}

  private static Settled settled(
      Sandbox sandbox, Installer installer, Reconciliation others, List<Installation.Ran> ran) {
    PackageList found = installed(sandbox, others.declared());
    List<Conflict> open = others.open(found);
    if (open.isEmpty()) {
      return new Settled(found, List.of(), Optional.empty());
    }
    tidy(sandbox.files());
    SandboxImage state = sandbox.snapshot();
    Reconciliation.Attempt attempt =
        others.attempt(open, installer, () -> installed(sandbox, others.declared()));
    ran.addAll(attempt.ran());
    return attempt.sentences().isEmpty()
        ? new Settled(found, List.of(), Optional.of(state))
        : new Settled(attempt.packages(), attempt.sentences(), Optional.empty());
  }

  /// @throws AssayException if the sandboxes of this machine prove nothing
  public void requireAble() {
    laboratory.requireAble();
  }

  /// What an image has, to tell later what a task installs by itself.
  public PackageList packages(Laboratory.Site site) {
    try (Sandbox sandbox = laboratory.open(site)) {
      return PackageReader.read(sandbox);
    }
  }

  /// Exact versions that were recorded of skills, one part after the other. What is there already
  /// in the same version is not asked for again.
  ///
  /// @param declared by which of them it is told what was declared and what came along
  /// @param place where the packages of the one this is about belong
  public Installed reinstall(
      Laboratory.Site site, List<Part> parts, Dependencies declared, RuntimeEnvironment place) {
    Dependencies wanted =
        new Dependencies(
            parts.stream().flatMap(part -> part.wanted().requirements().stream()).toList());
    try (Sandbox sandbox = laboratory.open(site)) {
      Optional<PackageList> image = clear(sandbox, parts, wanted);
      List<Installation.Ran> ran = new ArrayList<>();
      PackageList present = installed(sandbox, wanted);
      List<Part> missing =
          parts.stream()
              .map(part -> without(part, present))
              .filter(part -> !part.wanted().isEmpty())
              .toList();
      missing.stream()
          .filter(part -> !part.wanted().pip().isEmpty())
          .forEach(part -> ran.addAll(Blame.prepared(installer(sandbox, part))));
      PackageList before = ran.isEmpty() ? present : installed(sandbox, wanted);
      Instant start = Unowned.now(sandbox);
      Optional<String> failure = Optional.empty();
      for (Part part : missing) {
        if (failure.isEmpty()) {
          failure = Blame.take(installer(sandbox, part).install(part.wanted()), sandbox, ran);
        }
      }
      if (ran.isEmpty() && image.isEmpty()) {
        return unchanged(site.image(), before, failure);
      }
      PackageList after = installed(sandbox, wanted);
      Set<RuntimeEnvironment> places =
          parts.stream().map(Part::environment).collect(Collectors.toSet());
      Bytecode.renew(sandbox, start);
      Difference difference = Difference.between(before, after, declared, place);
      Unowned.Changed changed = new Unowned(sandbox, places).since(start, difference, MOST_UNOWNED);
      List<String> contacted = Bounds.items(sandbox.network().attempted());
      tidy(sandbox.files());
      missing.forEach(part -> installer(sandbox, part).settle());
      return new Installed(
          sandbox.freeze(),
          clean(ran),
          List.of(),
          image.orElse(before),
          after,
          difference,
          Bounds.items(changed.files()),
          contacted,
          failure.or(changed::failure).map(transcripts::withoutSecrets),
          List.of(),
          place.skill());
    }
  }

  private static Part without(Part part, PackageList present) {
    return new Part(
        part.skill(),
        part.environment(),
        new Dependencies(
            part.wanted().requirements().stream()
                .filter(each -> !present.has(each, part.environment()))
                .toList()),
        part.wheels());
  }

  private Installer installer(Sandbox sandbox, Part part) {
    return new Installer(
        sandbox,
        part.environment(),
        new Installer.Sources(Installer.Sources.Index.ONLINE, part.wheels()),
        time);
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

  /// Nothing was run, so there is nothing to freeze or to look at.
  private static Installed unchanged(
      SandboxImage image, PackageList packages, Optional<String> failure) {
    return new Installed(
        image,
        List.of(),
        List.of(),
        packages,
        packages,
        new Difference(List.of()),
        List.of(),
        List.of(),
        failure,
        List.of(),
        "");
  }

  private List<Installation.Ran> clean(List<Installation.Ran> commands) {
    return commands.stream()
        .map(
            ran ->
                new Installation.Ran(
                    ran.words(), ran.code(), transcripts.withoutSecrets(ran.tail()), ran.took()))
        .toList();
  }

  /// What an agent thinks is needed is tried; if it cannot be had, the tasks will show whether it
  /// was needed.
  private static List<Installation.Ran> extra(Installer installer, Needs needs) {
    List<Installation.Ran> ran = new ArrayList<>();
    for (dev.assay.agent.Installer.Command command : needs.commands()) {
      ran.addAll(installer.add(command.ecosystem(), command.packages()));
    }
    return ran;
  }

  /// Packages of the operating system matter only where they can change.
  private static PackageList installed(Sandbox sandbox, Dependencies declared) {
    return declared.system().isEmpty()
        ? PackageReader.read(sandbox)
        : PackageReader.readAll(sandbox);
  }
}
