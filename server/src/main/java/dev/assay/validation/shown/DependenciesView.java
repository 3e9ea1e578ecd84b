package dev.assay.validation.shown;

import dev.assay.skill.Digest;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.Installation;
import dev.assay.validation.dependency.PackageSource;
import dev.assay.validation.evidence.Installed;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The changes of an installation and its commands.
///
/// @param sources the files that were installed
/// @param noticed files that take effect by themselves, and other notes
/// @param unmet the needs in the skill's text beyond packages
/// @param indexes the answers of the package indexes
/// @param failure the reason why declared packages cannot be installed; empty if they can
/// @param environment the folder into which packages went
public record DependenciesView(
    List<Change> changes,
    List<Command> commands,
    List<Source> sources,
    List<String> noticed,
    List<String> unmet,
    List<String> indexes,
    String failure,
    String environment) {
  /// @param environment the folder of the package; empty for a system package
  /// @param why the reason: `declared`, `needed` by a declared package, or `extra`
  public record Change(
      String ecosystem, String name, String environment, String before, String after, String why) {
    static Change of(Difference.Change each) {
      return new Change(
          each.ecosystem().name().toLowerCase(Locale.ROOT),
          each.name(),
          each.ecosystem() == Ecosystem.SYSTEM
              ? ""
              : new RuntimeEnvironment(each.environment()).folder(),
          each.before().orElse(""),
          each.after().orElse(""),
          each.why().name().toLowerCase(Locale.ROOT));
    }
  }

  /// @param made the origin: `published`, `carried` by the skill, or `built here`
  /// @param builtFrom the hash of the sources from which it was built here; empty if it was not
  ///   built here
  public record Source(
      String name, String file, String made, String origin, String sha256, String builtFrom) {
    static Source of(PackageSource each) {
      return new Source(
          each.name() + " " + each.version(),
          each.file(),
          each.made().name().toLowerCase(Locale.ROOT).replace('_', ' '),
          each.origin(),
          each.sha256().hex(),
          each.builtFrom().map(Digest::hex).orElse(""));
    }
  }

  public record Command(String words, int code, String tail, String why) {
    static Command of(Installation.Ran ran, String why) {
      return new Command(
          PageText.cut(String.join(" ", ran.words())), ran.code(), PageText.cut(ran.tail()), why);
    }
  }

  static DependenciesView of(Installed installed) {
    return new DependenciesView(
        installed.difference().changes().stream().map(Change::of).toList(),
        Stream.concat(
                installed.commands().stream().map(each -> Command.of(each, "declared")),
                installed.needed().stream().map(each -> Command.of(each, "found necessary")))
            .toList(),
        installed.sources().stream().map(Source::of).toList(),
        PageText.cut(installed.noticed()),
        PageText.cut(installed.unmet()),
        PageText.cut(installed.indexes()),
        PageText.cut(installed.failure().orElse("")),
        installed.place().folder());
  }
}
