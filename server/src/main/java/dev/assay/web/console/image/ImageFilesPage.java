package dev.assay.web.console.image;

import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.validation.ImageFiles;
import dev.assay.web.console.PageFrame;
import dev.assay.web.console.list.Excerpt;
import dev.assay.web.console.list.Search;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/// The page of an image's files and their changes since the image before it.
@Controller
@RequestMapping("/admin/images/{version}")
class ImageFilesPage {
  private static final int PAGE_SIZE = 100;

  private final Images images;
  private final ImageFiles files;
  private final PageFrame.Maker frames;

  ImageFilesPage(Images images, ImageFiles files, PageFrame.Maker frames) {
    this.images = images;
    this.files = files;
    this.frames = frames;
  }

  @GetMapping("/contents")
  ModelAndView contents(HttpServletRequest request, @PathVariable("version") String version) {
    ImageFiles.Listing listing = files.list(version);
    return new ModelAndView(
        "image/contents",
        Map.of(
            "frame",
            frames.of(request),
            "version",
            version,
            "listing",
            listing,
            "before",
            before(version),
            "found",
            Excerpt.of(
                listing.files(),
                line -> line.path() + " " + String.join(" ", line.packages()),
                Search.of(request, "/admin/images/" + version + "/contents"),
                PAGE_SIZE)));
  }

  @GetMapping("/diff")
  ModelAndView diff(HttpServletRequest request, @PathVariable("version") String version) {
    String from = before(version).orElse("v1.0");
    List<ImageFiles.FileChange> changes = files.differences(from, version);
    return new ModelAndView(
        "image/diff",
        Map.of(
            "frame",
            frames.of(request),
            "from",
            from,
            "to",
            version,
            "found",
            Excerpt.of(
                changes,
                change -> change.change() + " " + change.path(),
                Search.of(request, "/admin/images/" + version + "/diff"),
                PAGE_SIZE)));
  }

  /// Returns the latest kept image before this one.
  private Optional<String> before(String version) {
    int number = RuntimeImage.numberOf(version);
    return images.list().stream()
        .filter(image -> image.number() < number)
        .findFirst()
        .map(RuntimeImage::version);
  }
}
