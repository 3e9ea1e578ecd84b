package dev.assay.accounts;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// Slows the guessing of passwords, over all servers. Each further failure doubles the wait. A name
/// is slowed most at the address of the failures, so that its owner at another address is hardly
/// affected.
public final class Throttle {
  /// The age after which failures are forgotten.
  static final Duration MEMORY = Duration.ofHours(1);

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;

  public Throttle(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.clock = clock;
  }

  /// A counter of failures, the number of free ones, and the longest wait between further ones.
  private record Count(String key, int free, Duration longest) {}

  private record Failures(int count, Instant lastAt) {}

  private static List<Count> counts(String name, String address) {
    String who = name.toLowerCase(Locale.ROOT);
    String from = network(address);
    return List.of(
        new Count("name at address\n" + who + "\n" + from, 5, Duration.ofMinutes(15)),
        new Count("address\n" + from, 50, Duration.ofMinutes(5)),
        new Count("name\n" + who, 50, Duration.ofSeconds(10)));
  }

  /// Begins an attempt. It either has to wait, or counts as failed until [#succeed] is called.
  /// Attempts on the same name or from the same address are serialized, so that parallel attempts
  /// get no more guesses.
  Optional<Duration> begin(String name, String address) {
    return Objects.requireNonNull(
        transactions.execute(
            transaction -> {
              List<Count> counts = counts(name, address);
              counts.stream().map(Count::key).sorted().forEach(this::lock);
              Optional<Duration> wait = remaining(counts);
              if (wait.isEmpty()) {
                counts.forEach(this::count);
              }
              return wait;
            }));
  }

  /// The wait before the next attempt.
  Duration pause(String name, String address) {
    return remaining(counts(name, address)).orElse(Duration.ZERO);
  }

  /// Clears the failures of a name at the address of a successful sign-in.
  void succeed(String name, String address) {
    List<Count> counts = counts(name, address);
    jdbc.sql("delete from sign_in_failure where key = ?")
        .param(hash(counts.getFirst().key()))
        .update();
    for (Count other : counts.subList(1, counts.size())) {
      jdbc.sql("update sign_in_failure set count = greatest(count - 1, 0) where key = ?")
          .param(hash(other.key()))
          .update();
    }
  }

  private void lock(String key) {
    jdbc.sql("select pg_advisory_xact_lock(hashtextextended(?, 1))")
        .param(key)
        .query()
        .listOfRows();
  }

  private Optional<Duration> remaining(List<Count> counts) {
    Instant now = clock.instant();
    return counts.stream()
        .map(count -> find(count).map(failures -> remaining(count, failures, now)))
        .flatMap(Optional::stream)
        .filter(Duration::isPositive)
        .max(Duration::compareTo);
  }

  private void count(Count count) {
    jdbc.sql(
            """
            insert into sign_in_failure as f (key, count, last_at) values (:key, 1, :now)
            on conflict (key) do update
            set count = case when f.last_at < :forgotten then 1 else f.count + 1 end,
                last_at = :now
            """)
        .param("key", hash(count.key()))
        .param("now", at(clock.instant()))
        .param("forgotten", at(clock.instant().minus(MEMORY)))
        .update();
  }

  /// Forgets failures that cause no wait any more.
  public int sweep() {
    return jdbc.sql("delete from sign_in_failure where last_at < ?")
        .param(at(clock.instant().minus(MEMORY)))
        .update();
  }

  private Optional<Failures> find(Count count) {
    return jdbc.sql("select count, last_at from sign_in_failure where key = ? and last_at > ?")
        .params(hash(count.key()), at(clock.instant().minus(MEMORY)))
        .query(Throttle::read)
        .optional();
  }

  private static Duration remaining(Count count, Failures failures, Instant now) {
    int excess = failures.count() - count.free();
    if (excess < 0) {
      return Duration.ZERO;
    }
    Duration doubled = Duration.ofSeconds(1L << Math.min(excess, 20));
    Duration wait = doubled.compareTo(count.longest()) > 0 ? count.longest() : doubled;
    return wait.minus(Duration.between(failures.lastAt(), now));
  }

  /// The network to slow for an address. An IPv6 subscriber has too many addresses to count each,
  /// so the whole network is slowed.
  static String network(String address) {
    if (!address.contains(":")) {
      return address;
    }
    try {
      byte[] bytes = InetAddress.ofLiteral(address.replaceFirst("%.*", "")).getAddress();
      return HexFormat.of().formatHex(bytes, 0, Math.min(8, bytes.length));
    } catch (IllegalArgumentException e) {
      return address;
    }
  }

  private static byte[] hash(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static Failures read(ResultSet row, int number) throws SQLException {
    return new Failures(
        row.getInt("count"), row.getObject("last_at", OffsetDateTime.class).toInstant());
  }
}
