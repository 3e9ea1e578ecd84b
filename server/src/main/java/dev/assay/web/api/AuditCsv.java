package dev.assay.web.api;

import dev.assay.audit.AuditEntry;
import java.util.List;
import java.util.stream.Collectors;

/// Writes the audit log for spreadsheets. Text that a spreadsheet would take for a formula gets a
/// leading quote.
final class AuditCsv {
  static final String HEADER =
      row(
          List.of(
              "sequence",
              "at",
              "actor",
              "action",
              "object_kind",
              "object_id",
              "object_name",
              "before",
              "after",
              "request_id",
              "previous",
              "hash"));

  private AuditCsv() {}

  static String row(AuditEntry entry) {
    return row(
        List.of(
            Long.toString(entry.sequence()),
            entry.at().toString(),
            entry.actor(),
            entry.action(),
            entry.object().kind(),
            entry.object().id(),
            entry.object().name(),
            entry.before(),
            entry.after(),
            entry.requestId(),
            entry.previous(),
            entry.hash()));
  }

  private static String row(List<String> cells) {
    return cells.stream().map(AuditCsv::cell).collect(Collectors.joining(",", "", "\r\n"));
  }

  static String cell(String text) {
    boolean formula = !text.isEmpty() && "=+-@\t\r\n|%＝＋－＠".indexOf(text.charAt(0)) >= 0;
    return "\"" + (formula ? "'" : "") + text.replace("\"", "\"\"") + "\"";
  }
}
