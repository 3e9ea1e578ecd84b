package dev.assay.web.skills;

import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/// Markdown of strangers as HTML that does nothing: markup in it is shown, not obeyed, and links
/// lead to web addresses only.
public final class Markdown {
  private static final List<Extension> TABLES = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder().extensions(TABLES).escapeHtml(true).sanitizeUrls(true).build();

  private Markdown() {}

  public static String html(String markdown) {
    return RENDERER.render(PARSER.parse(markdown));
  }

  public static String page(String title, String markdown) {
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
        + title
        + "</title></head><body>\n"
        + html(markdown)
        + "</body></html>\n";
  }
}
