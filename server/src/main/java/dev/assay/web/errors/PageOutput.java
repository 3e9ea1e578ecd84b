package dev.assay.web.errors;

import dev.assay.skill.Visible;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import org.jspecify.annotations.Nullable;

/// The output of templates. It spells out characters that act on surrounding text, such as
/// direction marks and escape sequences, so that no page has to do so. Values that a form sends
/// back stay unchanged.
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
