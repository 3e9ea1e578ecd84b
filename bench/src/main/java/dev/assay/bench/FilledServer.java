package dev.assay.bench;

import dev.assay.start.AssayServer;
import dev.assay.configuration.ServeOptions;
import dev.assay.cli.connection.Connection;
import dev.assay.database.DatabaseAddress;
import dev.assay.database.EmbeddedDatabase;
import dev.assay.home.Home;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A server of its own with many skills.
record FilledServer(
    Path folder,
    EmbeddedDatabase postgres,
    AssayServer server,
    Connection assay,
    java.sql.Connection database)
    implements AutoCloseable {

  static FilledServer start(int skills) throws IOException, SQLException {
    Path folder = Files.createTempDirectory("assay-bench");
    EmbeddedDatabase postgres = EmbeddedDatabase.start(folder.resolve("database"));
    DatabaseAddress address = postgres.address();
    Home home = new Home(folder.resolve("home"));
    Map<String, String> environment =
        Map.of(
            "ASSAY_HOME", home.path().toString(),
            "ASSAY_DATABASE_URL", address.url(),
            "ASSAY_DATABASE_USER", address.user(),
            "ASSAY_DATABASE_PASSWORD", address.password().reveal(),
            "ASSAY_LOG_LEVEL", "warn");
    FilledServer filled =
        new FilledServer(
            folder,
            postgres,
            AssayServer.start(
                new ServeOptions(home, folder, Optional.empty(), Optional.of(0), environment)),
            Connection.open(Optional.empty(), environment, Connection.Absence.REFUSE),
            DriverManager.getConnection(
                address.url(), address.user(), address.password().reveal()));
    fill(folder, filled.assay, filled.database, skills);
    return filled;
  }

  /// Uploads a single skill and adds copies of its rows.
  static void fill(Path folder, Connection assay, java.sql.Connection database, int skills)
      throws IOException, SQLException {
    Path archive = folder.resolve("sample.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      zip.putNextEntry(new ZipEntry("sample/SKILL.md"));
      zip.write(
          ("---\nname: sample\ndescription: Counts the words of a text file and tells how many"
                  + " there are. Use it when somebody asks how long a text is.\n---\nRun `wc`.\n")
              .getBytes(StandardCharsets.UTF_8));
      for (int file = 0; file < 20; file++) {
        zip.putNextEntry(new ZipEntry("sample/references/part-" + file + ".md"));
        zip.write(("Part " + file).getBytes(StandardCharsets.UTF_8));
      }
    }
    assay.upload("/api/admin/skills/upload", archive);
    try (PreparedStatement copies =
        database.prepareStatement(
            """
            insert into skill (id, name, version, digest, status, bundle, uploaded_by, uploaded_at)
            select gen_random_uuid(), 'skill-' || md5(n::text), 1, digest,
              (array['pending', 'approved', 'rejected'])[1 + n % 3],
              jsonb_set(bundle, '{manifest,name,text}', to_jsonb('skill-' || md5(n::text))),
              'bench', now() - n * interval '1 second'
            from skill, generate_series(1, ?) n where name = 'sample'
            """)) {
      copies.setInt(1, skills);
      copies.executeUpdate();
    }
    try (PreparedStatement analyze = database.prepareStatement("analyze skill")) {
      analyze.execute();
    }
  }

  @Override
  public void close() throws IOException, SQLException {
    database.close();
    assay.close();
    server.close();
    postgres.close();
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }
}
