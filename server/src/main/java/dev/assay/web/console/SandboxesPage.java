package dev.assay.web.console;

import dev.assay.sandbox.SandboxKeeper;
import dev.assay.skill.AssayException;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.web.OwnerNames;
import dev.assay.web.access.Caller;
import dev.assay.web.console.list.Excerpt;
import dev.assay.web.console.list.Search;
import dev.assay.web.errors.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/// The page of the live sandboxes on all servers, for admins.
@Controller
@RequestMapping("/admin/sandboxes")
class SandboxesPage {
  private static final int PAGE_SIZE = 25;
  private static final Set<String> SHOWN_ELSEWHERE = Set.of("purpose");

  private final SandboxKeeper sandboxes;
  private final PageFrame.Maker frames;
  private final Clock clock;
  private final AuditWriter audit;
  private final OwnerNames owners;

  SandboxesPage(
      SandboxKeeper sandboxes,
      PageFrame.Maker frames,
      Clock clock,
      AuditWriter audit,
      OwnerNames owners) {
    this.owners = owners;
    this.sandboxes = sandboxes;
    this.frames = frames;
    this.clock = clock;
    this.audit = audit;
  }

  @GetMapping
  ModelAndView sandboxes(HttpServletRequest request) {
    return page(request, Notice.NONE);
  }

  /// Returns the part of the page that refreshes itself.
  @GetMapping("/live")
  ModelAndView live(HttpServletRequest request) {
    return new ModelAndView(
        "sandbox/list", Map.of("frame", frames.of(request), "found", found(request)));
  }

  @PostMapping("/{id}/destroy")
  ModelAndView destroy(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable("id") String id,
      @AuthenticationPrincipal Caller caller) {
    try {
      sandboxes.end(id);
      audit.record(
          AuditRecord.by(
              caller.getName(),
              AuditAction.SANDBOX_DESTROYED,
              new AuditRecord.Subject("sandbox", id, "")));
      boolean stays = sandboxes.list().stream().anyMatch(lease -> lease.id().equals(id));
      String done = stays ? " will be destroyed by its own server." : " is destroyed.";
      return page(request, new Notice("The sandbox " + id + done, ""));
    } catch (AssayException e) {
      response.setStatus(Problems.statusOf(e).value());
      return page(request, new Notice("", e.reason()));
    }
  }

  private ModelAndView page(HttpServletRequest request, Notice notice) {
    return new ModelAndView(
        "sandbox/page",
        Map.of("frame", frames.of(request), "found", found(request), "notice", notice));
  }

  private Excerpt<SandboxRow> found(HttpServletRequest request) {
    return Excerpt.of(
            sandboxes.list(),
            SandboxesPage::description,
            Search.of(request, "/admin/sandboxes"),
            PAGE_SIZE)
        .map(this::row);
  }

  private static String description(Lease lease) {
    return String.join(
        " ",
        lease.id(),
        lease.engine(),
        lease.owner(),
        lease.purpose(),
        lease.network(),
        labels(lease));
  }

  private SandboxRow row(Lease lease) {
    Optional<Metrics> seen = sandboxes.look(lease.id());
    return new SandboxRow(
        lease,
        owners.of(lease.owner()),
        labels(lease),
        Amounts.age(Duration.between(lease.term().opened(), clock.instant())),
        seen.map(Metrics::cpu).map(Amounts::seconds).orElse("–"),
        seen.map(Metrics::peakMemory).map(Amounts::bytes).orElse("–"));
  }

  private static String labels(Lease lease) {
    return lease.labels().entrySet().stream()
        .filter(label -> !SHOWN_ELSEWHERE.contains(label.getKey()))
        .map(label -> label.getKey() + "=" + label.getValue())
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
