package dev.assay.configuration;

import dev.assay.skill.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// All settings except those of models, which are in [ModelCatalogue]. The reference page is
/// generated from this list.
public final class Catalogue {
  private Catalogue() {}

  public static final Setting<String> SERVER_ADDRESS =
      Setting.of(
          "assay.server.address",
          Form.pattern("host name or IP address", "[A-Za-z0-9.:_-]+"),
          "127.0.0.1",
          "The address to listen on. `0.0.0.0` opens the server to the network: use TLS or a proxy"
              + " that does.");

  public static final Setting<Integer> SERVER_PORT =
      Setting.of(
          "assay.server.port",
          Form.number(0, 65535),
          "8080",
          "The port to listen on; 0 takes a free one. `assay serve --port` goes before it.");

  public static final Setting<URI> SERVER_PUBLIC_URL =
      Setting.optional(
          "assay.server.public-url",
          Form.WEB_ADDRESS,
          "Where people reach the server when that is not its own address. With `https://` cookies"
              + " are sent over TLS only.");

  public static final Setting<List<String>> SERVER_HOSTS =
      Setting.optional(
          "assay.server.hosts",
          Form.HOSTS,
          "By what further names people reach the server, without ports. Without"
              + " `assay.server.public-url` it answers for these, `localhost`, loopback addresses,"
              + " the address it listens on and the name of its machine, and refuses requests for"
              + " others, because links lead where the request was sent. Pages of other hosts cannot"
              + " use the Model Context Protocol.");

  public static final Setting<Boolean> SERVER_BEHIND_PROXY =
      Setting.of(
          "assay.server.behind-proxy",
          Form.FLAG,
          "false",
          "Trust the `X-Forwarded-*` headers. Only behind a proxy that sets them itself.");

  public static final Setting<Path> SERVER_TLS_CERTIFICATE =
      Setting.optional(
          "assay.server.tls.certificate",
          Form.FILE,
          "PEM file with the certificate chain; together with the key the server speaks HTTPS.");

  public static final Setting<Path> SERVER_TLS_KEY =
      Setting.optional(
          "assay.server.tls.key", Form.FILE, "PEM file with the certificate's private key.");

  public static final Setting<String> DATABASE_URL =
      Setting.of(
          "assay.database.url",
          Form.pattern(
              "embedded, or jdbc:postgresql://HOST[:PORT]/NAME without user and password",
              "embedded|jdbc:postgresql://(?!.*(user|password)=)[^@]+/[^@]+"),
          "embedded",
          "Where the data is: `embedded` runs a PostgreSQL under the home; anything else is a"
              + " PostgreSQL 15 or newer of your own, which several servers can share.");

  public static final Setting<String> DATABASE_USER =
      Setting.optional("assay.database.user", Form.TEXT, "The user for a database of your own.");

  public static final Setting<Secret> DATABASE_PASSWORD =
      Setting.optional(
          "assay.database.password", Form.SECRET, "The password for a database of your own.");

  public static final Setting<Integer> DATABASE_CONNECTIONS =
      Setting.of(
          "assay.database.connections",
          Form.number(2, 200),
          "10",
          "The most connections one server holds open, besides one for notifications.");

  public static final Setting<Duration> DATABASE_PATIENCE =
      Setting.of(
          "assay.database.patience",
          Form.duration("0s", "1h"),
          "30s",
          "How long a starting server waits for a database of your own that does not answer.");

  public static final String LOG_FORMAT_JSON = "json";

  public static final Setting<String> LOG_FORMAT =
      Setting.of(
          "assay.log.format",
          Form.choice("plain", LOG_FORMAT_JSON),
          "plain",
          "`plain` for people, `json` (Elastic Common Schema, one object per line) for programs.");

  public static final Setting<String> LOG_LEVEL =
      Setting.of(
          "assay.log.level",
          Form.choice("error", "warn", "info", "debug"),
          "info",
          "How much Assay itself logs.");

  public static final Setting<Duration> SESSION_LIFETIME =
      Setting.of(
          "assay.session.lifetime",
          Form.duration("5m", "90d"),
          "12h",
          "How long a sign-in lasts, in the console and with `POST /api/auth/login`.");

  public static final Setting<Duration> SESSION_IDLE =
      Setting.of(
          "assay.session.idle",
          Form.duration("2m", "90d"),
          "2h",
          "A console session that is not used for this long ends.");

  public static final Setting<Duration> TOKEN_LIFETIME =
      Setting.of(
          "assay.token.lifetime",
          Form.duration("1m", "3650d"),
          "90d",
          "How long an API token lives unless it asks for something else.");

  public static final Setting<Duration> TOKEN_LONGEST_LIFETIME =
      Setting.of(
          "assay.token.longest-lifetime",
          Form.duration("1m", "3650d"),
          "366d",
          "The longest life an API token may ask for.");

  public static final Setting<URI> OIDC_ISSUER =
      Setting.optional(
          "assay.oidc.issuer",
          Form.WEB_ADDRESS,
          "The OpenID Connect provider people sign in with. Unset: local accounts only.");

  public static final Setting<String> OIDC_CLIENT_ID =
      Setting.optional(
          "assay.oidc.client-id", Form.TEXT, "The client id the provider knows Assay by.");

  public static final Setting<Secret> OIDC_CLIENT_SECRET =
      Setting.optional(
          "assay.oidc.client-secret", Form.SECRET, "The client secret that belongs to it.");

  public static final Setting<String> OIDC_AUDIENCE =
      Setting.optional(
          "assay.oidc.audience",
          Form.TEXT,
          "The audience a bearer token of the provider must name. Unset: such tokens are refused,"
              + " people can still sign in to the console.");

  public static final Setting<List<String>> OIDC_SCOPES =
      Setting.of(
          "assay.oidc.scopes",
          Form.WORDS,
          "openid, profile, email",
          "The scopes asked for at sign-in.");

  public static final Setting<String> OIDC_NAME_CLAIM =
      Setting.of(
          "assay.oidc.name-claim",
          Form.TEXT,
          "preferred_username",
          "The claim that becomes the account's name.");

  public static final Setting<String> OIDC_ROLE_CLAIM =
      Setting.of(
          "assay.oidc.role-claim",
          Form.TEXT,
          "groups",
          "The claim that lists a person's groups or roles; dots lead into nested claims"
              + " (`realm_access.roles`).");

  public static final Setting<List<String>> OIDC_ADMIN_VALUES =
      Setting.of(
          "assay.oidc.admin-values",
          Form.WORDS,
          "assay-admin",
          "Values of that claim that make an admin.");

  public static final Setting<List<String>> OIDC_REVIEWER_VALUES =
      Setting.of(
          "assay.oidc.reviewer-values",
          Form.WORDS,
          "assay-reviewer",
          "Values of that claim that make a reviewer.");

  public static final Setting<List<String>> OIDC_AUTHOR_VALUES =
      Setting.of(
          "assay.oidc.author-values",
          Form.WORDS,
          "assay-author",
          "Values of that claim that make an author.");

  public static final Setting<List<String>> OIDC_AUDITOR_VALUES =
      Setting.of(
          "assay.oidc.auditor-values",
          Form.WORDS,
          "assay-auditor",
          "Values of that claim that make an auditor.");

  public static final Setting<List<String>> OIDC_USER_VALUES =
      Setting.of(
          "assay.oidc.user-values",
          Form.WORDS,
          "assay-user",
          "Values of that claim that make a user; `*` lets everybody in whom the provider knows.");

  public static final Setting<String> SANDBOX_BASE =
      Setting.of(
          "assay.sandbox.base",
          Form.pattern("host, debian, or a path with a slash", "host|debian|[^\\x00]*/[^\\x00]*"),
          "host",
          "What sandboxes start from: `host` (this machine's own programs), `debian` (after"
              + " `assay images build`), or the path of a folder or tar archive with a whole"
              + " system, which is imported once. Skills in use stay on the base they were proved"
              + " on: with another one the server does not start.");

  public static final Setting<Boolean> SANDBOX_REQUIRED =
      Setting.of(
          "assay.sandbox.required",
          Form.FLAG,
          "true",
          "Whether the server refuses to start on a machine that cannot make sandboxes. With"
              + " `false` it starts and serves what is there, but nothing can be validated and"
              + " nobody can chat.");

  public static final Setting<Long> SANDBOX_MEMORY =
      Setting.of(
          "assay.sandbox.memory",
          Form.size("16 MB", "1000 GB"),
          "2 GB",
          "The most memory a sandbox may use, in validations and conversations alike, where the"
              + " machine can enforce it.");

  public static final Setting<Duration> SANDBOX_IDLE =
      Setting.of(
          "assay.sandbox.idle",
          Form.duration("1m", "7d"),
          "30m",
          "A sandbox that is not used for this long is removed.");

  public static final Setting<Duration> SANDBOX_LIFETIME =
      Setting.of(
          "assay.sandbox.lifetime",
          Form.duration("1m", "30d"),
          "6h",
          "The longest life of a sandbox, used or not.");

  public static final Setting<Integer> WORKFLOW_RETRIES =
      Setting.of(
          "assay.workflow.retries",
          Form.number(0, 10),
          "3",
          "How often a step is tried again after a failure of a model, a sandbox or the database,"
              + " before the run is inconclusive. The pauses grow from 2 seconds to 2 minutes.");

  public static final Setting<Duration> WORKFLOW_KEEP =
      Setting.of(
          "assay.workflow.keep",
          Form.duration("1h", "3650d"),
          "365d",
          "How long the record of a run is kept after its end, with its transcripts.");

  public static final Setting<Boolean> PUBLISH_ANONYMOUS =
      Setting.of(
          "assay.publish.anonymous",
          Form.FLAG,
          "false",
          "Hand out the approved skills, their index and their attestations to anybody who can"
              + " reach the server. Installers such as `npx skills add` cannot sign in.");

  public static final Setting<URI> NOTIFY_WEBHOOK_URL =
      Setting.optional(
          "assay.notify.webhook-url",
          Form.WEB_ADDRESS,
          "Who is notified by POST when a skill waits for its review, was decided on or was rolled"
              + " back. See [audit](audit.md).");

  public static final Setting<Secret> NOTIFY_WEBHOOK_SECRET =
      Setting.optional(
          "assay.notify.webhook-secret",
          Form.SECRET,
          "What the webhook's calls are signed with (HMAC-SHA256).");

  public static final Setting<Duration> PRIVATE_SERVER_IDLE =
      Setting.of(
          "assay.private-server.idle",
          Form.duration("0s", "24h"),
          "5m",
          "How long the private server that a command starts waits for the next command. See"
              + " [start](start.md).");

  private static final List<Setting<?>> ALL =
      List.of(
          SERVER_ADDRESS,
          SERVER_PORT,
          SERVER_PUBLIC_URL,
          SERVER_HOSTS,
          SERVER_BEHIND_PROXY,
          SERVER_TLS_CERTIFICATE,
          SERVER_TLS_KEY,
          DATABASE_URL,
          DATABASE_USER,
          DATABASE_PASSWORD,
          DATABASE_CONNECTIONS,
          DATABASE_PATIENCE,
          LOG_FORMAT,
          LOG_LEVEL,
          SESSION_LIFETIME,
          SESSION_IDLE,
          TOKEN_LIFETIME,
          TOKEN_LONGEST_LIFETIME,
          SANDBOX_BASE,
          SANDBOX_REQUIRED,
          SANDBOX_MEMORY,
          SANDBOX_IDLE,
          SANDBOX_LIFETIME,
          WORKFLOW_RETRIES,
          WORKFLOW_KEEP,
          PUBLISH_ANONYMOUS,
          NOTIFY_WEBHOOK_URL,
          NOTIFY_WEBHOOK_SECRET,
          PRIVATE_SERVER_IDLE,
          OIDC_ISSUER,
          OIDC_CLIENT_ID,
          OIDC_CLIENT_SECRET,
          OIDC_AUDIENCE,
          OIDC_SCOPES,
          OIDC_NAME_CLAIM,
          OIDC_ROLE_CLAIM,
          OIDC_ADMIN_VALUES,
          OIDC_REVIEWER_VALUES,
          OIDC_AUTHOR_VALUES,
          OIDC_AUDITOR_VALUES,
          OIDC_USER_VALUES);

  public static List<Setting<?>> all() {
    List<Setting<?>> all = new ArrayList<>(ALL);
    all.addAll(IntakeCatalogue.ALL);
    all.addAll(ModelCatalogue.ALL);
    all.addAll(ModelRoleCatalogue.all());
    all.addAll(ValidationCatalogue.ALL);
    all.addAll(ReviewCatalogue.ALL);
    all.addAll(EngineCatalogue.ALL);
    all.addAll(ConversationCatalogue.ALL);
    all.addAll(CapacityCatalogue.ALL);
    all.addAll(StorageCatalogue.ALL);
    all.addAll(RetentionCatalogue.ALL);
    all.addAll(ToolCatalogue.ALL);
    all.addAll(BusCatalogue.ALL);
    all.addAll(PackageCatalogue.ALL);
    return all;
  }
}
