package dev.assay.validation.lab;

import dev.assay.agent.Installer.Needs;
import dev.assay.agent.Transcripts;
import dev.assay.agent.Workplace;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.NetworkEvidence;
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
import java.util.regex.Pattern;

/// Makes the candidate image: what the skill declares, and what an agent finds it needs, on top of
/// the current image.
public final class Preparation {
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final int MOST_UNOWNED = 200;
  private static final Pattern UNREACHABLE =
      Pattern.compile(
          "NewConnectionError|ConnectTimeoutError|ReadTimeoutError|ProxyError|Network is unreachable"
              + "|Temporary failure (?:in name resolution|resolving)|Name or service not known"
              + "|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|Could not connect to");
  private static final String WORKSPACE = "/workspace";
  private static final Set<String> KEPT =
      Set.of(Workplace.UPLOADS, Workplace.WORK, Workplace.SKILLS);

  private final Laboratory laboratory;
  private final Transcripts transcripts;

  public Preparation(Laboratory laboratory, Transcripts transcripts) {
    this.laboratory = laboratory;
    this.transcripts = transcripts;
  }

  /// Where nobody else is there to be disturbed.
  public Installed install(
      Laboratory.Site site, Dependencies declared, List<String> wheels, Supplier<Needs> needs) {
    return install(site, declared, wheels, needs, _ -> List.of());
  }

  /// @param wheels folders inside with packages the skill carries
  /// @param needs what an agent finds necessary beyond what is declared
  /// @param admitted those who rely on packages of the image, given its list
  public Installed install(
      Laboratory.Site site,
      Dependencies declared,
      List<String> wheels,
      Supplier<Needs> needs,
      Function<PackageList, List<Admitted>> admitted) {
    Needs found = needs.get();
    boolean python =
        !declared.pip().isEmpty()
            || found.commands().stream().anyMatch(each -> each.ecosystem() == Ecosystem.PIP);
    try (Sandbox sandbox = laboratory.open(site)) {
      Installer installer =
          new Installer(
              sandbox, new Installer.Sources(Installer.Sources.Index.ONLINE, wheels), LONGEST);
      List<Installation.Ran> ran = new ArrayList<>();
      Optional<String> failure =
          python ? take(installer.prepare(), sandbox, ran) : Optional.empty();
      PackageList before = installed(sandbox, declared);
      Instant start = Unowned.now(sandbox);
      if (failure.isEmpty()) {
        failure = take(installer.install(declared), sandbox, ran);
      }
      List<Installation.Ran> needed = failure.isEmpty() ? extra(installer, found) : List.of();
      if (ran.isEmpty() && needed.isEmpty()) {
        return unchanged(site.image(), before, failure);
      }
      Settled settled =
          settled(
              sandbox,
              installer,
              new Reconciliation(before, declared, admitted.apply(before)),
              ran);
      List<String> files = Unowned.in(sandbox, start, MOST_UNOWNED);
      List<String> contacted = Bounds.items(sandbox.network().attempted());
      tidy(sandbox.files());
      return new Installed(
          settled.undone().orElseGet(sandbox::freeze),
          clean(ran),
          clean(needed),
          before,
          settled.packages(),
          Difference.between(before, settled.packages(), declared),
          Bounds.items(files),
          contacted,
          failure.map(transcripts::withoutSecrets),
          settled.sentences());
    }
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

  /// Exact versions of packages, and where those that a skill carries lie inside.
  public record Part(Dependencies exact, List<String> wheels) {
    public Part {
      wheels = List.copyOf(wheels);
    }
  }

  /// What was recorded of skills, one after the other. What is there already in the same version is
  /// not asked for again.
  ///
  /// @param declared by which of them it is told what was declared and what came along
  public Installed reinstall(Laboratory.Site site, List<Part> parts, Dependencies declared) {
    Dependencies wanted =
        new Dependencies(
            parts.stream().flatMap(part -> part.exact().requirements().stream()).toList());
    try (Sandbox sandbox = laboratory.open(site)) {
      List<Installation.Ran> ran = new ArrayList<>();
      PackageList present = installed(sandbox, wanted);
      boolean python = wanted.pip().stream().anyMatch(each -> !present.has(each));
      Optional<String> failure =
          python ? take(installer(sandbox, List.of()).prepare(), sandbox, ran) : Optional.empty();
      PackageList before = python ? installed(sandbox, wanted) : present;
      Instant start = Unowned.now(sandbox);
      for (Part part : parts) {
        Dependencies missing =
            new Dependencies(
                part.exact().requirements().stream().filter(each -> !present.has(each)).toList());
        if (failure.isEmpty() && !missing.isEmpty()) {
          failure = take(installer(sandbox, part.wheels()).install(missing), sandbox, ran);
        }
      }
      if (ran.isEmpty()) {
        return unchanged(site.image(), before, failure);
      }
      PackageList after = installed(sandbox, wanted);
      List<String> files = Unowned.in(sandbox, start, MOST_UNOWNED);
      List<String> contacted = Bounds.items(sandbox.network().attempted());
      tidy(sandbox.files());
      return new Installed(
          sandbox.freeze(),
          clean(ran),
          List.of(),
          before,
          after,
          Difference.between(before, after, declared),
          Bounds.items(files),
          contacted,
          failure.map(transcripts::withoutSecrets));
    }
  }

  private static Installer installer(Sandbox sandbox, List<String> wheels) {
    return new Installer(
        sandbox, new Installer.Sources(Installer.Sources.Index.ONLINE, wheels), LONGEST);
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
        failure);
  }

  private List<Installation.Ran> clean(List<Installation.Ran> commands) {
    return commands.stream()
        .map(
            ran ->
                new Installation.Ran(
                    ran.words(), ran.code(), transcripts.withoutSecrets(ran.tail()), ran.took()))
        .toList();
  }

  private static Optional<String> take(
      Installation result, Sandbox sandbox, List<Installation.Ran> ran) {
    ran.addAll(result.commands());
    return switch (result) {
      case Installation.Installed _ -> Optional.empty();
      case Installation.CommandFailed failed -> {
        requireNetwork(failed, sandbox.network());
        yield Optional.of(failed.shown());
      }
      case Installation.Refused refused -> Optional.of(refused.reason());
    };
  }

  /// A package index that cannot be reached says nothing about the skill.
  private static void requireNetwork(Installation.CommandFailed failed, NetworkEvidence network) {
    boolean gotOut =
        network.destinations().stream()
            .anyMatch(each -> each.answer() == NetworkEvidence.Answer.PASSED);
    boolean shut = !network.attempted().isEmpty() && !gotOut;
    if (shut || UNREACHABLE.matcher(failed.commands().getLast().tail()).find()) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "What the skill declares could not be fetched, because the network or the package index"
              + " did not answer. Check the network of the sandboxes, then resume. "
              + failed.shown());
    }
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
