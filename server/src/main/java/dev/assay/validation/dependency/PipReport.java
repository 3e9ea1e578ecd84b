package dev.assay.validation.dependency;

import dev.assay.intake.Versions;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.Ecosystem;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The packages that pip would install, from its installation report. Code of packages may have run
/// before the report was written, so it is only a proposal. The files are taken from trusted
/// sources.
///
/// @param items the packages in pip's order of installation
record PipReport(List<Item> items) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// @param address the address at which pip found the package
  record Item(String name, String version, String address) {
    String file() {
      String path = address.replaceFirst("[?#].*", "");
      return path.substring(path.lastIndexOf('/') + 1);
    }

    boolean isWheel() {
      return file().endsWith(".whl");
    }
  }

  static PipReport parse(String text) {
    try {
      List<Item> items = new ArrayList<>();
      for (JsonNode each : JSON.readTree(text).path("install")) {
        JsonNode metadata = each.path("metadata");
        items.add(
            new Item(
                Versions.comparable(Ecosystem.PIP, metadata.path("name").asString("")),
                metadata.path("version").asString(""),
                each.path("download_info").path("url").asString("")));
      }
      return new PipReport(items);
    } catch (JacksonException e) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "What pip would install could not be read: " + e.getOriginalMessage(),
          e);
    }
  }
}
