package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.registry.Images;
import dev.assay.registry.RuntimeImage;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/images")
@Tag(name = "Images")
class ImagesController {
  private final Images images;

  ImagesController(Images images) {
    this.images = images;
  }

  record ImageWire(
      String version,
      @JsonProperty("skill_name") @Nullable String skillName,
      @Nullable String digest,
      Map<String, Map<String, String>> packages,
      @JsonProperty("size_bytes") long sizeBytes,
      @JsonProperty("created_at") Instant createdAt,
      @JsonProperty("is_current") boolean current) {
    static ImageWire of(RuntimeImage image) {
      return new ImageWire(
          image.version(),
          image.skill().orElse(null),
          image.digest().orElse(null),
          image.packages(),
          image.size(),
          image.createdAt(),
          image.current());
    }
  }

  record ImageList(
      @JsonProperty("current_version") String currentVersion,
      List<ImageWire> versions,
      int total) {}

  @GetMapping
  @Operation(operationId = "listImages", summary = "Runtime images, newest first")
  ImageList list() {
    List<RuntimeImage> all = images.list();
    String current = all.stream().filter(RuntimeImage::current).findFirst().orElseThrow().version();
    return new ImageList(current, all.stream().map(ImageWire::of).toList(), all.size());
  }
}
