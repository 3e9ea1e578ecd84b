package dev.assay.packages;

import dev.assay.packages.Exchange.Result;
import dev.assay.packages.fetch.Fetcher;
import dev.assay.packages.fetch.HostAndPort;
import dev.assay.packages.fetch.Reply;
import dev.assay.packages.fetch.Reply.Failure;
import dev.assay.skill.dependency.Ecosystem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;

/// Asks indexes for one door and records every exchange. An index that failed to answer twice is
/// not asked again: an installation would wait for it once for every package.
final class Asker {
  private static final int MOST_PAGE = 64 << 20;
  private static final int MOST_FAILURES = 2;

  private final Fetcher fetcher;
  private final DoorExchanges exchanges;
  private final Map<HostAndPort, Reply.Failed> failed = new ConcurrentHashMap<>();
  private final Map<HostAndPort, Integer> failures = new ConcurrentHashMap<>();
  private final Set<String> hosts = ConcurrentHashMap.newKeySet();

  Asker(Fetcher fetcher, DoorExchanges exchanges) {
    this.fetcher = fetcher;
    this.exchanges = exchanges;
  }

  /// One question.
  ///
  /// @param index the address of the index it belongs to
  /// @param asked its name in records
  record Question(Ecosystem ecosystem, URI index, URI address, String asked, String accept) {}

  /// A question that is being answered.
  record Open(Question question, Instant at, long began, Reply.Answered reply)
      implements AutoCloseable {
    @Override
    public void close() {
      try {
        reply.body().close();
      } catch (IOException e) {
        return; // the rest is not needed
      }
    }
  }

  /// @param from the final address of the page
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Page(byte[] body, String type, URI from, Open open) {}

  /// Fetches a whole page. The caller must check that it is a page of an index, and record the
  /// result.
  Page page(Question question) throws Unanswered {
    try (Open open = open(question, "gzip")) {
      InputStream body = open.reply().body();
      boolean packed = open.reply().encoding().toLowerCase(Locale.ROOT).equals("gzip");
      InputStream plain = packed ? new GZIPInputStream(body) : body;
      byte[] all = plain.readNBytes(MOST_PAGE + 1);
      if (all.length > MOST_PAGE) {
        throw record(
            open, Result.NOT_AN_INDEX, "a page of more than " + (MOST_PAGE >> 20) + " MiB", 0);
      }
      return new Page(all, open.reply().type(), open.reply().address(), open);
    } catch (IOException e) {
      throw record(
          new Open(question, Instant.now(), System.nanoTime(), NOTHING),
          Result.CORRUPT,
          reason(e),
          0);
    }
  }

  private static final Reply.Answered NOTHING =
      new Reply.Answered(URI.create("about:blank"), 0, "", "", 0, InputStream.nullInputStream());

  /// Opens an answer with status 200.
  Open open(Question question, String encoding) throws Unanswered {
    Instant at = Instant.now();
    long began = System.nanoTime();
    Reply reply = ask(question, encoding);
    return switch (reply) {
      case Reply.Failed(Failure failure, String detail) ->
          throw record(
              new Open(question, at, began, NOTHING), Result.valueOf(failure.name()), detail, 0);
      case Reply.Answered answered -> {
        Open open = new Open(question, at, began, answered);
        if (!answered.isGood()) {
          open.close();
          throw record(open, Result.ANSWERED, "", 0);
        }
        yield open;
      }
    };
  }

  private Reply ask(Question question, String encoding) {
    HostAndPort place = HostAndPort.of(question.address());
    boolean local = question.address().getHost() == null;
    Reply.Failed before = failed.get(place);
    if (before != null && failures.getOrDefault(place, 0) >= MOST_FAILURES) {
      return new Reply.Failed(before.failure(), before.detail() + " (not asked again)");
    }
    try {
      Reply reply =
          fetcher.fetch(
              new Fetcher.Question(
                  question.address(), question.index(), question.accept(), encoding),
              contacted -> hosts.add(contacted.toString()));
      if (!local && reply instanceof Reply.Failed one && one.failure() != Failure.MISDIRECTED) {
        failed.put(place, one);
        failures.merge(place, 1, Integer::sum);
      }
      return reply;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Reply.Failed(Failure.UNREACHABLE, "was not waited for");
    }
  }

  static String reason(IOException failure) {
    String own = String.valueOf(failure.getMessage());
    if (failure.getCause() == null) {
      return own;
    }
    Throwable deepest = failure.getCause();
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return own + ": " + deepest.getMessage();
  }

  /// Records an exchange that succeeded.
  void recordGood(Open open, long size) {
    exchanges.add(exchange(open, Result.ANSWERED, "", size));
  }

  /// Records an exchange that failed.
  Unanswered record(Open open, Result result, String detail, long size) {
    Exchange exchange = exchange(open, result, detail, size);
    exchanges.add(exchange);
    return new Unanswered(exchange);
  }

  /// Records a request of the sandbox that is refused without a question to an index.
  Unanswered refuse(Optional<Ecosystem> ecosystem, String asked) {
    return record(ecosystem, "", asked, Result.REFUSED, "");
  }

  /// Records that there is no index to ask.
  Unanswered absent(Ecosystem ecosystem, String asked, String reason) {
    return record(Optional.of(ecosystem), "", asked, Result.ABSENT, reason);
  }

  private Unanswered record(
      Optional<Ecosystem> ecosystem, String index, String asked, Result result, String detail) {
    Exchange exchange =
        new Exchange(ecosystem, index, asked, result, 0, detail, 0, Instant.now(), Duration.ZERO);
    exchanges.add(exchange);
    return new Unanswered(exchange);
  }

  private static Exchange exchange(Open open, Result result, String detail, long size) {
    return new Exchange(
        Optional.of(open.question().ecosystem()),
        open.question().index().toString(),
        open.question().asked(),
        result,
        open.reply().status(),
        detail,
        size,
        open.at(),
        Duration.ofNanos(System.nanoTime() - open.began()));
  }

  Set<String> hosts() {
    return new TreeSet<>(hosts);
  }
}
