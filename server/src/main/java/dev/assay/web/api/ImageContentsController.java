package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.ImageFiles;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/images/{version}")
@Tag(name = "Images")
class ImageContentsController {
  private final ImageFiles files;

  ImageContentsController(ImageFiles files) {
    this.files = files;
  }

  @Schema(name = "ImagePackage")
  record PackageWire(
      String ecosystem,
      String name,
      String version,
      @Nullable String environment,
      String file,
      String sha256,
      @JsonProperty("size_bytes") long sizeBytes,
      String made,
      String origin,
      @JsonProperty("built_from") @Nullable String builtFrom) {
    static PackageWire of(ImageFiles.PackageLine line) {
      return new PackageWire(
          line.ecosystem(),
          line.name(),
          line.version(),
          line.environment().isEmpty() ? null : line.environment(),
          line.file(),
          line.sha256(),
          line.size(),
          line.made(),
          line.origin(),
          line.builtFrom().orElse(null));
    }
  }

  @Schema(name = "ImageFile")
  record FileWire(String path, String mode, String content, List<String> packages) {
    static FileWire of(ImageFiles.FileLine line) {
      return new FileWire(line.path(), line.mode(), line.content(), line.packages());
    }
  }

  @Schema(name = "ImageContents")
  record ContentsWire(
      String version,
      String digest,
      List<PackageWire> packages,
      List<FileWire> files,
      @JsonProperty("total_files") int totalFiles) {}

  @GetMapping(path = "/contents", produces = MediaType.APPLICATION_JSON_VALUE)
  @Refuses({ErrorCode.IMAGE_NOT_FOUND, ErrorCode.VALIDATION_ERROR})
  @Operation(
      operationId = "getImageContents",
      summary = "Every package and file of a runtime image, with owner and hash",
      description =
          "As JSON in pages of files. As text/plain the whole list, whose SHA-256 is the digest"
              + " that attestations name.")
  ContentsWire contents(
      @PathVariable("version") String version,
      @RequestParam(name = "page", defaultValue = "0") int page,
      @RequestParam(name = "size", defaultValue = "1000") int size) {
    ImageFiles.Listing found = files.list(version);
    Pages.require(page, size, 10_000);
    return new ContentsWire(
        version,
        found.digest(),
        found.packages().stream().map(PackageWire::of).toList(),
        found.files().stream().skip((long) page * size).limit(size).map(FileWire::of).toList(),
        found.files().size());
  }

  @GetMapping(path = "/contents", produces = MediaType.TEXT_PLAIN_VALUE)
  @Refuses({ErrorCode.IMAGE_NOT_FOUND, ErrorCode.VALIDATION_ERROR})
  @Operation(hidden = true)
  String text(@PathVariable("version") String version) {
    return files.text(version);
  }

  @Schema(name = "ImageFileChange")
  record ChangeWire(
      String path, String change, @Nullable FileWire before, @Nullable FileWire after) {
    static ChangeWire of(ImageFiles.FileChange change) {
      return new ChangeWire(
          change.path(),
          change.change(),
          change.before().map(FileWire::of).orElse(null),
          change.after().map(FileWire::of).orElse(null));
    }
  }

  @Schema(name = "ImageDifference")
  record DiffWire(String from, String to, List<ChangeWire> files, int total) {}

  @GetMapping("/diff")
  @Refuses({ErrorCode.IMAGE_NOT_FOUND, ErrorCode.VALIDATION_ERROR})
  @Operation(
      operationId = "diffImages",
      summary = "Which files were added, changed or removed between two runtime images")
  DiffWire diff(
      @PathVariable("version") String version,
      @RequestParam("from") String from,
      @RequestParam(name = "page", defaultValue = "0") int page,
      @RequestParam(name = "size", defaultValue = "1000") int size) {
    List<ImageFiles.FileChange> changes = files.differences(from, version);
    Pages.require(page, size, 10_000);
    return new DiffWire(
        from,
        version,
        changes.stream().skip((long) page * size).limit(size).map(ChangeWire::of).toList(),
        changes.size());
  }
}
