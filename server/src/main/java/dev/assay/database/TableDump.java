package dev.assay.database;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/// The content of every table of a database, a file for each. It is written as of one moment, and
/// read into a database with the same tables, which may be another PostgreSQL.
public final class TableDump {
  /// The table in which migrations record themselves.
  private static final String MIGRATIONS = "flyway_schema_history";

  private TableDump() {}

  /// One table in a dump.
  public record Table(String name, List<String> columns, long rows) {
    public Table {
      columns = List.copyOf(columns);
    }
  }

  /// An action at a moment of a dump.
  @FunctionalInterface
  public interface Moment {
    void reached() throws IOException;
  }

  /// Writes all tables into a folder; a table that others refer to comes before them.
  ///
  /// @param begun called when the moment of the tables is fixed
  public static List<Table> write(DatabaseAddress address, Path folder, Moment begun)
      throws SQLException, IOException {
    try (Connection connection = open(address)) {
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
      CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
      List<Table> written = new ArrayList<>();
      List<String> names = inOrder(connection);
      begun.reached();
      for (String name : names) {
        List<String> columns = columns(connection, name);
        try (OutputStream out =
            new BufferedOutputStream(Files.newOutputStream(file(folder, name)))) {
          long rows = copies.copyOut("copy " + quoted(name, columns) + " to stdout", out);
          written.add(new Table(name, columns, rows));
        }
      }
      connection.rollback();
      return written;
    }
  }

  /// The number of the last migration and a word for the content of all of them; empty in a
  /// database without any.
  public static String schema(DatabaseAddress address) throws SQLException {
    try (Connection connection = open(address);
        Statement statement = connection.createStatement()) {
      if (tables(connection).stream().noneMatch(MIGRATIONS::equals)) {
        return "";
      }
      try (ResultSet row =
          statement.executeQuery(
              """
              select max(version::integer),
                left(md5(string_agg(version || ' ' || checksum, ',' order by version::integer)), 8)
              from %s where success and version is not null
              having count(*) > 0
              """
                  .formatted(MIGRATIONS))) {
        return row.next() ? row.getString(1) + " " + row.getString(2) : "";
      }
    }
  }

  /// Says whether there is no table at all.
  public static boolean isEmpty(DatabaseAddress address) throws SQLException {
    try (Connection connection = open(address)) {
      return tables(connection).isEmpty();
    }
  }

  /// Replaces the content of all tables by that of a dump: all of it or nothing.
  public static void read(DatabaseAddress address, Path folder, List<Table> dump)
      throws SQLException, IOException {
    try (Connection connection = open(address);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      List<String> known = inOrder(connection);
      if (!Set.copyOf(known)
          .equals(dump.stream().map(Table::name).collect(Collectors.toUnmodifiableSet()))) {
        throw new SQLException(
            "The database has the tables " + known + ", the backup " + names(dump) + ".");
      }
      for (String name : known) {
        statement.execute("alter table " + quoted(name) + " disable trigger user");
      }
      statement.execute(
          "truncate " + known.stream().map(TableDump::quoted).collect(Collectors.joining(", ")));
      CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
      for (String name : known) {
        Table table = dump.stream().filter(each -> each.name().equals(name)).findFirst().get();
        fill(copies, table, file(folder, name));
      }
      for (String name : known) {
        numberOn(connection, statement, name);
        statement.execute("alter table " + quoted(name) + " enable trigger user");
      }
      connection.commit();
    }
  }

  private static void fill(CopyManager copies, Table table, Path file)
      throws SQLException, IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      long rows =
          copies.copyIn("copy " + quoted(table.name(), table.columns()) + " from stdin", in);
      if (rows != table.rows()) {
        throw new SQLException(
            "The table %s has %d rows in the backup's list and %d in its file."
                .formatted(table.name(), table.rows(), rows));
      }
    }
  }

  /// Moves the sequences of a table beyond its rows.
  private static void numberOn(Connection connection, Statement statement, String table)
      throws SQLException {
    List<String> numbered =
        strings(
            connection,
            """
            select column_name from information_schema.columns
            where table_schema = current_schema() and table_name = ?
              and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null
            """,
            table);
    for (String column : numbered) {
      statement.execute(
          "select setval(pg_get_serial_sequence('%s', '%s'), coalesce(max(%s), 0) + 1, false) from %s"
              .formatted(quoted(table), column, quoted(column), quoted(table)));
    }
  }

  private static List<String> names(List<Table> tables) {
    return tables.stream().map(Table::name).toList();
  }

  private static Path file(Path folder, String table) {
    return folder.resolve(table + ".copy");
  }

  private static Connection open(DatabaseAddress address) throws SQLException {
    return DriverManager.getConnection(address.url(), address.user(), address.password().reveal());
  }

  private static List<String> tables(Connection connection) throws SQLException {
    return strings(
        connection,
        """
        select table_name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> ?
        order by 1
        """,
        "");
  }

  /// The tables in order: a table that others refer to comes before them.
  private static List<String> inOrder(Connection connection) throws SQLException {
    Map<String, Set<String>> needs = new LinkedHashMap<>();
    for (String table : tables(connection)) {
      if (!table.equals(MIGRATIONS)) {
        needs.put(
            table,
            new LinkedHashSet<>(
                strings(
                    connection,
                    """
                    select distinct t.relname from pg_constraint c join pg_class t on t.oid = c.confrelid
                    where c.contype = 'f' and c.conrelid = quote_ident(?)::regclass
                      and c.confrelid <> c.conrelid
                    """,
                    table)));
      }
    }
    List<String> order = new ArrayList<>();
    while (!needs.isEmpty()) {
      List<String> next =
          needs.entrySet().stream()
              .filter(each -> order.containsAll(each.getValue()))
              .map(Map.Entry::getKey)
              .toList();
      if (next.isEmpty()) {
        throw new SQLException(
            "The tables " + needs.keySet() + " refer to each other in a circle.");
      }
      order.addAll(next);
      next.forEach(needs::remove);
    }
    return order;
  }

  private static List<String> columns(Connection connection, String table) throws SQLException {
    return strings(
        connection,
        """
        select column_name from information_schema.columns
        where table_schema = current_schema() and table_name = ? and is_generated = 'NEVER'
        order by ordinal_position
        """,
        table);
  }

  private static List<String> strings(Connection connection, String sql, String parameter)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, parameter);
      List<String> found = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
      return found;
    }
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  private static String quoted(String table, List<String> columns) {
    return quoted(table)
        + columns.stream().map(TableDump::quoted).collect(Collectors.joining(", ", " (", ")"));
  }
}
