package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The schema that results are published with.
final class ResultSchema {
  private static final Schema SCHEMA = read();

  private ResultSchema() {}

  static void require(JsonNode result) {
    assertThat(SCHEMA.validate(result)).as(result.toPrettyString()).isEmpty();
  }

  private static Schema read() {
    try (InputStream in =
        ResultSchema.class.getResourceAsStream("/static/assets/result.schema.json")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(JsonMapper.builder().build().readTree(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
