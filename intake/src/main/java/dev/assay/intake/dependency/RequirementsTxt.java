package dev.assay.intake.dependency;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.assay.intake.requirement.Declaration;
import dev.assay.intake.requirement.MalformedRequirement;
import dev.assay.intake.requirement.Pep508;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.dependency.Ecosystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Reads pip requirements files. Each option that changes the installation is obeyed or refused by
/// name; none is ignored.
final class RequirementsTxt {
  private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*$");
  private static final Pattern COMMENT_LINE = Pattern.compile("^\\s*#");
  private static final Pattern ADDRESS =
      Pattern.compile("^(?:(?:git|hg|svn|bzr)\\+|https?://|file:|\\.{0,2}/)");
  private static final Pattern EGG = Pattern.compile("#(?:.*&)?egg=([A-Za-z0-9._-]+)");
  private static final Pattern LAST_PART =
      Pattern.compile(
          "([A-Za-z0-9][A-Za-z0-9._-]*?)(?:\\.git|\\.whl|\\.zip|\\.tar\\.gz)?/?(?:[@#].*)?$");
  private static final Pattern PINNED = Pattern.compile("===?\\s*[^\\s,*]+");

  private final Function<String, Optional<SourceText>> files;
  private final Collector collector;
  private final Set<String> seen = new HashSet<>();

  /// @param files the lookup of the skill's files by path
  RequirementsTxt(Function<String, Optional<SourceText>> files, Collector collector) {
    this.files = files;
    this.collector = collector;
  }

  static boolean is(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.startsWith("requirements") && name.endsWith(".txt");
  }

  /// Reads a file and the files that it includes, unless it was already included by another one.
  void read(SourceText source) {
    new Installation().read(source);
  }

  private record Place(SourceText source, int line) {}

  private record Wanted(Declaration declaration, Place place) {}

  /// The requirements that pip would install together.
  private final class Installation {
    private final List<Wanted> wanted = new ArrayList<>();
    private Optional<String> hashed = Optional.empty();

    void read(SourceText source) {
      include(source);
      hashed.ifPresent(this::requireHashes);
      wanted.forEach(
          each -> collector.add(each.declaration(), each.place().source(), each.place().line()));
    }

    private void include(SourceText source) {
      if (!seen.add(source.path())) {
        return;
      }
      StringBuilder joined = new StringBuilder();
      int first = 1;
      for (int number = 1; number <= source.lines(); number++) {
        String line =
            number == 1 ? source.line(1).replaceFirst("^\ufeff", "") : source.line(number);
        if (joined.isEmpty()) {
          first = number;
        }
        boolean comment = COMMENT_LINE.matcher(line).find();
        if (line.endsWith("\\") && !comment && number < source.lines()) {
          joined.append(line, 0, line.length() - 1).append(' ');
          continue;
        }
        line(joined.append(comment ? " " : "").append(line).toString(), new Place(source, first));
        joined.setLength(0);
      }
    }

    private void line(String raw, Place place) {
      String text = COMMENT.matcher(raw).replaceFirst("").strip();
      if (text.startsWith("-")) {
        options(PipOption.of(text), place);
      } else if (!text.isEmpty()) {
        int options = PipOption.start(text);
        requirement(text.substring(0, options).strip(), text.substring(options), place);
      }
    }

    private void options(List<PipOption> options, Place place) {
      for (PipOption option : options) {
        switch (option.kind()) {
          case FILE -> include(option, place);
          case REQUIRE_HASHES -> hashed = Optional.of(option.name());
          default -> refuse(option, place);
        }
      }
    }

    private void include(PipOption option, Place place) {
      Optional<SourceText> found =
          beside(place.source().path(), option.value()).flatMap(files).filter(SourceText::isWhole);
      if (found.isEmpty()) {
        collector.malformed(
            option.text(),
            new MalformedRequirement("names no file of the skill that can be read"),
            place.source(),
            place.line());
      }
      found.ifPresent(this::include);
    }

    private void requirement(String text, String options, Place place) {
      List<String> hashes = new ArrayList<>();
      for (PipOption option : PipOption.of(options)) {
        if (option.kind() == PipOption.Kind.HASH) {
          hashes.add(option.value());
        } else {
          refuse(option, place);
        }
      }
      try {
        Declaration declaration = ADDRESS.matcher(text).find() ? address(text) : Pep508.parse(text);
        wanted.add(new Wanted(declaration.withHashes(hashes), place));
        if (!hashes.isEmpty() && hashed.isEmpty()) {
          hashed =
              Optional.of(
                  "the hash in line %d of %s".formatted(place.line(), place.source().path()));
        }
      } catch (MalformedRequirement e) {
        collector.malformed(text, e, place.source(), place.line());
      }
    }

    /// Requires a hash and an exact version of every package, as pip does. Without them an index
    /// could serve anything.
    private void requireHashes(String because) {
      for (Wanted each : wanted) {
        Declaration one = each.declaration();
        boolean pinned = PINNED.matches(one.range()) || one.range().startsWith("@");
        if (one.hashes().isEmpty() || !pinned) {
          collector.report(
              DependencyRule.UNPINNED,
              "%s%s has no %s; %s asks for it."
                  .formatted(
                      one.name(),
                      one.range(),
                      one.hashes().isEmpty() ? "--hash" : "exact version (==)",
                      because),
              each.place().source(),
              each.place().line());
        }
      }
    }

    private void refuse(PipOption option, Place place) {
      switch (option.kind()) {
        case INDEX ->
            collector.report(
                DependencyRule.OTHER_INDEX,
                "%s changes where packages come from.".formatted(option.name()),
                place.source(),
                place.line());
        case HASH, MALFORMED_HASH, UNKNOWN ->
            collector.malformed(
                option.text(),
                new MalformedRequirement(
                    option.kind() == PipOption.Kind.MALFORMED_HASH
                        ? "is not --hash=sha256:HEX (or sha384, sha512)"
                        : "is not an option of pip for this place"),
                place.source(),
                place.line());
        default ->
            collector.report(
                DependencyRule.UNSUPPORTED_OPTION,
                "%s is not supported.".formatted(option.name()),
                place.source(),
                place.line());
      }
    }
  }

  /// Resolves an included path; empty if the path is absolute or cannot be parsed.
  private static Optional<String> beside(String path, String other) {
    try {
      Path found = Path.of("/", path).resolveSibling(other).normalize();
      return other.isEmpty() || other.startsWith("/")
          ? Optional.empty()
          : Optional.of(found.toString().substring(1));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// Parses a package given by address or folder. Its name is guessed from the path unless the
  /// address has an `egg` part.
  private static Declaration address(String text) {
    Matcher egg = EGG.matcher(text);
    Matcher part = LAST_PART.matcher(text);
    String name = egg.find() ? egg.group(1) : part.find() ? part.group(1) : "local";
    return Declaration.of(Ecosystem.PIP, Pep508.normalize(name), "@ " + text);
  }
}
