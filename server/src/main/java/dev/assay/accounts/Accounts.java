package dev.assay.accounts;

import dev.assay.accounts.Account.Origin;
import dev.assay.accounts.Account.State;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.skill.Words;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/// The accounts of this installation. There is always an active admin. [AccountChanges] and
/// [PasswordChanges] change accounts and record the changes in the audit log.
public final class Accounts {
  /// The duty of a password's owner.
  enum Duty {
    NONE,
    MUST_CHANGE
  }

  /// The audit log's names of the server and of the owner of its home.
  private static final Set<String> RESERVED = Set.of("assay", "local");

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}");

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Passwords passwords;
  private final Clock clock;

  public Accounts(
      JdbcClient jdbc, TransactionOperations transactions, Passwords passwords, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.passwords = passwords;
    this.clock = clock;
  }

  public List<Account> list() {
    return jdbc.sql("select * from account order by lower(name)").query(Accounts::read).list();
  }

  public Optional<Account> find(UUID id) {
    return jdbc.sql("select * from account where id = ?")
        .param(id)
        .query(Accounts::read)
        .optional();
  }

  public Account load(String name) {
    return findByName(name)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.ACCOUNT_NOT_FOUND, "There is no account \"" + name + "\"."));
  }

  public Optional<Account> findByName(String name) {
    if (!isName(name)) {
      return Optional.empty();
    }
    return jdbc.sql("select * from account where lower(name) = lower(?)")
        .param(name)
        .query(Accounts::read)
        .optional();
  }

  /// The account that an identity provider authenticated before.
  public Optional<Account> findBySubject(String subject) {
    return jdbc.sql("select * from account where subject = ?")
        .param(subject)
        .query(Accounts::read)
        .optional();
  }

  /// Says whether an account could have this name.
  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /// Makes an account with the given password, for the first admin.
  Account createFirst(String name, Secret password, Duty duty, Consumer<Account> along) {
    return insertLocal(name, Role.ADMIN, password, duty, along);
  }

  /// Makes an account whose password is chosen by its owner.
  ///
  /// @param along an action in the same transaction, which begins after the password was hashed
  Account create(String name, Role role, Secret password, Consumer<Account> along) {
    passwords.requireGood(password, name);
    return insertLocal(name, role, password, Duty.NONE, along);
  }

  /// Makes an account and a one-time password for its owner's first sign-in.
  ///
  /// @param along an action in the same transaction
  Invitation invite(String name, Role role, Consumer<Account> along) {
    Secret password = Passwords.oneTime();
    return new Invitation(insertLocal(name, role, password, Duty.MUST_CHANGE, along), password);
  }

  /// The account of a user that an identity provider has authenticated, made at its first sign-in.
  /// Each sign-in sets its role to the provider's.
  Account vouched(String subject, String name, Role role) {
    Optional<Account> known = findBySubject(subject);
    if (known.isEmpty()) {
      return insert(name, role, subject, null, Duty.NONE);
    }
    Account account = known.get();
    if (account.role() != role) {
      jdbc.sql("update account set role = ? where id = ?")
          .params(role.word(), account.id())
          .update();
      return find(account.id()).orElseThrow();
    }
    return account;
  }

  /// Replaces the password with one its owner chose; ends every session but the one that did it.
  ///
  /// @param along an action in the same transaction
  void changePassword(
      Account account, Secret current, Secret chosen, UUID keptToken, Consumer<Account> along) {
    requireLocal(account);
    passwords.requireGood(chosen, account.name());
    if (chosen.equals(current)) {
      throw new AssayException(
          ErrorCode.PASSWORD_NOT_ACCEPTED, "The new password is the old one. Choose another.");
    }
    Optional<String> known = passwordHash(account.name());
    boolean right = inTurn(() -> passwords.matches(current, known.orElse(null)));
    if (!right) {
      throw new AssayException(ErrorCode.FORBIDDEN, "The current password is wrong.");
    }
    setPassword(
        account,
        chosen,
        Duty.NONE,
        changed -> {
          endSessions(changed, keptToken);
          along.accept(changed);
        });
  }

  /// Gives an account a new one-time password and ends its sessions.
  ///
  /// @param along an action in the same transaction
  Invitation resetPassword(String name, Consumer<Account> along) {
    Account account = requireLocal(load(name));
    if (account.state() == State.DISABLED) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "\"" + account.name() + "\" is disabled. Enable it first.");
    }
    Secret password = Passwords.oneTime();
    setPassword(
        account,
        password,
        Duty.MUST_CHANGE,
        changed -> {
          endSessions(changed, new UUID(0, 0));
          along.accept(changed);
        });
    return new Invitation(find(account.id()).orElseThrow(), password);
  }

  Account changeRole(String name, Role role) {
    return keepingAnAdmin(
        name,
        account ->
            jdbc.sql("update account set role = ? where id = ?")
                .params(role.word(), account.id())
                .update());
  }

  Account disable(String name) {
    return keepingAnAdmin(
        name,
        account -> {
          jdbc.sql("update account set disabled = true where id = ?").param(account.id()).update();
          jdbc.sql("delete from access_token where account_id = ?").param(account.id()).update();
        });
  }

  Account enable(String name) {
    Account account = load(name);
    jdbc.sql("update account set disabled = false where id = ?").param(account.id()).update();
    return load(name);
  }

  void remove(String name) {
    keepingAnAdmin(
        name, account -> jdbc.sql("delete from account where id = ?").param(account.id()).update());
  }

  Optional<String> passwordHash(String name) {
    return jdbc.sql("select password_hash from account where lower(name) = lower(?)")
        .param(name)
        .query(String.class)
        .optional();
  }

  void setPassword(Account account, Secret password, Duty duty, Consumer<Account> along) {
    String hash = inTurn(() -> passwords.hash(password));
    transactions.executeWithoutResult(
        transaction -> {
          jdbc.sql("update account set password_hash = ?, must_change_password = ? where id = ?")
              .params(hash, duty == Duty.MUST_CHANGE, account.id())
              .update();
          along.accept(account);
        });
  }

  private Account insertLocal(
      String name, Role role, Secret password, Duty duty, Consumer<Account> along) {
    requireName(name);
    String hash = inTurn(() -> passwords.hash(password));
    return Objects.requireNonNull(
        transactions.execute(
            transaction -> {
              Account account = insert(name, role, null, hash, duty);
              along.accept(account);
              return account;
            }));
  }

  /// Queues password work of signed-in users, who share one limit.
  private <T> T inTurn(Supplier<T> work) {
    return passwords.queue().pass("accounts", work);
  }

  private Account insert(
      String name, Role role, @Nullable String subject, @Nullable String hash, Duty duty) {
    requireName(name);
    UUID id = UUID.randomUUID();
    Origin origin = subject == null ? Origin.LOCAL : Origin.OIDC;
    int made =
        jdbc.sql(
                """
                insert into account (id, name, role, origin, subject, password_hash, must_change_password, created_at)
                values (:id, :name, :role, :origin, :subject, :hash, :mustChange, :now)
                on conflict do nothing
                """)
            .param("id", id)
            .param("name", name)
            .param("role", role.word())
            .param("origin", Words.of(origin))
            .param("subject", subject)
            .param("hash", hash)
            .param("mustChange", duty == Duty.MUST_CHANGE)
            .param("now", now())
            .update();
    if (made == 0) {
      throw new AssayException(
          ErrorCode.ACCOUNT_ALREADY_EXISTS, "The account \"" + name + "\" exists already.");
    }
    return find(id).orElseThrow();
  }

  private static void requireName(String name) {
    if (!isName(name)) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "An account's name has 1 to 64 letters, digits and . _ @ + - and begins with a letter or"
              + " digit.");
    }
    if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "\"%s\" stands for the server or its owner in the audit log. Choose another name."
              .formatted(name));
    }
  }

  /// Runs a change on one account, and rolls it back if no active admin would be left.
  private Account keepingAnAdmin(String name, Consumer<Account> change) {
    Account account = load(name);
    transactions.executeWithoutResult(
        transaction -> {
          jdbc.sql("lock table account in share row exclusive mode").update();
          change.accept(account);
          if (admins() == 0) {
            throw new AssayException(
                ErrorCode.LAST_ADMIN,
                "\"" + name + "\" is the last active admin. Make another account admin first.");
          }
        });
    return find(account.id()).orElse(account);
  }

  private int admins() {
    return jdbc.sql("select count(*) from account where role = 'admin' and not disabled")
        .query(Integer.class)
        .single();
  }

  private void endSessions(Account account, UUID keptToken) {
    jdbc.sql("delete from access_token where account_id = ? and kind <> 'api' and id <> ?")
        .params(account.id(), keptToken)
        .update();
  }

  private static Account requireLocal(Account account) {
    if (account.origin() != Origin.LOCAL) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "\""
              + account.name()
              + "\" signs in with the identity provider and has no password here.");
    }
    return account;
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static State state(ResultSet row) throws SQLException {
    if (row.getBoolean("disabled")) {
      return State.DISABLED;
    }
    return row.getBoolean("must_change_password") ? State.MUST_CHANGE_PASSWORD : State.ACTIVE;
  }

  private static Account read(ResultSet row, int number) throws SQLException {
    return new Account(
        row.getObject("id", UUID.class),
        row.getString("name"),
        Role.ofWord(row.getString("role")),
        Words.read(Origin.class, row.getString("origin")),
        state(row),
        row.getObject("created_at", OffsetDateTime.class).toInstant());
  }
}
