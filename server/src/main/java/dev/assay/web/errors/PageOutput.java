package dev.assay.web.errors;

import dev.assay.skill.Visible;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import org.jspecify.annotations.Nullable;

/// Where templates write a page to. Whatever text a page shows, nothing in it acts on the text
/// around it: marks of direction, escape sequences and the like are spelled out, for no page has to
/// think of it. What a form sends back stays as it is.
public final class PageOutput extends OwaspHtmlTemplateOutput {
  private boolean sentBack;

  public PageOutput(TemplateOutput page) {
    super(page);
  }

  @Override
  public void setContext(String tag, @Nullable String attribute) {
    super.setContext(tag, attribute);
    sentBack = "value".equals(attribute) || (attribute == null && "textarea".equals(tag));
  }

  @Override
  public void writeUserContent(@Nullable String text) {
    super.writeUserContent(text == null || sentBack ? text : Visible.page(text));
  }
}
