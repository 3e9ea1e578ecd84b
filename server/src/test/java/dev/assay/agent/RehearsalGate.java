package dev.assay.agent;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.SkillName;
import dev.assay.skill.eval.Eval;
import dev.assay.skill.eval.Evals;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.task.Activation;
import dev.assay.skill.task.Judgement;
import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The way of a skill through the gate as far as this room goes: tasks, a real sandbox for each,
/// the real loop, and the judge, with the rehearsal as every model.
final class RehearsalGate implements AutoCloseable {
  private final Path home;
  private final FileLeases leases;
  private final LocalSandboxes engine;
  private final RehearsalModel model = new RehearsalModel();
  final Questions questions =
      new ModelQuestions(_ -> model, Clock.systemUTC(), LoopSettings.USUAL, Costs.free());

  RehearsalGate() throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "sandbox-homes").toAbsolutePath());
    home = Files.createTempDirectory(parent, "rehearsal");
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
    leases = new FileLeases(home.resolve("leases"));
    engine = SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases);
  }

  /// What was seen of one task.
  record Outcome(
      Task task,
      AgentRun run,
      List<Activation> activations,
      Judgement judgement,
      Set<String> attempts) {
    boolean used(SkillName skill) {
      return activations.stream().anyMatch(activation -> activation.skill().equals(skill));
    }
  }

  static CandidateSkill specimen(
      Map<String, String> files, List<Eval> evals, List<TaskFile> evalFiles) {
    String document = String.valueOf(files.get("SKILL.md"));
    return new CandidateSkill(
        new SkillName(field(document, "name")),
        field(document, "description"),
        document,
        List.copyOf(new TreeMap<>(files).keySet()),
        new Evals(evals, List.of()),
        evalFiles);
  }

  private static String field(String document, String name) {
    return document
        .lines()
        .filter(line -> line.startsWith(name + ": "))
        .map(line -> line.substring(name.length() + 2))
        .findFirst()
        .orElseThrow();
  }

  List<Outcome> tryOut(CandidateSkill skill, Map<String, String> files, int count, Network network)
      throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    for (Task task : new TaskWriter(questions).write(skill, count, List.of()).tasks()) {
      outcomes.add(attempt(skill, files, task, network));
    }
    return outcomes;
  }

  Outcome attempt(CandidateSkill skill, Map<String, String> files, Task task, Network network)
      throws IOException {
    Path folder = Files.createTempDirectory(home, "task");
    List<Decoys.Decoy> decoys = Decoys.besides(List.of(skill.name()), 11);
    List<SkillList.Listed> listed = new ArrayList<>();
    Map<SkillName, List<TaskFile>> texts = new TreeMap<>();
    for (Decoys.Decoy decoy : decoys) {
      decoy.writeTo(folder.resolve("skills").resolve(decoy.name().text()), Instant.EPOCH);
      listed.add(new SkillList.Listed(decoy.name(), decoy.description()));
      texts.put(
          decoy.name(),
          decoy.files().stream().map(each -> new TaskFile(each, decoy.content(each))).toList());
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      write(
          folder.resolve("skills").resolve(skill.name().text()).resolve(file.getKey()),
          file.getValue().getBytes(StandardCharsets.UTF_8));
    }
    listed.add(new SkillList.Listed(skill.name(), skill.description()));
    texts.put(
        skill.name(),
        files.entrySet().stream()
            .map(
                file ->
                    new TaskFile(file.getKey(), file.getValue().getBytes(StandardCharsets.UTF_8)))
            .toList());
    Path uploads = Files.createDirectories(folder.resolve("uploads"));
    Path work = Files.createDirectories(folder.resolve("work"));
    for (TaskFile file : task.files()) {
      write(uploads.resolve(file.name()), file.content());
    }
    SandboxSpec spec =
        SandboxSpec.of(SandboxImage.of("host"), "rehearsal")
            .withNetwork(network)
            .withMount(new Mount(folder.resolve("skills"), Layout.SKILLS, Mount.Access.WATCHED))
            .withMount(new Mount(uploads, Layout.UPLOADS, Mount.Access.READ_WRITE))
            .withMount(new Mount(work, Layout.INTERMEDIATE, Mount.Access.READ_WRITE));
    try (Sandbox sandbox = engine.create(spec)) {
      Workplace place = new Workplace(sandbox, new SkillList(Decoys.inRandomOrder(listed, 5)));
      AgentRun run =
          new Agent(Clock.systemUTC(), LoopSettings.USUAL, Costs.free())
              .run(
                  Assignment.of(
                          Purpose.EXECUTE,
                          model,
                          place.instructions(),
                          task.prompt(),
                          Budget.of(20, 1_000_000, Duration.ofMinutes(2)))
                      .with(place.tools()),
                  AgentListener.silent());
      List<Activation> activations =
          Activations.seen(run.transcript(), Optional.of(sandbox.access()), texts.keySet());
      Judge.Judged judged =
          new Judge(questions)
              .judge(new Judge.Attempt(task, run.transcript(), produced(work), texts));
      return new Outcome(task, run, activations, judged.judgement(), sandbox.network().attempted());
    }
  }

  private static List<TaskFile> produced(Path work) throws IOException {
    List<TaskFile> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(work)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        files.add(new TaskFile(work.relativize(file).toString(), Files.readAllBytes(file)));
      }
    }
    return files;
  }

  private static void write(Path file, byte[] content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }

  @Override
  public void close() throws IOException {
    engine.close();
    leases.close();
    try (Stream<Path> all = Files.walk(home)) {
      for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
