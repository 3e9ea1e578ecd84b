package dev.assay.configuration;

import java.nio.file.Path;
import java.util.List;

/// The settings of sandbox engines.
public final class EngineCatalogue {
  private EngineCatalogue() {}

  public static final Setting<String> ENGINE =
      Setting.of(
          "assay.sandbox.engine",
          Form.choice("local", "docker"),
          "local",
          "What makes sandboxes: `local` (this machine's kernel, no daemon) or `docker` (a daemon on"
              + " this machine). Nobody records what containers try to reach, so with `docker`"
              + " validations are inconclusive; `assay doctor --engine docker` says what it can do.");

  public static final Setting<String> UNENFORCED =
      Setting.of(
          "assay.sandbox.unenforced-limits",
          Form.choice("list", "refuse"),
          "list",
          "What happens with a limit on memory, processes, disk or files that the sandbox engine"
              + " cannot enforce: `list` makes the sandbox without it and says so in every verdict,"
              + " `refuse` makes no sandbox.");

  public static final Setting<Path> DOCKER_SOCKET =
      Setting.of(
          "assay.sandbox.docker-socket",
          Form.FILE,
          "/var/run/docker.sock",
          "The socket of the Docker daemon, with `assay.sandbox.engine: docker`. Whoever may use it"
              + " is root on this machine.");

  public static final Setting<String> DOCKER_NETWORK =
      Setting.optional(
          "assay.sandbox.docker-network",
          Form.TEXT,
          "The daemon's network for sandboxes that may go out. It has to keep them from this"
              + " machine's own and from link-local addresses. Unset, there are none.");

  public static final Setting<String> DOCKER_RUNTIME =
      Setting.optional(
          "assay.sandbox.docker-runtime",
          Form.TEXT,
          "The daemon's runtime for sandboxes, for example `runsc`; the daemon's own if unset.");

  static final List<Setting<?>> ALL =
      List.of(ENGINE, UNENFORCED, DOCKER_SOCKET, DOCKER_NETWORK, DOCKER_RUNTIME);
}
