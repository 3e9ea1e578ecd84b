package dev.assay.validation.dependency;

import dev.assay.contents.PythonEnvironment;
import dev.assay.contents.UnusablePackage;
import dev.assay.contents.Wheel;
import dev.assay.packages.PackageDoor;
import dev.assay.packages.PackageFile;
import dev.assay.skill.Digest;
import dev.assay.skill.Visible;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.validation.dependency.Installation.Ran;
import dev.assay.validation.dependency.PackageSource.Made;
import dev.assay.validation.dependency.PipProposals.Proposal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Lets pip choose the packages to install and gets their files. A file comes from the index as the
/// server received it, or from the uploaded skill, or is built if there are only sources. This
/// class installs nothing.
public final class PipResolver {
  private static final Pattern EXACT = Pattern.compile("[a-z0-9-]+==[A-Za-z0-9.!+_-]+");

  private final PythonEnvironment python;
  private final Workbenches benches;
  private final Sources sources;
  private final PipProposals proposals;
  private final WheelBuilds builds;

  /// @param door the door to the indexes
  /// @param variables the environment variables by which pip finds the door
  /// @param image the image from which the sandboxes start
  /// @param pip the command that runs the base's pip
  /// @param carried the folders in the sandbox with Python packages that the skill carries
  /// @param work a folder on the server for the files of packages
  record Sources(
      PackageDoor door,
      Map<String, String> variables,
      Inventory image,
      List<String> pip,
      List<String> carried,
      Path work) {}

  PipResolver(
      TimedCommands commands, Workbenches benches, PythonEnvironment python, Sources sources) {
    this.python = python;
    this.benches = benches;
    this.sources = sources;
    this.proposals = new PipProposals(commands, benches, python, sources);
    this.builds = new WheelBuilds(commands, benches, proposals, sources.work());
  }

  /// Resolves the packages. Those with hashes are resolved together, as pip demands, and separately
  /// from the others.
  Resolution resolve(List<String> packages) {
    List<Ran> ran = new ArrayList<>();
    HashPins pins = HashPins.of(packages);
    List<String> others = packages.stream().filter(each -> !HashPins.isPinned(each)).toList();
    Optional<Proposal> pinned =
        pins.allowed().isEmpty() ? Optional.of(Proposal.NOTHING) : proposals.askPinned(pins, ran);
    if (pinned.isEmpty()) {
      return new Resolution.CommandFailed(ran);
    }
    List<String> exact = pinned.get().items().stream().map(PipResolver::exact).toList();
    Optional<Proposal> rest =
        others.isEmpty() ? Optional.of(Proposal.NOTHING) : proposals.ask(others, exact, ran);
    if (rest.isEmpty()) {
      return new Resolution.CommandFailed(ran);
    }
    List<PackageContent> contents = new ArrayList<>();
    for (PipReport.Item item : pinned.get().items()) {
      Original original = original(item);
      pins.require(item.name(), original.file(), original.content());
      if (!isThere(item, original)
          && !collect(item, original, pinned.get().indexes(), ran, contents)) {
        return new Resolution.CommandFailed(ran);
      }
    }
    for (PipReport.Item item : rest.get().items()) {
      boolean known = pinned.get().items().stream().anyMatch(one -> one.name().equals(item.name()));
      if (!known && !collect(item, original(item), rest.get().indexes(), ran, contents)) {
        return new Resolution.CommandFailed(ran);
      }
    }
    return new Resolution.Resolved(contents, ran);
  }

  /// Checks the version in a report, which code of a package may have written.
  private static String exact(PipReport.Item item) {
    String exact = item.name() + "==" + item.version();
    if (!EXACT.matcher(exact).matches()) {
      throw new UnusablePackage(
          "pip would install %s, which is no version of a package."
              .formatted(Visible.line(exact, 200)));
    }
    return exact;
  }

  /// A wheel or sources on the server.
  ///
  /// @param origin the address at an index, or the path in the skill
  record Original(String file, Path content, boolean carried, String origin) {}

  private Original original(PipReport.Item item) {
    Optional<PackageFile> offered = sources.door().find(item.address());
    try {
      if (offered.isPresent()) {
        PackageFile file = offered.get();
        Path content = PackageStore.take(file.content(), sources.work());
        return new Original(file.name(), content, false, file.origin());
      }
      String path = carried(item);
      Path content = PackageStore.take(benches.carried(path), sources.work());
      return new Original(item.file(), content, true, path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the path of a carried file. Only files of the skill itself count, because code of
  /// packages may have written others into the sandbox.
  private String carried(PipReport.Item item) {
    return sources.carried().stream()
        .map(folder -> folder + "/" + item.file())
        .filter(path -> ("file://" + path).equals(decoded(item.address())))
        .findFirst()
        .orElseThrow(
            () ->
                new UnusablePackage(
                    "%s %s would come from %s, which is neither an index nor the skill."
                        .formatted(
                            Visible.line(item.name(), 100),
                            Visible.line(item.version(), 100),
                            Visible.line(item.address(), 200))));
  }

  private static String decoded(String address) {
    String plain = address.replaceFirst("#.*", "");
    try {
      return URLDecoder.decode(plain.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return plain;
    }
  }

  /// Tests whether the image already has the package from this file.
  private boolean isThere(PipReport.Item item, Original original) {
    Optional<PackageSource> there =
        sources.image().packages().stream()
            .filter(
                each ->
                    python.place().isShared()
                        && each.ecosystem() == Ecosystem.PIP
                        && each.environment().isEmpty()
                        && each.name().equals(item.name())
                        && Wheel.comparableVersion(each.version())
                            .equals(Wheel.comparableVersion(item.version())))
            .findFirst();
    if (there.isPresent() && !there.get().isFrom(digest(original.content()))) {
      throw new UnusablePackage(
          "The image has %s from another file (%s, %s) than the hashes of the skill allow. Declare that one's hash too, or use environments of their own (assay.validation.environment: per-skill)."
              .formatted(there.get().shown(), there.get().file(), there.get().sha256()));
    }
    return there.isPresent();
  }

  private static Digest digest(Path content) {
    try {
      return PackageStore.digest(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @return false if the package cannot be had
  private boolean collect(
      PipReport.Item item,
      Original original,
      PipProposals.Indexes indexes,
      List<Ran> ran,
      List<PackageContent> contents) {
    if (item.isWheel()) {
      Made made = original.carried() ? Made.CARRIED : Made.PUBLISHED;
      contents.add(content(original.file(), original.content(), made, original, Optional.empty()));
      return true;
    }
    Optional<WheelBuilds.Built> built = builds.build(original, indexes, ran);
    built.ifPresent(
        wheel ->
            contents.add(
                content(
                    wheel.file(),
                    wheel.content(),
                    Made.BUILT_HERE,
                    original,
                    Optional.of(digest(original.content())))));
    return built.isPresent();
  }

  private PackageContent content(
      String file, Path content, Made made, Original original, Optional<Digest> builtFrom) {
    try (Wheel wheel = new Wheel(file, content)) {
      return new PackageContent(
          new PackageSource(
              Ecosystem.PIP,
              wheel.name(),
              wheel.version(),
              python.place().skill(),
              file,
              PackageStore.digest(content),
              Files.size(content),
              made,
              Visible.line(original.origin(), 500),
              List.of(),
              builtFrom),
          content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
