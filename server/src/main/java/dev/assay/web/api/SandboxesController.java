package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.lease.Lease;
import dev.assay.web.OwnerNames;
import dev.assay.web.access.Caller;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/sandboxes")
@Tag(name = "Sandboxes")
class SandboxesController {
  private final SandboxKeeper sandboxes;
  private final AuditWriter audit;
  private final OwnerNames owners;

  SandboxesController(SandboxKeeper sandboxes, AuditWriter audit, OwnerNames owners) {
    this.owners = owners;
    this.sandboxes = sandboxes;
    this.audit = audit;
  }

  /// A sandbox. CPU, memory and processes are known only for sandboxes of the server that answers.
  record SandboxAnswer(
      String id,
      String engine,
      String owner,
      String purpose,
      Map<String, String> labels,
      String network,
      String holder,
      @JsonProperty("opened_at") Instant openedAt,
      @JsonProperty("used_at") Instant usedAt,
      @JsonProperty("heartbeat_at") Instant heartbeatAt,
      @JsonProperty("idle_expires_at") Instant idleExpiresAt,
      @JsonProperty("expires_at") Instant expiresAt,
      @JsonProperty("cpu_millis") @Nullable Long cpuMillis,
      @JsonProperty("peak_memory_bytes") @Nullable Long peakMemoryBytes,
      @Nullable Integer processes) {
    static SandboxAnswer of(Lease lease, String owner, @Nullable Metrics seen) {
      return new SandboxAnswer(
          lease.id(),
          lease.engine(),
          owner,
          lease.purpose(),
          new TreeMap<>(lease.labels()),
          lease.network(),
          lease.holder(),
          lease.term().opened(),
          lease.term().used(),
          lease.term().seen(),
          lease.term().idleEnd(),
          lease.term().hardEnd(),
          seen == null || seen.cpu() == null ? null : seen.cpu().toMillis(),
          seen == null ? null : seen.peakMemory(),
          seen == null ? null : seen.processes());
    }
  }

  record SandboxList(List<SandboxAnswer> sandboxes) {}

  @GetMapping
  @Operation(operationId = "listSandboxes", summary = "Sandboxes that live, on all servers")
  SandboxList list() {
    return new SandboxList(
        sandboxes.list().stream()
            .map(
                lease ->
                    SandboxAnswer.of(
                        lease, owners.of(lease.owner()), sandboxes.look(lease.id()).orElse(null)))
            .toList());
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses({ErrorCode.HOME_UNUSABLE, ErrorCode.SANDBOX_FAILED, ErrorCode.SANDBOX_NOT_FOUND})
  @Operation(
      operationId = "endSandbox",
      summary = "End a sandbox",
      description = "At once if this server made it, else with the next sweep of the one that did.")
  void end(@PathVariable("id") String id, @AuthenticationPrincipal Caller caller) {
    sandboxes.end(id);
    audit.record(
        AuditRecord.by(
            caller.getName(),
            AuditAction.SANDBOX_DESTROYED,
            new AuditRecord.Subject("sandbox", id, "")));
  }
}
