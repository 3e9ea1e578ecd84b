package dev.assay.configuration;

import dev.assay.skill.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The settings of the bus and of the project agents that use it.
public final class BusCatalogue {
  private BusCatalogue() {}

  public static final String NATS = "nats";

  public static final String API = "api";
  public static final String VALIDATION = "validation";
  public static final String TOOLS = "tools";
  public static final String WORKER = "worker";
  public static final String REAPER = "reaper";

  public static final Setting<List<String>> ROLES =
      Setting.of(
          "assay.server.roles",
          Form.several(API, VALIDATION, TOOLS, WORKER, REAPER),
          "api,validation,tools,worker,reaper",
          "What this server does of all that servers with one database do together: answer requests,"
              + " validate, make tool calls of agents and runs that wait, answer messages to agents,"
              + " clean up after others. Each part has to be done by some server.");

  public static final Setting<String> KIND =
      Setting.of(
          "assay.bus.kind",
          Form.choice("in-process", NATS),
          "in-process",
          "How messages to agents and tool calls of agents travel: inside each server, or over NATS"
              + " JetStream.");

  public static final Setting<List<String>> SERVERS =
      Setting.optional(
          "assay.bus.servers",
          Form.NATS_ADDRESSES,
          "Where NATS is, for `assay.bus.kind` `nats`, such as `nats://127.0.0.1:4222`; with"
              + " `tls://` its certificate must be for that host. JetStream must be on (`nats-server"
              + " -js`).");

  public static final Setting<String> USER =
      Setting.optional("assay.bus.user", Form.TEXT, "The user to sign in to NATS as.");

  public static final Setting<Secret> PASSWORD =
      Setting.optional(
          "assay.bus.password", Form.SECRET, "Their password; without a user a token.");

  public static final Setting<Path> CERTIFICATES =
      Setting.optional(
          "assay.bus.certificates",
          Form.FILE,
          "PEM file with authorities that may vouch for NATS at `tls://` addresses, beside those of"
              + " this machine.");

  public static final Setting<Integer> AT_ONCE =
      Setting.of(
          "assay.agents.at-once",
          Form.number(1, 1_000),
          "10",
          "How many messages to agents of projects one server answers at a time; others wait.");

  public static final Setting<Integer> QUEUED =
      Setting.of(
          "assay.agents.queued",
          Form.number(1, 100_000),
          "200",
          "How many messages of a project may wait for their answers.");

  public static final Setting<Duration> TURN_TIME =
      Setting.of(
          "assay.agents.turn-time",
          Form.duration("5s", "12h"),
          "30m",
          "The longest time an answer of an agent may take.");

  public static final Setting<Integer> TURN_TOKENS =
      Setting.of(
          "assay.agents.turn-tokens",
          Form.number(1_000, 100_000_000),
          "400000",
          "The most tokens an answer of an agent may cost, read and written.");

  static final List<Setting<?>> ALL =
      List.of(
          ROLES,
          KIND,
          SERVERS,
          USER,
          PASSWORD,
          CERTIFICATES,
          AT_ONCE,
          QUEUED,
          TURN_TIME,
          TURN_TOKENS);
}
