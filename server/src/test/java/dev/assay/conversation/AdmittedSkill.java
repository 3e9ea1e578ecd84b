package dev.assay.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.springframework.jdbc.core.simple.JdbcClient;

/// A skill that was admitted, as a review leaves it.
public record AdmittedSkill(String name, String description, Map<String, String> files) {
  /// Adds up the second column of a CSV file.
  public static AdmittedSkill columnSums() {
    return new AdmittedSkill(
        "column-sums",
        "Adds up a numeric column of a CSV file and writes the totals. Use it for sales figures,"
            + " amounts and totals in CSV files.",
        Map.of(
            "SKILL.md",
            """
            # Column sums

            Add up the amounts of a CSV file:

            ```sh
            sh scripts/sum.sh <input.csv>
            ```

            The rules of rounding are in references/rounding.md.
            """,
            "scripts/sum.sh",
            """
            set -eu
            awk -F, 'NR > 1 { n += $2 } END { print "total: " n }' "$1" | tee totals.txt
            """,
            "references/rounding.md",
            "Totals are not rounded.\n"));
  }

  /// The id under which it was admitted.
  public String admit(TestServer server) {
    return admit(server.admin(), server.part(JdbcClient.class));
  }

  public String admit(Api admin, JdbcClient jdbc) {
    String boundary = "----" + UUID.randomUUID();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(
        ("--"
                + boundary
                + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"s.zip\"\r\n"
                + "Content-Type: application/zip\r\n\r\n")
            .getBytes(StandardCharsets.UTF_8));
    body.writeBytes(archive());
    body.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    Api.Reply reply =
        admin.send(
            admin
                .request("/api/admin/skills/upload")
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(BodyPublishers.ofByteArray(body.toByteArray())));
    assertThat(reply.status()).as(reply.response().body()).isBetween(200, 201);
    String id = reply.body().path("skill_id").asString();
    status(jdbc, id, "approved");
    return id;
  }

  public static void status(TestServer server, String id, String status) {
    status(server.part(JdbcClient.class), id, status);
  }

  private static void status(JdbcClient jdbc, String id, String status) {
    jdbc.sql("update skill set status = ? where id = ?::uuid").params(status, id).update();
  }

  /// As it is uploaded.
  public byte[] archive() {
    Map<String, String> all = new TreeMap<>(files);
    all.merge(
        "SKILL.md",
        "---\nname: %s\ndescription: %s\n---\n".formatted(name, description),
        (text, head) -> head + text);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> file : all.entrySet()) {
        zip.putNextEntry(new ZipEntry(name + "/" + file.getKey()));
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
