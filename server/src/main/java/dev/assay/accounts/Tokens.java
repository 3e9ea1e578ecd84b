package dev.assay.accounts;

import dev.assay.accounts.AccessToken.Kind;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.skill.Words;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The tokens of accounts. Only their hashes are stored, so a stolen table grants no access.
public final class Tokens {
  /// The beginning of every token, by which secret scanners recognize one.
  public static final String PREFIX = "assay_";

  private static final Duration USE_IS_NOTED_EVERY = Duration.ofMinutes(1);
  private static final int LONGEST_NAME = 100;

  private final JdbcClient jdbc;
  private final TokenLifetimes lifetimes;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  public Tokens(JdbcClient jdbc, TokenLifetimes lifetimes, Clock clock) {
    this.jdbc = jdbc;
    this.lifetimes = lifetimes;
    this.clock = clock;
  }

  /// Makes a token for a browser; it expires when it is not used.
  public IssuedToken openSession(Account account) {
    return issue(account, Kind.SESSION, "console", lifetimes.session(), lifetimes.sessionIdle());
  }

  /// Makes a token for a program that signed in with a password.
  public IssuedToken openLogin(Account account) {
    return issue(account, Kind.LOGIN, "login", lifetimes.session(), lifetimes.session());
  }

  /// Makes a named token for a program. Without a requested lifetime it has the default one.
  IssuedToken create(Account account, String name, Optional<Duration> asked) {
    String label = name.strip();
    if (label.isEmpty() || label.length() > LONGEST_NAME) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "A token needs a name of 1 to " + LONGEST_NAME + " characters that says what uses it.");
    }
    Duration lifetime = asked.orElse(lifetimes.api());
    if (lifetime.compareTo(Duration.ofMinutes(1)) < 0
        || lifetime.compareTo(lifetimes.longestApi()) > 0) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "A token lives for at least a minute and at most "
              + lifetimes.longestApi().toDays()
              + " days here (assay.token.longest-lifetime).");
    }
    return issue(account, Kind.API, label, lifetime, lifetime);
  }

  /// The valid token with this text; its use is noted.
  public Optional<AccessToken> find(Secret text) {
    Instant now = clock.instant();
    Optional<AccessToken> found =
        jdbc.sql(
                """
                select * from access_token
                where hash = :hash and expires_at > :now and last_used_at + idle_limit > :now
                """)
            .param("hash", hash(text))
            .param("now", at(now))
            .query(Tokens::read)
            .optional();
    found
        .filter(token -> token.lastUsedAt().plus(USE_IS_NOTED_EVERY).isBefore(now))
        .ifPresent(
            token ->
                jdbc.sql("update access_token set last_used_at = ? where id = ?")
                    .params(at(now), token.id())
                    .update());
    return found;
  }

  /// An account's named tokens, newest first.
  public List<AccessToken> list(Account account) {
    return jdbc.sql(
            """
            select * from access_token
            where account_id = ? and kind = 'api' and expires_at > ? order by created_at desc, id
            """)
        .params(account.id(), at(clock.instant()))
        .query(Tokens::read)
        .list();
  }

  /// Ends one of an account's named tokens.
  void revoke(Account account, UUID id) {
    int revoked =
        jdbc.sql("delete from access_token where id = ? and account_id = ? and kind = 'api'")
            .params(id, account.id())
            .update();
    if (revoked == 0) {
      throw new AssayException(
          ErrorCode.TOKEN_NOT_FOUND, "You have no token with the id " + id + ".");
    }
  }

  /// Ends the session or sign-in of a token.
  public void end(UUID id) {
    jdbc.sql("delete from access_token where id = ?").param(id).update();
  }

  /// Forgets tokens that can no longer be used.
  public int sweep() {
    return jdbc.sql(
            "delete from access_token where expires_at <= :now or last_used_at + idle_limit <="
                + " :now")
        .param("now", at(clock.instant()))
        .update();
  }

  private IssuedToken issue(
      Account account, Kind kind, String name, Duration lifetime, Duration idle) {
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    Secret text = Secret.of(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    Instant now = clock.instant();
    AccessToken token =
        new AccessToken(UUID.randomUUID(), account.id(), kind, name, now, now.plus(lifetime), now);
    jdbc.sql(
            """
            insert into access_token
              (id, account_id, kind, name, hash, created_at, expires_at, idle_limit, last_used_at)
            values (?, ?, ?, ?, ?, ?, ?, make_interval(secs => ?), ?)
            """)
        .params(
            token.id(),
            account.id(),
            kind.word(),
            name,
            hash(text),
            at(now),
            at(token.expiresAt()),
            idle.toSeconds(),
            at(now))
        .update();
    return new IssuedToken(token, text);
  }

  private static byte[] hash(Secret text) {
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(text.reveal().getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static AccessToken read(ResultSet row, int number) throws SQLException {
    return new AccessToken(
        row.getObject("id", UUID.class),
        row.getObject("account_id", UUID.class),
        Words.read(Kind.class, row.getString("kind")),
        row.getString("name"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getObject("expires_at", OffsetDateTime.class).toInstant(),
        row.getObject("last_used_at", OffsetDateTime.class).toInstant());
  }
}
