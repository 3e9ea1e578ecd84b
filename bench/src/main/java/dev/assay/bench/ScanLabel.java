package dev.assay.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// The label of a skill in a third-party collection.
///
/// @param bad true if it is labelled as malicious
/// @param part `dev` or `hold`
/// @param family the collection, or the attack within it
record ScanLabel(boolean bad, String part, String family) {
  /// Reads the labels by the digest of the admitted tree, from lines of `DIGEST LABEL PART FAMILY`,
  /// with tabs between.
  static Map<String, ScanLabel> all() throws IOException {
    Map<String, ScanLabel> labels = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(ScanLabel.class.getResourceAsStream("scan-labels.tsv")),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split("\t", -1);
        if (fields.length == 4) {
          labels.put(fields[0], new ScanLabel(fields[1].equals("bad"), fields[2], fields[3]));
        }
      }
    }
    return labels;
  }
}
