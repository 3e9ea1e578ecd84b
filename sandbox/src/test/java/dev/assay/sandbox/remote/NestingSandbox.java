package dev.assay.sandbox.remote;

import dev.assay.sandbox.agent.AgentFiles;
import dev.assay.sandbox.agent.AgentLink;
import dev.assay.sandbox.agent.Channel;
import dev.assay.sandbox.agent.CommandText;
import dev.assay.sandbox.agent.Job;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.UsualVariables;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/// One of the [NestingEngine].
final class NestingSandbox implements Sandbox {
  private final String id;
  private final SandboxSpec spec;
  private final AgentLink link;
  private final Process process;
  private final NestingEngine engine;
  private final Map<String, String> variables;
  private final AtomicBoolean destroyed = new AtomicBoolean();

  NestingSandbox(
      String id, SandboxSpec spec, AgentLink link, Process process, NestingEngine engine) {
    this.id = id;
    this.spec = spec;
    this.link = link;
    this.process = process;
    this.engine = engine;
    this.variables = UsualVariables.of(spec, "user", "/home");
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public SandboxSpec spec() {
    return spec;
  }

  @Override
  public RunningCommand start(Command command, OutputListener listener) {
    Job job = new Job(command, openChannel(command), listener);
    if (command.bringsInput()) {
      Thread.ofVirtual().start(job::feed);
    }
    Thread.ofVirtual().start(() -> job.follow(seen -> seen));
    return job;
  }

  private Channel openChannel(Command command) {
    if (destroyed.get()) {
      throw new SandboxFailure(ErrorCode.SANDBOX_GONE, "The sandbox is gone.");
    }
    byte[] payload = CommandText.of(command, variables);
    return command.input().equals(Command.EMPTY)
        ? link.openWithoutInput('X', payload)
        : link.open('X', payload);
  }

  @Override
  public SandboxFiles files() {
    return new AgentFiles(this, this::openChannel);
  }

  @Override
  public SandboxImage snapshot() {
    return spec.image().plus(engine.snapshot(this));
  }

  @Override
  public void destroy() {
    if (destroyed.compareAndSet(false, true)) {
      link.hangUp();
      Process _ = process.onExit().join();
      engine.forget(this);
    }
  }
}
