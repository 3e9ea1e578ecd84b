package dev.assay.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.sandbox.Capabilities;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Tries an engine for real: makes a sandbox, runs a command, tries to get out, takes a snapshot
/// and destroys everything, and says what each capability means.
public final class EngineTrial {
  /// What a feature is needed for.
  private static final Map<Feature, String> MEANING =
      Map.ofEntries(
          Map.entry(Feature.BLOCKED_NETWORK, "offline tasks; nothing can be proved without it"),
          Map.entry(Feature.OPEN_NETWORK, "online tasks and installing packages"),
          Map.entry(
              Feature.NETWORK_RECORDING,
              "proof that a skill works offline; without it every validation is inconclusive"),
          Map.entry(
              Feature.ACCESS_RECORDING,
              "proof that a skill was used; without it the transcript is read instead"),
          Map.entry(
              Feature.PROCESS_END,
              "looks at files that nothing inside disturbs; without it every validation is inconclusive"),
          Map.entry(Feature.SNAPSHOT, "candidate images and runtime images"),
          Map.entry(
              Feature.LAYER_CHANGES,
              "comparing packages with what they claim; without it none are admitted"),
          Map.entry(
              Feature.HOST_FOLDERS,
              "uploads and results of conversations and tools without copying"),
          Map.entry(
              Feature.READ_ONLY_FOLDERS,
              "skills that nobody inside can change; without it they are copies that can be"),
          Map.entry(
              Feature.FIXED_FOLDERS,
              "packages that nobody at work can change; without it a skill or an agent can change what the next one in its sandbox runs"),
          Map.entry(Feature.PORT_LISTEN, "the door that installations ask for packages"),
          Map.entry(Feature.METRICS, "what a task used"));

  /// @param ok whether it went well
  /// @param remedy empty if it did
  public record Step(String subject, boolean ok, String finding, String remedy) {}

  private final SandboxEngine engine;
  private final List<Step> steps = new ArrayList<>();

  private EngineTrial(SandboxEngine engine) {
    this.engine = engine;
  }

  /// @param choice of the base
  public static List<Step> of(SandboxEngine engine, String choice) {
    EngineTrial trial = new EngineTrial(engine);
    try {
      trial.roundTrip(SandboxImage.of(engine.name(), engine.requireBase(choice)));
    } catch (AssayException e) {
      trial.steps.add(new Step("round trip", false, e.code().toString(), e.reason()));
    }
    trial.features();
    return List.copyOf(trial.steps);
  }

  private void roundTrip(SandboxImage image) {
    String mark = UUID.randomUUID().toString();
    SandboxSpec spec = SandboxSpec.of(image, "doctor").withLabel("doctor", mark);
    long began = System.nanoTime();
    try (Sandbox sandbox = engine.create(spec)) {
      done("create", began);
      long ran = System.nanoTime();
      CommandResult said = sandbox.run(Command.shell("echo good; echo bad >&2; exit 3"));
      expect("run", ran, said.shellCode() == 3 && said.stdout().text().equals("good\n"));
      sandbox.files().writeText("note", mark);
      expect("files", ran, sandbox.files().readText("note").equals(mark));
      long blocked = System.nanoTime();
      Command out = Command.of("bash", "-c", "exec 3<>/dev/tcp/192.0.2.1/80");
      expect("block", blocked, !sandbox.run(out.withTimeout(Duration.ofSeconds(10))).succeeded());
      if (engine.capabilities().has(Feature.NETWORK_RECORDING)) {
        long recorded = System.nanoTime();
        expect("record", recorded, sandbox.network().attempted().contains("192.0.2.1:80"));
      }
      if (engine.capabilities().has(Feature.SNAPSHOT)) {
        long snapped = System.nanoTime();
        SandboxImage copy = sandbox.snapshot();
        try (Sandbox fork = engine.create(SandboxSpec.of(copy, "doctor"))) {
          expect("snapshot", snapped, fork.files().readText("note").equals(mark));
        }
      }
    }
    long left = System.nanoTime();
    expect("destroy", left, engine.list(Map.of("doctor", mark)).isEmpty());
  }

  private void done(String subject, long began) {
    steps.add(new Step(subject, true, (System.nanoTime() - began) / 1_000_000 + " ms", ""));
  }

  private void expect(String subject, long began, boolean well) {
    if (well) {
      done(subject, began);
    } else {
      steps.add(
          new Step(subject, false, "not as it must be", "This engine must not be used here."));
    }
  }

  private void features() {
    Capabilities able = engine.capabilities();
    for (Feature feature : Feature.values()) {
      String meaning = MEANING.get(feature);
      if (meaning != null) {
        boolean has = able.has(feature);
        String remedy = able.missing().getOrDefault(feature.name(), "not offered by this engine");
        steps.add(new Step(feature.name(), has, "for " + meaning, has ? "" : remedy));
      }
    }
    for (Limit limit : Limit.values()) {
      boolean has = able.enforces(limit);
      String remedy = able.missing().getOrDefault("limit " + limit, "not enforced by this engine");
      steps.add(
          new Step("limit " + limit, has, has ? "enforced" : "not enforced", has ? "" : remedy));
    }
  }
}
