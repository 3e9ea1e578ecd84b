package dev.assay.registry;

import dev.assay.skill.sandbox.SandboxImage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The numbered runtime images, and which one is in use.
public final class Images {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final TypeReference<Map<String, Map<String, String>>> PACKAGES =
      new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final Clock clock;

  public Images(JdbcClient jdbc, TransactionOperations transactions, Clock clock) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.clock = clock;
  }

  /// Makes v1.0 of a base unless there are images already.
  public void ensureBase(SandboxImage base) {
    transactions.executeWithoutResult(
        transaction -> {
          int made =
              jdbc.sql(
                      """
                      insert into runtime_image (number, image, packages, created_at, created_by)
                      values (0, :image::jsonb, '{}', :now, 'assay') on conflict do nothing
                      """)
                  .param("image", JSON.writeValueAsString(base))
                  .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                  .update();
          if (made == 1) {
            jdbc.sql("insert into runtime_image_current (number) values (0)").update();
          }
        });
  }

  public RuntimeImage current() {
    return jdbc.sql(
            """
            select i.*, true as current
            from runtime_image i join runtime_image_current c on c.number = i.number
            """)
        .query(Images::read)
        .single();
  }

  /// All of them, newest first.
  public List<RuntimeImage> list() {
    return jdbc.sql(
            """
            select i.*, c.number is not null as current
            from runtime_image i left join runtime_image_current c on c.number = i.number
            order by i.number desc
            """)
        .query(Images::read)
        .list();
  }

  private static RuntimeImage read(ResultSet row, int number) throws SQLException {
    return new RuntimeImage(
        row.getInt("number"),
        JSON.readValue(row.getString("image"), SandboxImage.class),
        JSON.readValue(row.getString("packages"), PACKAGES),
        Optional.ofNullable(row.getString("skill_name")),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getBoolean("current"));
  }
}
