package dev.assay.web.console;

import dev.assay.publication.OwnerNotices;
import dev.assay.web.access.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/// The page of notices about a person's own skills. Opening it marks them as read.
@Controller
class NoticesPage {
  private final OwnerNotices notices;
  private final PageFrame.Maker frames;

  NoticesPage(OwnerNotices notices, PageFrame.Maker frames) {
    this.notices = notices;
    this.frames = frames;
  }

  @GetMapping("/notices")
  ModelAndView list(HttpServletRequest request, @AuthenticationPrincipal Caller caller) {
    List<OwnerNotices.OwnerNotice> all = notices.list(caller.owner());
    if (!all.isEmpty()) {
      notices.read(caller.owner(), all.getFirst().number());
    }
    return new ModelAndView("notices", Map.of("frame", frames.of(request), "notices", all));
  }
}
