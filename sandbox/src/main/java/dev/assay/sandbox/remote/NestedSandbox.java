package dev.assay.sandbox.remote;

import dev.assay.sandbox.agent.CommandText;
import dev.assay.sandbox.agent.HelperWords;
import dev.assay.sandbox.agent.HostTexts;
import dev.assay.sandbox.evidence.EvidenceBook;
import dev.assay.sandbox.evidence.IsolationProof;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A sandbox of our own kind within the provider's, and the recorder beside it. Commands run in the
/// inner one; its recorder, its keeper and the provider's programs are outside of it, where nothing
/// inside can signal, trace or write to them (`native/src/nest.c`).
final class NestedSandbox {
  /// Where it lies in the provider's sandbox; the base must have it.
  static final String FOLDER = "/assay";

  private static final String CONTENT = FOLDER + "/content/";

  /// What a question for evidence says once it was answered.
  record Recorded(NetworkEvidence network, AccessEvidence access, Metrics metrics) {}

  private final RemoteHost host;
  private final boolean executions;
  private final EvidenceBook book = new EvidenceBook();
  private Optional<String> proof = Optional.empty();
  private long offset;

  private NestedSandbox(RemoteHost host, boolean executions) {
    this.host = host;
    this.executions = executions;
  }

  /// Makes it and proves it.
  ///
  /// @param spec whose folders were put at [#place] before
  /// @throws SandboxFailure with `SANDBOX_UNSUPPORTED` and the reason if it cannot be made there,
  ///   otherwise if it cannot be proved
  static NestedSandbox start(RemoteHost host, SandboxSpec spec) {
    Network network = spec.network();
    boolean open = network instanceof Network.Open;
    byte[] words = words(spec);
    CommandResult made =
        host.helper(
            List.of("nest", open ? "open" : "blocked", Base64.getEncoder().encodeToString(words)));
    if (!made.succeeded()) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_UNSUPPORTED,
          Visible.line(made.stderr().text().strip().replaceFirst("^fatal ", "")));
    }
    boolean executions = made.stdout().text().lines().anyMatch("executions"::equals);
    NestedSandbox nested = new NestedSandbox(host, executions);
    nested.prove(network);
    return nested;
  }

  /// Where a mount's content has to lie before the sandbox is made.
  static String place(int number) {
    return CONTENT + number;
  }

  private static byte[] words(SandboxSpec spec) {
    List<Mount> mounts = spec.mounts();
    HelperWords words = new HelperWords();
    HostTexts.FILES.forEach((name, content) -> words.add("text", "etc", name, content));
    if (spec.image().layers().isEmpty()) { // a snapshot has them, and what was put there since
      HostTexts.PRIVATE.forEach(folder -> words.add("mask", folder));
    }
    String uid = Integer.toString(HostTexts.UID);
    for (String option : List.of("--hostname", HostTexts.HOST_NAME, "--uid", uid, "--gid", uid)) {
      words.add("option", option);
    }
    for (int at = 0; at < mounts.size(); at++) {
      boolean watched = mounts.get(at).access() == Mount.Access.WATCHED;
      words.add("mount", place(at), mounts.get(at).target(), watched ? "watch" : "ro");
    }
    spec.fixed().forEach(folder -> words.add("fixed", folder));
    words.add("poll", "1");
    return words.plain();
  }

  /// Whether executed files are distinguished from others.
  boolean tellsExecutions() {
    return executions;
  }

  private synchronized void prove(Network network) {
    int port = network instanceof Network.Open ? 0 : IsolationProof.freshPort();
    book.expectProof(port);
    List<String> lines = ask(List.of(Integer.toString(port)));
    String seen =
        lines.stream()
            .filter(line -> line.startsWith("q "))
            .map(line -> line.substring(2))
            .findFirst()
            .orElse("nothing");
    proof = Optional.of(IsolationProof.judge(network, seen, book.endProof()));
  }

  /// All that happened inside until now.
  synchronized Recorded read() {
    List<String> lines = ask(List.of());
    return new Recorded(book.network(proof), book.access(), metrics(lines));
  }

  /// All but the recorder and the first one, which see to the rest.
  void endProcesses() {
    if (!host.helper(List.of("clear")).succeeded()) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The processes in the provider's sandbox could not be ended; destroy the sandbox.");
    }
  }

  private Metrics metrics(List<String> lines) {
    StringBuilder text = new StringBuilder();
    lines.stream()
        .filter(line -> line.startsWith("m "))
        .forEach(line -> text.append(line.substring(2)).append('\n'));
    Map<String, Long> figures = CommandText.figures(text.toString());
    long micros = figures.getOrDefault("user", 0L) + figures.getOrDefault("system", 0L);
    long resident = figures.getOrDefault("resident", 0L) * 1024;
    return new Metrics(
        Duration.ofNanos(1000 * micros),
        Math.max(resident, book.peakMemory()),
        figures.get("read_bytes:"),
        figures.get("write_bytes:"),
        book.diskUsed(),
        (int) Math.max(0, figures.getOrDefault("processes", 1L) - 1));
  }

  private List<String> ask(List<String> attempt) {
    List<String> words = new ArrayList<>(List.of("evidence", Long.toString(offset)));
    words.addAll(attempt);
    CommandResult answer = host.helper(words);
    List<String> lines = answer.stdout().text().lines().toList();
    if (!answer.succeeded() || lines.isEmpty() || !lines.getLast().startsWith("next ")) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The recorder in the provider's sandbox does not answer; destroy the sandbox.");
    }
    for (String line : lines.subList(0, lines.size() - 1)) {
      if (!line.startsWith("m ") && !line.startsWith("q ")) {
        boolean _ = book.take(line);
      }
    }
    offset = Long.parseLong(lines.getLast().substring("next ".length()));
    return lines;
  }
}
