package dev.assay.registry;

import dev.assay.images.Images;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.sandbox.SandboxImage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/// Decides which skills conversations and tools can use. On the engine of their admission they run
/// in its images. On another engine they run on its bare base image, and only if they repeated
/// their saved tasks there.
public final class SkillPlaces {
  private final Images images;
  private final Optional<Elsewhere> elsewhere;

  private record Elsewhere(EngineTests tests, Supplier<EngineTests.Ground> ground) {}

  private SkillPlaces(Images images, Optional<Elsewhere> elsewhere) {
    this.images = images;
    this.elsewhere = elsewhere;
  }

  /// The engine of the admission.
  public static SkillPlaces ofAdmission(Images images) {
    return new SkillPlaces(images, Optional.empty());
  }

  /// @param ground the other engine, read with every use
  public static SkillPlaces elsewhere(
      Images images, EngineTests tests, Supplier<EngineTests.Ground> ground) {
    return new SkillPlaces(images, Optional.of(new Elsewhere(tests, ground)));
  }

  /// The skills that can be used, and the reasons why the others cannot.
  ///
  /// @param refused a sentence for each refused skill, by name
  public record Usable(List<Skill> skills, SortedMap<String, String> refused) {
    public Usable {
      skills = List.copyOf(skills);
    }
  }

  /// Says whether this is another engine than the one of the admission.
  public boolean isElsewhere() {
    return elsewhere.isPresent();
  }

  /// The image of sandboxes with skills in use.
  public SandboxImage image() {
    return elsewhere.map(it -> it.ground().get().base()).orElseGet(this::current);
  }

  /// The image of sandboxes without packages of any skill.
  public SandboxImage bare() {
    return image().bare();
  }

  private SandboxImage current() {
    return images.currentHere().image();
  }

  /// Selects from approved skills those that can be used there.
  public Usable usable(Collection<Skill> approved) {
    if (elsewhere.isEmpty() || approved.isEmpty()) {
      return new Usable(List.copyOf(approved), new TreeMap<>());
    }
    EngineTests.Ground ground = elsewhere.get().ground().get();
    Map<UUID, EngineTests.Found> known =
        elsewhere.get().tests().on(ground, approved.stream().map(Skill::id).toList());
    List<Skill> usable = new ArrayList<>();
    SortedMap<String, String> refused = new TreeMap<>();
    for (Skill skill : approved) {
      Optional<String> obstacle =
          obstacle(skill, ground, Optional.ofNullable(known.get(skill.id())));
      obstacle.ifPresentOrElse(why -> refused.put(skill.name(), why), () -> usable.add(skill));
    }
    return new Usable(usable, refused);
  }

  private static Optional<String> obstacle(
      Skill skill, EngineTests.Ground ground, Optional<EngineTests.Found> known) {
    Optional<String> packages = packages(skill, ground.engine());
    if (packages.isPresent()) {
      return packages;
    }
    String remedy = "Run `assay full-test --engine " + ground.engine() + "`.";
    if (known.isEmpty()) {
      return Optional.of(
          "It did not do its saved tasks on %s yet. %s".formatted(ground.base().origin(), remedy));
    }
    if (!known.get().passed()) {
      return Optional.of(
          "Its saved tasks on %s: %s. %s %s"
              .formatted(
                  ground.base().origin(), known.get().outcome(), known.get().reason(), remedy));
    }
    if (known.get().rehearsal() && !skill.validated().rehearsal()) {
      return Optional.of(
          "A model did its tasks when it was validated, but only rules did them on %s. Set a model, then %s"
              .formatted(ground.base().origin(), "r" + remedy.substring(1)));
    }
    return Optional.empty();
  }

  /// The reason why a skill with packages cannot be used on another engine: its packages are not
  /// installed there.
  public static Optional<String> packages(Skill skill, String engine) {
    Dependencies declared = skill.bundle().dependencies();
    boolean installed =
        skill.decided().installed().values().stream().anyMatch(some -> !some.isEmpty());
    return declared.isEmpty() && !installed
        ? Optional.empty()
        : Optional.of(
            "It needs packages, and those are installed only on the engine it was admitted on, not on %s."
                .formatted(engine));
  }
}
