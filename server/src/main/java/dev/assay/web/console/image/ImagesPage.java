package dev.assay.web.console.image;

import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.console.list.Excerpt;
import dev.assay.web.console.list.Search;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/// The page of the runtime images, newest first.
@Controller
@RequestMapping("/admin/images")
class ImagesPage {
  private static final int PAGE_SIZE = 10;

  private final Images images;
  private final Skills skills;
  private final PageFrame.Maker frames;

  ImagesPage(Images images, Skills skills, PageFrame.Maker frames) {
    this.images = images;
    this.skills = skills;
    this.frames = frames;
  }

  @GetMapping
  ModelAndView images(
      HttpServletRequest request, @RequestParam(name = "done", defaultValue = "") String done) {
    String said = done.equals("rollback") ? images.current().version() + " is current again." : "";
    return new ModelAndView(
        "image/images",
        Map.of(
            "frame",
            frames.of(request),
            "found",
            Excerpt.of(
                views(), ImageView::description, Search.of(request, "/admin/images"), PAGE_SIZE),
            "notice",
            new Notice(said, "")));
  }

  private List<ImageView> views() {
    List<RuntimeImage> kept = images.list();
    List<ImageView> views = new ArrayList<>();
    for (int i = 0; i < kept.size(); i++) {
      views.add(
          new ImageView(
              kept.get(i),
              i + 1 < kept.size() ? Optional.of(kept.get(i + 1)) : Optional.empty(),
              admitted(kept.get(i))));
    }
    return views;
  }

  private Optional<Skill> admitted(RuntimeImage image) {
    return image.digest().isEmpty()
        ? Optional.empty()
        : image.skill().stream()
            .flatMap(name -> skills.versions(name).stream())
            .filter(skill -> skill.decided().image().equals(Optional.of(image.number())))
            .findFirst();
  }
}
