package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.skill.sandbox.lease.Lease;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.springframework.http.HttpStatus;
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

  SandboxesController(SandboxKeeper sandboxes) {
    this.sandboxes = sandboxes;
  }

  record SandboxAnswer(
      String id,
      String engine,
      String owner,
      String holder,
      @JsonProperty("opened_at") Instant openedAt) {
    static SandboxAnswer of(Lease lease) {
      return new SandboxAnswer(
          lease.id(), lease.engine(), lease.owner(), lease.holder(), lease.opened());
    }
  }

  record SandboxList(List<SandboxAnswer> sandboxes) {}

  @GetMapping
  @Operation(operationId = "listSandboxes", summary = "Sandboxes that live, on all servers")
  SandboxList list() {
    return new SandboxList(sandboxes.list().stream().map(SandboxAnswer::of).toList());
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "endSandbox",
      summary = "End a sandbox",
      description = "At once if this server made it, else with the next sweep of the one that did.")
  void end(@PathVariable("id") String id) {
    sandboxes.end(id);
  }
}
