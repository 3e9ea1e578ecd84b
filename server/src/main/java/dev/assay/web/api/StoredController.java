package dev.assay.web.api;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.StoredContent;
import dev.assay.skill.Visible;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/images/stored")
@Tag(name = "Images")
class StoredController {
  private final List<StoredContent> contents;

  StoredController(List<StoredContent> contents) {
    this.contents = contents;
  }

  @Schema(name = "StoredThing")
  record Thing(String kind, String id, String name) {}

  @Schema(name = "StoredThings")
  record Things(List<Thing> stored, int total) {}

  @GetMapping
  @Operation(
      operationId = "listStored",
      summary = "What is stored and can be compared with what was admitted",
      description = "Images, skills, packages and artifacts. Compare each with .../verify.")
  Things list() {
    List<Thing> all =
        contents.stream()
            .flatMap(
                content ->
                    content.list().stream()
                        .map(item -> new Thing(content.kind(), item.id(), item.name())))
            .toList();
    return new Things(all, all.size());
  }

  @Schema(name = "StoredThingToVerify")
  record VerifyBody(@Nullable String kind, @Nullable String id) {}

  /// @param damage the description of the damage, with the remedy
  @Schema(name = "VerifiedThing")
  record Verified(String kind, String id, boolean intact, @Nullable String damage) {}

  @PostMapping("/verify")
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.IMAGE_NOT_FOUND,
    ErrorCode.NOT_FOUND,
    ErrorCode.SANDBOX_FAILED,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.STORED_FILES_DAMAGED
  })
  @Operation(
      operationId = "verifyStored",
      summary = "Read all of one stored thing and compare it with what was admitted",
      description = "Damage is a fault of the platform, and what is damaged serves nobody.")
  Verified verify(@RequestBody VerifyBody body) {
    String kind = Required.text(body.kind(), "kind");
    String id = Required.text(body.id(), "id");
    StoredContent content =
        contents.stream()
            .filter(each -> each.kind().equals(kind))
            .filter(each -> each.list().stream().anyMatch(item -> item.id().equals(id)))
            .findFirst()
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.NOT_FOUND,
                        "There is no stored %s %s. List them with GET /api/admin/images/stored."
                            .formatted(Visible.line(kind, 40), Visible.line(id, 100))));
    Optional<String> damage = content.verify(id);
    return new Verified(kind, id, damage.isEmpty(), damage.orElse(null));
  }
}
