package dev.assay.web.publish;

import dev.assay.publication.SkillArchives;
import dev.assay.registry.PublishedSkills;
import dev.assay.registry.Skill;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.ServletWebRequest;

/// Sends the archive of an approved skill, for each of its addresses.
@Component
final class ArchiveDelivery {
  private final PublishedSkills skills;
  private final SkillArchives archives;

  ArchiveDelivery(PublishedSkills skills, SkillArchives archives) {
    this.skills = skills;
    this.archives = archives;
  }

  void send(String name, ServletWebRequest request, HttpServletResponse response)
      throws IOException {
    Skill skill = skills.load(name);
    String digest = skill.bundle().digest().toString();
    response.setHeader("Cache-Control", "no-cache");
    response.setHeader("Assay-Digest", digest);
    response.setHeader("Assay-Version", Integer.toString(skill.version()));
    if (request.checkNotModified(digest)) {
      return;
    }
    SkillArchives.Delivery delivery = archives.deliver(skill.bundle());
    response.setContentType("application/zip");
    response.setContentLengthLong(delivery.size());
    response.setHeader("Content-Disposition", "attachment; filename=\"" + skill.name() + ".zip\"");
    delivery.writeTo(response.getOutputStream());
  }
}
