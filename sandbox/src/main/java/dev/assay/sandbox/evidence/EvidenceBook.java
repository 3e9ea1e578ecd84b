package dev.assay.sandbox.evidence;

import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.NetworkEvidence.Answer;
import dev.assay.skill.sandbox.NetworkEvidence.Destination;
import dev.assay.skill.sandbox.NetworkEvidence.Lookup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What the helper beside a sandbox has reported about it, line by line. The lines are described in
/// the helper's `record.c`, `watch.c` and `usage.c`.
public final class EvidenceBook {
  private static final int MOST_EVENTS = 20_000;
  private static final int MOST_DESTINATIONS = 20_000;
  private static final String PROOF_ADDRESS = "203.0.113.7";

  private final Map<String, Destination> destinations = new LinkedHashMap<>();
  private final Map<String, Lookup> lookups = new LinkedHashMap<>();
  private final List<AccessEvidence.Event> events = new ArrayList<>();
  private boolean accessLost;
  private long networkLost;
  private long unwritten;
  private long oomKills;
  private long peakMemory;
  private long diskUsed;
  private long files;
  private int proofPort;
  private long proofAttempts;
  private boolean proving;

  /// Takes one line; false if it is none of the known kinds.
  public synchronized boolean take(String line) {
    String[] words = line.split(" ", -1);
    switch (words[0]) {
      case "net" -> destination(words);
      case "dns" -> lookup(words);
      case "access" -> access(line);
      case "disk" -> {
        diskUsed = Long.parseLong(words[1]);
        files = Long.parseLong(words[2]);
      }
      case "memory" -> peakMemory = Long.parseLong(words[1]);
      case "oom" -> oomKills++;
      case "lost" -> networkLost = Long.parseLong(words[1]);
      case "unseen" -> accessLost = true;
      default -> {
        return false;
      }
    }
    return true;
  }

  /// From now on, and until [#endProof], an attempt to reach this port of the proof's address is
  /// ours: nothing else runs inside yet.
  public synchronized void expectProof(int port) {
    proofPort = port;
    proofAttempts = 0;
    proving = true;
  }

  /// Whoever tries the same from now on is not us.
  ///
  /// @return whether our attempt was seen
  public synchronized boolean endProof() {
    proving = false;
    return proofAttempts > 0;
  }

  /// Adds what a program asked of the allow-list proxy, before anything is done about it.
  public synchronized void asked(String host, int port, Instant when) {
    if (destinations.size() >= MOST_DESTINATIONS) {
      unwritten++;
      return;
    }
    put(new Destination("tcp", host, host, port, 1, when, when, Answer.REFUSED), 1);
  }

  /// What was asked has been granted: a connection to it stands.
  public synchronized void granted(String host, int port, Instant when) {
    put(new Destination("tcp", host, host, port, 1, when, when, Answer.PASSED), 1);
    destinations.computeIfPresent(
        "tcp " + host + " " + port + " " + Answer.REFUSED,
        (_, asked) -> asked.attempts() == 1 ? null : fewer(asked));
  }

  private static Destination fewer(Destination one) {
    return new Destination(
        one.protocol(),
        one.host(),
        one.address(),
        one.port(),
        one.attempts() - 1,
        one.first(),
        one.last(),
        one.answer());
  }

  public synchronized NetworkEvidence network(Optional<String> proof) {
    return new NetworkEvidence(
        List.copyOf(destinations.values()),
        List.copyOf(lookups.values()),
        proof,
        networkLost + unwritten);
  }

  public synchronized AccessEvidence access() {
    return new AccessEvidence(events, accessLost);
  }

  public synchronized long oomKills() {
    return oomKills;
  }

  public synchronized long peakMemory() {
    return peakMemory;
  }

  public synchronized long diskUsed() {
    return diskUsed;
  }

  public synchronized long files() {
    return files;
  }

  /// `net PROTOCOL ADDRESS PORT COUNT MILLIS sink|out NAME`
  private void destination(String[] words) {
    int port = Integer.parseInt(words[3]);
    long count = Long.parseLong(words[4]);
    if (words[1].equals("tcp") && words[2].equals(PROOF_ADDRESS) && port == proofPort) {
      if (proving) {
        proofAttempts = count;
        return;
      }
      count -= proofAttempts;
    }
    Instant when = Instant.ofEpochMilli(Long.parseLong(words[5]));
    Answer answer = words[6].equals("out") ? Answer.PASSED : Answer.REFUSED;
    String host = words.length > 7 ? words[7] : "";
    put(new Destination(words[1], host, words[2], port, count, when, when, answer), count);
  }

  private void put(Destination seen, long count) {
    String key = seen.protocol() + " " + seen.address() + " " + seen.port() + " " + seen.answer();
    destinations.merge(
        key,
        seen,
        (old, fresh) ->
            new Destination(
                old.protocol(),
                fresh.host().isEmpty() ? old.host() : fresh.host(),
                old.address(),
                old.port(),
                Math.max(count, old.attempts() + (count == 1 ? 1 : 0)),
                old.first(),
                fresh.last(),
                old.answer()));
  }

  /// `dns NAME TYPE COUNT MILLIS`
  private void lookup(String[] words) {
    String type =
        switch (words[2]) {
          case "1" -> "A";
          case "28" -> "AAAA";
          case "12" -> "PTR";
          case "16" -> "TXT";
          default -> "TYPE" + words[2];
        };
    Instant when = Instant.ofEpochMilli(Long.parseLong(words[4]));
    long count = Long.parseLong(words[3]);
    lookups.merge(
        words[1] + " " + type,
        new Lookup(words[1], type, count, when, when),
        (old, fresh) -> new Lookup(old.name(), type, count, old.first(), when));
  }

  /// `access USE COUNT MILLIS PATH`
  private void access(String line) {
    String[] words = line.split(" ", 5);
    if (events.size() >= MOST_EVENTS) {
      accessLost = true;
      return;
    }
    events.add(
        new AccessEvidence.Event(
            words[4],
            AccessEvidence.Use.valueOf(words[1].toUpperCase(Locale.ROOT)),
            Instant.ofEpochMilli(Long.parseLong(words[3]))));
  }
}
