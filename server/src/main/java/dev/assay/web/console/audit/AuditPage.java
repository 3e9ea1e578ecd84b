package dev.assay.web.console.audit;

import dev.assay.audit.AuditEntry;
import dev.assay.audit.AuditLog;
import dev.assay.web.console.PageFrame;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The page of the audit log, newest entry first.
@Controller
@RequestMapping("/admin/audit")
class AuditPage {
  private static final int PAGE_SIZE = 50;

  private final AuditLog audit;
  private final PageFrame.Maker frames;

  AuditPage(AuditLog audit, PageFrame.Maker frames) {
    this.audit = audit;
    this.frames = frames;
  }

  /// @param before the upper bound of entries: only older ones are shown
  @GetMapping
  ModelAndView log(
      HttpServletRequest request,
      @RequestParam(name = "actor", defaultValue = "") String actor,
      @RequestParam(name = "action", defaultValue = "") String action,
      @RequestParam(name = "object", defaultValue = "") String object,
      @RequestParam(name = "from", defaultValue = "") String from,
      @RequestParam(name = "to", defaultValue = "") String to,
      @RequestParam(name = "before", defaultValue = "" + Long.MAX_VALUE) long before) {
    AuditQuery sought = new AuditQuery(actor, action, object, from, to);
    List<AuditEntry> found = audit.list(sought.filter(), before, PAGE_SIZE + 1);
    boolean more = found.size() > PAGE_SIZE;
    List<AuditEntry> shown = more ? found.subList(0, PAGE_SIZE) : found;
    return new ModelAndView(
        "audit/log",
        Map.of(
            "frame",
            frames.of(request),
            "entries",
            shown,
            "sought",
            sought,
            "first",
            before == Long.MAX_VALUE,
            "next",
            more ? shown.getLast().sequence() : 0L));
  }

  /// Checks every entry. It runs only on request, because a long log takes time.
  @GetMapping("/verify")
  ModelAndView verify(HttpServletRequest request) {
    return new ModelAndView(
        "audit/verify", Map.of("frame", frames.of(request), "check", audit.verify()));
  }
}
