package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.assay.audit.AuditCheck;
import dev.assay.audit.AuditEntry;
import dev.assay.audit.AuditFilter;
import dev.assay.audit.AuditLog;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.audit.AuditAction;
import dev.assay.web.description.Shape;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/audit")
@Tag(name = "Audit")
class AuditController {
  private static final int LARGEST_PAGE = 500;
  private static final int CHUNK = 1_000;

  private final AuditLog audit;

  AuditController(AuditLog audit) {
    this.audit = audit;
  }

  /// The filter of entries. `from` and `to` are times or days; a day begins at midnight UTC.
  record Wanted(
      @Nullable String actor,
      @Nullable String action,
      @Nullable String object,
      @Nullable String from,
      @Nullable String to) {
    AuditFilter filter() {
      return new AuditFilter(
          given(actor),
          given(action).map(AuditAction::ofWord),
          given(object),
          given(from).map(text -> time("from", text)),
          given(to).map(text -> time("to", text)));
    }

    private static Optional<String> given(@Nullable String text) {
      return Optional.ofNullable(text).map(String::strip).filter(some -> !some.isEmpty());
    }

    private static Instant time(String name, String text) {
      try {
        return text.length() == "2026-01-31".length()
            ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
            : Instant.parse(text);
      } catch (DateTimeParseException e) {
        throw new AssayException(
            ErrorCode.BAD_REQUEST,
            "%s \"%s\" is not a time; use 2026-01-31 or 2026-01-31T12:00:00Z."
                .formatted(name, text),
            e);
      }
    }
  }

  @Schema(name = "AuditObject")
  record ObjectWire(String kind, String id, String name) {}

  @Schema(name = "AuditEntry")
  record EntryWire(
      long sequence,
      Instant at,
      String actor,
      String action,
      ObjectWire object,
      @JsonRawValue @Shape("AuditState") String before,
      @JsonRawValue @Shape("AuditState") String after,
      @JsonProperty("request_id") String requestId,
      String previous,
      String hash) {
    static EntryWire of(AuditEntry entry) {
      return new EntryWire(
          entry.sequence(),
          entry.at(),
          entry.actor(),
          entry.action(),
          new ObjectWire(entry.object().kind(), entry.object().id(), entry.object().name()),
          entry.before(),
          entry.after(),
          entry.requestId(),
          entry.previous(),
          entry.hash());
    }
  }

  /// @param next the value of `before` for the next page; absent on the last page
  @Schema(name = "AuditEntryList")
  record EntryList(List<EntryWire> entries, @Nullable Long next) {}

  @Schema(name = "AuditHead")
  record HeadWire(long sequence, String hash) {
    static @Nullable HeadWire of(Optional<AuditCheck.Head> head) {
      return head.map(some -> new HeadWire(some.sequence(), some.hash())).orElse(null);
    }
  }

  @Schema(name = "AuditBreak")
  record BreakWire(long sequence, String problem) {}

  @Schema(name = "AuditCheck")
  record CheckWire(
      boolean intact,
      long entries,
      @Nullable HeadWire head,
      @Nullable HeadWire anchor,
      @JsonProperty("anchor_unreadable") boolean anchorUnreadable,
      List<BreakWire> breaks) {}

  @GetMapping
  @Operation(
      operationId = "listAudit",
      summary = "What was done, newest first",
      description = "A page begins after the entry that \"before\" names.")
  EntryList list(
      @ModelAttribute Wanted wanted,
      @RequestParam(name = "before", defaultValue = "" + Long.MAX_VALUE) long before,
      @RequestParam(name = "size", defaultValue = "50") int size) {
    if (size < 1 || size > LARGEST_PAGE) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "size is from 1 to " + LARGEST_PAGE + ", not " + size + ".");
    }
    List<AuditEntry> found = audit.list(wanted.filter(), before, size + 1);
    List<AuditEntry> page = found.subList(0, Math.min(size, found.size()));
    return new EntryList(
        page.stream().map(EntryWire::of).toList(),
        found.size() > size ? page.getLast().sequence() : null);
  }

  @GetMapping("/verify")
  @Operation(
      operationId = "verifyAudit",
      summary = "Check for entries that were changed, removed or moved")
  CheckWire verify() {
    AuditCheck check = audit.verify();
    return new CheckWire(
        check.intact(),
        check.entries(),
        HeadWire.of(check.head()),
        HeadWire.of(check.anchorUnreadable() ? Optional.empty() : check.anchor()),
        check.anchorUnreadable(),
        check.breaks().stream()
            .map(found -> new BreakWire(found.sequence(), found.problem()))
            .toList());
  }

  @GetMapping(path = "/export", produces = "text/csv;charset=UTF-8")
  @Operation(operationId = "exportAudit", summary = "All of it as CSV, oldest first")
  void export(@ModelAttribute Wanted wanted, HttpServletResponse response) throws IOException {
    AuditFilter filter = wanted.filter();
    List<AuditEntry> chunk = audit.after(filter, 0, CHUNK);
    response.setContentType("text/csv;charset=UTF-8");
    response.setHeader("Content-Disposition", "attachment; filename=\"assay-audit.csv\"");
    Writer out = response.getWriter();
    out.write(AuditCsv.HEADER);
    while (!chunk.isEmpty()) {
      for (AuditEntry entry : chunk) {
        out.write(AuditCsv.row(entry));
      }
      chunk =
          chunk.size() < CHUNK ? List.of() : audit.after(filter, chunk.getLast().sequence(), CHUNK);
    }
    out.flush();
  }
}
