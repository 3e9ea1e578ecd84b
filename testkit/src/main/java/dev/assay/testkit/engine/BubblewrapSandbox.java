package dev.assay.testkit.engine;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.UsualVariables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// A folder with the commands that run around it.
final class BubblewrapSandbox implements Sandbox {
  private static final List<String> WALLS =
      List.of(
          ("bwrap --unshare-all --unshare-user --cap-drop ALL --new-session --die-with-parent"
                  + " --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/sbin /sbin"
                  + " --symlink usr/lib /lib --symlink usr/lib64 /lib64 --ro-bind /etc/alternatives /etc/alternatives"
                  + " --ro-bind /etc/hostname /etc/hostname --ro-bind /etc/hosts /etc/hosts"
                  + " --proc /proc --dev /dev --tmpfs /tmp --tmpfs /root")
              .split(" "));

  private static final int MOST_WORDS = 8900;

  private final String id;
  private final SandboxSpec spec;
  private final Path workspace;
  private final Runnable end;
  private final Map<String, String> variables;
  private final Set<ProcessCommand> running = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean destroyed = new AtomicBoolean();

  BubblewrapSandbox(String id, SandboxSpec spec, Path workspace, Runnable end) {
    this.id = id;
    this.spec = spec;
    this.workspace = workspace;
    this.end = end;
    this.variables = UsualVariables.of(spec, "root", "/root");
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
    if (destroyed.get()) {
      throw gone();
    }
    command.requireSendable(variables);
    if (command.words().size() > MOST_WORDS) {
      throw new AssayException(
          ErrorCode.SANDBOX_COMMAND_REFUSED,
          "bwrap takes %d words at most. Put the rest into a file.".formatted(MOST_WORDS));
    }
    List<String> words = new ArrayList<>(WALLS);
    words.addAll(List.of("--bind", workspace.toString(), Command.DEFAULT_FOLDER));
    words.addAll(List.of("--chdir", command.folder(), "--"));
    words.addAll(command.words());
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().clear();
    builder.environment().putAll(variables);
    builder.environment().putAll(command.variables());
    ProcessCommand started = new ProcessCommand(command, listener, destroyed::get, running::remove);
    running.add(started);
    started.begin(builder);
    return started;
  }

  @Override
  public void destroy() {
    if (destroyed.compareAndSet(false, true)) {
      running.forEach(RunningCommand::kill);
      try {
        Process _ =
            new ProcessBuilder("rm", "-rf", "--", workspace.toString()).start().onExit().join();
      } catch (IOException e) {
        throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Something is left: " + e, e);
      }
      end.run();
    }
  }

  static SandboxFailure gone() {
    return new SandboxFailure(ErrorCode.SANDBOX_GONE, "The sandbox is gone.");
  }
}
