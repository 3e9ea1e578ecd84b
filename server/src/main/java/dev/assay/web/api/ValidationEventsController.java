package dev.assay.web.api;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.WorkKind;
import dev.assay.validation.Validations;
import dev.assay.web.description.Shape;
import dev.assay.web.errors.Refuses;
import dev.assay.workflow.RunEvent;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

@RestController
@Tag(name = "Validation")
class ValidationEventsController {
  private static final Logger log = LoggerFactory.getLogger(ValidationEventsController.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long FOREVER = 0;

  private final Validations validations;

  ValidationEventsController(Validations validations) {
    this.validations = validations;
  }

  @Shape("ValidationEvent")
  @GetMapping(path = "/api/admin/skills/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Refuses({ErrorCode.RUN_NOT_FOUND, ErrorCode.SKILL_NOT_FOUND, ErrorCode.VALIDATION_NOT_COMPLETED})
  @Operation(
      operationId = "validationEvents",
      summary = "What happens in the last validation, as it happens",
      description =
          "Server-sent events, one per step and the run's own; resumable with Last-Event-ID."
              + " The stream ends with the run.")
  SseEmitter events(
      @PathVariable("id") UUID id,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String last) {
    UUID run =
        validations
            .latest(id)
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.VALIDATION_NOT_COMPLETED,
                        "This skill was never validated. Validate it first."));
    long after = position(last);
    SseEmitter emitter = new SseEmitter(FOREVER);
    Thread.ofVirtual()
        .name("events-" + run)
        .start(WorkKind.API.doing(() -> send(run, after, emitter)));
    return emitter;
  }

  private void send(UUID run, long after, SseEmitter emitter) {
    long seen = after;
    boolean over = false;
    try {
      while (true) {
        List<RunEvent> news;
        try {
          news = validations.news(run, seen, PATIENCE);
          if (news.isEmpty() && over) {
            emitter.complete();
            return;
          }
          over = news.isEmpty() && !validations.isAlive(run);
        } catch (DataAccessException e) {
          DatabasePause.await(emitter, e);
          continue;
        }
        for (RunEvent event : news) {
          emitter.send(
              SseEmitter.event()
                  .id(Long.toString(event.seq()))
                  .name(event.kind())
                  .data(event.body(), MediaType.APPLICATION_JSON));
          seen = event.seq();
        }
        if (news.isEmpty() && !over) {
          emitter.send(SseEmitter.event().comment("still here"));
        }
      }
    } catch (IOException | IllegalStateException e) {
      log.debug("A listener to run {} is gone", run);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      emitter.complete();
    } catch (RuntimeException e) {
      emitter.completeWithError(e);
    }
  }

  private static long position(@Nullable String last) {
    if (last == null || last.isBlank()) {
      return 0;
    }
    try {
      return Long.parseLong(last.strip());
    } catch (NumberFormatException e) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "Last-Event-ID is the number of an event, not \"" + last + "\".");
    }
  }
}
