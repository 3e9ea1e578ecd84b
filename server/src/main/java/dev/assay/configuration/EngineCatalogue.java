package dev.assay.configuration;

import dev.assay.skill.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/// The settings of sandbox engines.
public final class EngineCatalogue {
  /// The names by which settings choose an engine.
  public static final List<String> ENGINES = List.of("local", "docker", "daytona", "e2b");

  private EngineCatalogue() {}

  public static final Setting<String> ENGINE =
      Setting.of(
          "assay.sandbox.engine",
          engines(),
          "local",
          "What makes sandboxes, those of validations in any case: `local` (this machine's kernel, no"
              + " daemon), `docker` (a daemon on this machine), `daytona` or `e2b` (a provider's,"
              + " elsewhere). Validations need an"
              + " engine that records what a sandbox tries to reach: `local`, or `docker` if the"
              + " server runs as root; with the others they are inconclusive."
              + " `assay doctor --engine NAME` says what one can do.");

  public static final Setting<String> CONVERSATION_ENGINE =
      Setting.optional(
          "assay.sandbox.engine-conversation",
          engines(),
          "What makes the sandboxes of conversations, if not `assay.sandbox.engine`. On another"
              + " engine only skills are used whose saved tasks were done there again:"
              + " `assay full-test --engine NAME`.");

  public static final Setting<String> TOOL_ENGINE =
      Setting.optional(
          "assay.sandbox.engine-tools",
          engines(),
          "What makes the sandboxes of tool calls, if not `assay.sandbox.engine`; the same holds for"
              + " skills there.");

  /// The settings that choose the engines of a server. The engine of validations comes first.
  static final List<Setting<String>> CHOICES = List.of(ENGINE, CONVERSATION_ENGINE, TOOL_ENGINE);

  private static Form<String> engines() {
    return Form.choice(ENGINES.toArray(String[]::new));
  }

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
          "The daemon's network for sandboxes that may go out, where the server cannot record them."
              + " It has to keep them from this machine's own and from link-local addresses. Unset,"
              + " there are none.");

  public static final Setting<String> DOCKER_RUNTIME =
      Setting.optional(
          "assay.sandbox.docker-runtime",
          Form.TEXT,
          "The daemon's runtime for sandboxes, for example `runsc`; the daemon's own if unset.");

  public static final Setting<URI> DAYTONA_URL =
      Setting.of(
          "assay.sandbox.daytona-url",
          Form.WEB_ADDRESS,
          "https://app.daytona.io/api",
          "The interface of Daytona, with `assay.sandbox.engine: daytona`.");

  public static final Setting<Secret> DAYTONA_KEY =
      Setting.optional("assay.sandbox.daytona-key", Form.SECRET, "An API key of Daytona.");

  public static final Setting<String> DAYTONA_SNAPSHOT =
      Setting.optional(
          "assay.sandbox.daytona-snapshot",
          Form.TEXT,
          "What sandboxes at Daytona start from: the name of a snapshot there, with a folder"
              + " `/workspace` that its user can write to, Python 3, Bash and the GNU programs. Its size"
              + " is theirs; `assay.sandbox.base` is not used.");

  public static final Setting<String> DAYTONA_ORGANIZATION =
      Setting.optional(
          "assay.sandbox.daytona-organization",
          Form.TEXT,
          "The id of the organisation, with the token of a person instead of an API key.");

  public static final Setting<String> DAYTONA_TARGET =
      Setting.optional(
          "assay.sandbox.daytona-target",
          Form.TEXT,
          "The region of Daytona; the organisation's own if unset.");

  public static final Setting<String> E2B_DOMAIN =
      Setting.of(
          "assay.sandbox.e2b-domain",
          Form.TEXT,
          "e2b.app",
          "Where E2B is, with `assay.sandbox.engine: e2b`.");

  public static final Setting<Secret> E2B_KEY =
      Setting.optional("assay.sandbox.e2b-key", Form.SECRET, "An API key of E2B.");

  public static final Setting<String> E2B_TEMPLATE =
      Setting.optional(
          "assay.sandbox.e2b-template",
          Form.TEXT,
          "What sandboxes at E2B start from: a template there, with the same in it as a snapshot of"
              + " Daytona. Its size is theirs; `assay.sandbox.base` is not used.");

  public static final Setting<URI> E2B_URL =
      Setting.optional(
          "assay.sandbox.e2b-url",
          Form.WEB_ADDRESS,
          "The interface of a server of your own; `https://api.` and the domain if unset.");

  public static final Setting<URI> E2B_SANDBOX_URL =
      Setting.optional(
          "assay.sandbox.e2b-sandbox-url",
          Form.WEB_ADDRESS,
          "The one address that leads to all sandboxes of a server of your own; each has its own"
              + " below the domain if unset.");

  static final List<Setting<?>> ALL =
      List.of(
          ENGINE,
          CONVERSATION_ENGINE,
          TOOL_ENGINE,
          UNENFORCED,
          DOCKER_SOCKET,
          DOCKER_NETWORK,
          DOCKER_RUNTIME,
          DAYTONA_URL,
          DAYTONA_KEY,
          DAYTONA_SNAPSHOT,
          DAYTONA_ORGANIZATION,
          DAYTONA_TARGET,
          E2B_DOMAIN,
          E2B_KEY,
          E2B_TEMPLATE,
          E2B_URL,
          E2B_SANDBOX_URL);
}
