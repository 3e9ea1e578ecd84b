package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.publication.OwnerNotices;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.access.Caller;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/notices")
@Tag(name = "Skills")
class NoticesController {
  private final OwnerNotices notices;

  NoticesController(OwnerNotices notices) {
    this.notices = notices;
  }

  record NoticeWire(
      long id,
      Instant at,
      String event,
      @JsonProperty("skill_id") UUID skillId,
      @JsonProperty("skill_name") String skillName,
      String by,
      @Nullable String reason,
      boolean read) {
    static NoticeWire of(OwnerNotices.OwnerNotice notice) {
      return new NoticeWire(
          notice.number(),
          notice.at(),
          notice.event(),
          notice.skill(),
          notice.name(),
          notice.by(),
          notice.reason().isEmpty() ? null : notice.reason(),
          notice.read());
    }
  }

  record NoticeList(List<NoticeWire> notices, long unread) {}

  record ReadBody(@Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable Long id) {}

  @GetMapping
  @Operation(
      operationId = "listNotices",
      summary = "What became of your skills: verdicts and decisions, newest first")
  NoticeList list(@AuthenticationPrincipal Caller caller) {
    List<OwnerNotices.OwnerNotice> all = notices.list(caller.owner());
    return new NoticeList(
        all.stream().map(NoticeWire::of).toList(),
        all.stream().filter(each -> !each.read()).count());
  }

  @PostMapping("/read")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(operationId = "readNotices", summary = "Mark a notice, and all older ones, as read")
  void read(@RequestBody ReadBody body, @AuthenticationPrincipal Caller caller) {
    Long id = body.id();
    if (id == null || id < 0) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "The field \"id\" is the number of a notice, for example {\"id\": 20}.");
    }
    notices.read(caller.owner(), id);
  }
}
