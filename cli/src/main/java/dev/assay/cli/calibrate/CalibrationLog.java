package dev.assay.cli.calibrate;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The measurements so far, one line for each. An interrupted calibration continues from them.
record CalibrationLog(Path file) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// Reads the measurements by key. The last line of a key counts. An incomplete last line, left by
  /// a killed command, is ignored and measured again.
  Map<String, Measured> read() throws IOException {
    Map<String, Measured> found = new LinkedHashMap<>();
    if (!Files.exists(file)) {
      return found;
    }
    java.util.List<String> lines = Files.readAllLines(file);
    for (int number = 0; number < lines.size(); number++) {
      try {
        Measured one = JSON.readValue(lines.get(number), Measured.class);
        found.put(one.key(), one);
      } catch (JacksonException e) {
        if (number < lines.size() - 1) {
          throw new AssayException(
              ErrorCode.BAD_REQUEST,
              "%s is not a log of assay calibrate (line %d); give another folder with --out"
                  .formatted(file, number + 1));
        }
      }
    }
    return found;
  }

  void add(Measured one) throws IOException {
    boolean cut = Files.exists(file) && !Files.readString(file).endsWith("\n");
    Files.writeString(
        file,
        (cut && Files.size(file) > 0 ? "\n" : "") + JSON.writeValueAsString(one) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
