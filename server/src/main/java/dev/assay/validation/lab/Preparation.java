package dev.assay.validation.lab;

import dev.assay.agent.Installer.Needs;
import dev.assay.agent.Transcripts;
import dev.assay.contents.UnusablePackage;
import dev.assay.packages.PackageDoor;
import dev.assay.packages.PackageDoors;
import dev.assay.skill.AssayException;
import dev.assay.skill.SkillName;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.validation.dependency.Admitted;
import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.Installation;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageContent;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.dependency.PackageReader;
import dev.assay.validation.dependency.PackageSource;
import dev.assay.validation.dependency.Resolution;
import dev.assay.validation.evidence.Installed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// Makes the candidate image: the current image with the packages that the skill declares and those
/// that an agent finds necessary. Throw-away sandboxes resolve, fetch and build the packages.
/// Another sandbox, in which no foreign code runs, makes the image from their files.
public final class Preparation {
  private final Laboratory laboratory;
  private final PackageDoors doors;
  private final ImageMaker maker;
  private final Transcripts transcripts;
  private final Duration time;

  /// @param time the time limit of all commands for one skill
  public Preparation(
      Laboratory laboratory,
      PackageDoors doors,
      ImageMaker maker,
      Transcripts transcripts,
      Duration time) {
    this.laboratory = laboratory;
    this.doors = doors;
    this.maker = maker;
    this.transcripts = transcripts;
    this.time = time;
  }

  /// The installation of one skill.
  ///
  /// @param environment the environment for its packages
  /// @param carried the folders in the sandbox with packages that the skill carries
  /// @param unmet the needs in its text beyond packages
  public record Part(
      SkillName skill,
      RuntimeEnvironment environment,
      Dependencies wanted,
      List<String> carried,
      List<String> unmet) {
    public Part {
      carried = List.copyOf(carried);
      unmet = List.copyOf(unmet);
    }
  }

  /// @param image the inventory of the site's image
  /// @param needs finds the packages that an agent considers necessary beyond the declared ones
  /// @param admitted returns the skills that rely on packages of the image, given its list
  public Installed install(
      Laboratory.Site site,
      Part part,
      Inventory image,
      Supplier<Needs> needs,
      Function<PackageList, List<Admitted>> admitted) {
    Needs found = needs.get();
    try (PackageFolder work = maker.work()) {
      Gathered gathered =
          part.wanted().isEmpty() && found.commands().isEmpty()
              ? Gathered.nothing(packages(site), Optional.empty())
              : gather(site, part, image, found, admitted, work);
      return finish(site, part, image, gathered, work);
    }
  }

  /// The files that the throw-away sandboxes gave to the server.
  private record Gathered(
      PackageList before,
      List<PackageContent> packages,
      List<Installation.Ran> ran,
      List<Installation.Ran> needed,
      List<String> resolved,
      Optional<String> failure,
      List<String> indexes,
      List<String> hosts) {
    static Gathered nothing(PackageList before, Optional<String> failure) {
      return new Gathered(
          before, List.of(), List.of(), List.of(), List.of(), failure, List.of(), List.of());
    }

    Gathered after(List<Installation.Ran> commands, List<Installation.Ran> more) {
      return new Gathered(before, packages, commands, more, resolved, failure, indexes, hosts);
    }
  }

  private Gathered gather(
      Laboratory.Site site,
      Part part,
      Inventory image,
      Needs found,
      Function<PackageList, List<Admitted>> admitted,
      PackageFolder work) {
    Dependencies declared = part.wanted();
    List<Installation.Ran> ran = new ArrayList<>();
    List<Installation.Ran> needed = new ArrayList<>();
    try (PackageDoor door = doors.open();
        Benches benches =
            new Benches(
                laboratory,
                maker,
                new Benches.Plan(site, part.skill(), part.environment(), image, work),
                door,
                python(declared, found))) {
      Sandbox first = benches.first();
      PackageList before = SystemPackages.read(first, declared);
      List<Requirement> missing = SystemPackages.missing(declared, before, first.files());
      boolean extensible = DebianPackages.canBeInstalled(first);
      Gathering gathering =
          new Gathering(
              benches,
              door,
              new Gathering.Place(part.environment(), benches.python()),
              image,
              part.carried(),
              work.path(),
              time);
      if (!missing.isEmpty()) {
        if (!extensible) {
          throw SystemPackages.lacking(missing, before, first, "");
        }
        gathering
            .ask(Ecosystem.SYSTEM, SystemPackages.spellings(missing), ran)
            .ifPresent(
                failed -> {
                  throw SystemPackages.lacking(missing, before, first, gathering.blame(failed));
                });
      }
      Optional<String> failure = Optional.empty();
      for (Ecosystem ecosystem : List.of(Ecosystem.NPM, Ecosystem.PIP)) {
        if (failure.isEmpty()) {
          failure =
              gathering.ask(ecosystem, spellings(declared, ecosystem), ran).map(gathering::blame);
        }
      }
      List<String> resolved = List.of();
      if (failure.isEmpty()) {
        for (dev.assay.agent.Installer.Command command : found.commands()) {
          // a failed request is left out: the tasks will show whether the package was needed
          Optional<Resolution.CommandFailed> _ =
              gathering.ask(command.ecosystem(), command.packages(), needed);
        }
        resolved =
            reconcile(
                gathering,
                new Reconciliation(before, declared, admitted.apply(before), part.environment()),
                ran);
      }
      return new Gathered(
          before,
          failure.isEmpty() ? gathering.packages() : List.of(),
          ran,
          needed,
          resolved,
          failure,
          door.exchanges().stream().map(each -> each.shown()).distinct().toList(),
          door.hosts());
    } catch (UnusablePackage e) {
      return Gathered.nothing(packages(site), Optional.of(e.reason())).after(ran, needed);
    }
  }

  private static boolean python(Dependencies declared, Needs found) {
    return !declared.pip().isEmpty()
        || found.commands().stream().anyMatch(each -> each.ecosystem() == Ecosystem.PIP);
  }

  private static List<String> spellings(Dependencies declared, Ecosystem ecosystem) {
    return declared.requirements().stream()
        .filter(each -> each.ecosystem() == ecosystem)
        .map(Requirement::pinned)
        .toList();
  }

  /// Tries other versions if the chosen ones would disturb admitted skills.
  private static List<String> reconcile(
      Gathering gathering, Reconciliation others, List<Installation.Ran> ran) {
    List<Conflict> open = others.open(others.before().with(gathering.packages()));
    if (open.isEmpty()) {
      return List.of();
    }
    Map<Ecosystem, List<PackageContent>> state = gathering.state();
    others
        .wanted(open)
        .forEach(
            (ecosystem, packages) -> {
              Optional<Resolution.CommandFailed> _ = gathering.ask(ecosystem, packages, ran);
            });
    List<String> sentences = others.settled(open, others.before().with(gathering.packages()));
    if (sentences.isEmpty()) {
      gathering.restore(state);
    }
    return sentences;
  }

  private Installed finish(
      Laboratory.Site site, Part part, Inventory image, Gathered gathered, PackageFolder work) {
    ImageMaker.Made made =
        gathered.failure().isPresent()
            ? maker.unchanged(site, image, gathered.failure())
            : maker.make(
                site,
                image,
                gathered.packages(),
                Set.of(new RuntimeEnvironment(part.skill().text())),
                work);
    PackageList before = made.before().orElse(gathered.before());
    PackageList after = made.packages().orElse(before);
    return new Installed(
        made.image(),
        clean(gathered.ran()),
        clean(gathered.needed()),
        before,
        after,
        Difference.between(before, after, part.wanted(), part.environment()),
        gathered.packages().stream().map(PackageContent::source).toList(),
        made.contents(),
        EvidenceLimits.items(made.noticed()),
        EvidenceLimits.items(made.doubts()),
        part.unmet(),
        EvidenceLimits.items(gathered.indexes()),
        EvidenceLimits.items(gathered.hosts()),
        made.failure().map(transcripts::withoutSecrets),
        gathered.resolved(),
        part.environment().skill());
  }

  /// Installs exactly the files with which skills were tested. Files that are already there are not
  /// changed.
  ///
  /// @param cleared the environments that are emptied first
  /// @param declared the declarations; packages beyond them count as extra
  /// @param place the environment of the installed skill's packages
  public Installed reinstall(
      Laboratory.Site site,
      Inventory image,
      List<PackageSource> sources,
      Set<RuntimeEnvironment> cleared,
      Dependencies declared,
      RuntimeEnvironment place) {
    try (PackageFolder work = maker.work()) {
      List<PackageSource> missing =
          sources.stream()
              .filter(
                  each ->
                      cleared.contains(new RuntimeEnvironment(each.environment()))
                          || image.packages().stream().noneMatch(each::isLike))
              .toList();
      ImageMaker.Made made = maker.remake(site, image, missing, cleared, work);
      PackageList before = made.before().orElseGet(() -> packages(site));
      PackageList after = made.packages().orElse(before);
      return new Installed(
          made.image(),
          List.of(),
          List.of(),
          before,
          after,
          Difference.between(before, after, declared, place),
          sources,
          made.contents(),
          EvidenceLimits.items(made.noticed()),
          EvidenceLimits.items(made.doubts()),
          List.of(),
          List.of(),
          List.of(),
          made.failure().map(transcripts::withoutSecrets),
          List.of(),
          place.skill());
    }
  }

  /// @throws AssayException if the sandboxes of this machine can prove nothing
  public void requireAble() {
    laboratory.requireAble();
  }

  /// Requires only the abilities for repeating tasks of admitted skills.
  public void requireTasks() {
    laboratory.requireTasks();
  }

  /// Tests whether the places that sandboxes try to reach are recorded.
  public boolean recordsNetwork() {
    return laboratory.recordsNetwork();
  }

  /// Lists the limits that are not enforced here, in words for the verdict.
  public List<String> unenforced() {
    return laboratory.unenforced();
  }

  /// Returns the packages of an image, to detect later which ones a task installs.
  public PackageList packages(Laboratory.Site site) {
    try (Sandbox sandbox = laboratory.open(site)) {
      return PackageReader.read(sandbox);
    }
  }

  private List<Installation.Ran> clean(List<Installation.Ran> commands) {
    return commands.stream()
        .map(
            ran ->
                new Installation.Ran(
                    ran.words(), ran.code(), transcripts.withoutSecrets(ran.tail()), ran.took()))
        .toList();
  }
}
