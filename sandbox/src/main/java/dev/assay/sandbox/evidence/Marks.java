package dev.assay.sandbox.evidence;

import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/// The lines of one recorder: evidence goes into its book, marks open their latches, and what is
/// neither is kept as a remark.
public final class Marks {
  private static final int MOST_REMARKS = 20;
  private static final int MOST_MARKS = 256;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String marker;
  private final EvidenceBook book;
  private final SequencedMap<String, CountDownLatch> marks = new LinkedHashMap<>();
  private final Deque<String> remarks = new ArrayDeque<>();

  public Marks(String marker, EvidenceBook book) {
    this.marker = marker;
    this.book = book;
  }

  /// How every mark of a sandbox begins. Nobody inside knows it, so nobody can imitate one.
  public static String freshMarker() {
    return HexFormat.of().toHexDigits(RANDOM.nextLong());
  }

  /// Announces a mark; the latch opens when everything before the mark has been reported. A mark is
  /// remembered after that: on a busy machine it was sent again, and comes again.
  CountDownLatch expect(String token) {
    CountDownLatch latch = new CountDownLatch(1);
    synchronized (marks) {
      marks.put(token, latch);
      if (marks.size() > MOST_MARKS) {
        marks.pollFirstEntry();
      }
    }
    return latch;
  }

  String marker() {
    return marker;
  }

  private Optional<CountDownLatch> expected(String token) {
    synchronized (marks) {
      return Optional.ofNullable(marks.get(token));
    }
  }

  public void take(String line) {
    if (line.startsWith("mark ")) {
      expected(line.substring(5))
          .ifPresentOrElse(
              CountDownLatch::countDown,
              () -> book.take("net udp 192.0.2.1 9 1 " + System.currentTimeMillis() + " sink "));
      return;
    }
    try {
      if (!book.take(line)) {
        remark(line);
      }
    } catch (RuntimeException e) {
      remark(line + " (" + e + ")");
    }
  }

  public void remark(String line) {
    synchronized (remarks) {
      if (remarks.size() == MOST_REMARKS) {
        remarks.removeFirst();
      }
      remarks.add(line);
    }
  }

  /// What the recorder complained about.
  public String remarks() {
    synchronized (remarks) {
      return remarks.stream().collect(Collectors.joining(" / "));
    }
  }
}
