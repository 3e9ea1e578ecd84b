package dev.assay.web.files;

import dev.assay.skill.Visible;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/// Renders untrusted Markdown as harmless HTML. Markup in it is shown as text. Links lead only to
/// web addresses; other links become plain text. An image becomes its description and address.
public final class MarkdownHtml {
  private static final List<Extension> TABLES = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder()
          .extensions(TABLES)
          .escapeHtml(true)
          .sanitizeUrls(true)
          .nodeRendererFactory(Addresses::new)
          .build();

  private MarkdownHtml() {}

  /// Renders Markdown. Characters that act on surrounding text are spelled out, even if Markdown
  /// wrote them as `&#x202e;`.
  public static String html(String markdown) {
    return Visible.page(RENDERER.render(PARSER.parse(markdown)))
        .replaceAll("<(U\\+[0-9A-F]{4,6})>", "&lt;$1&gt;");
  }

  public static String page(String title, String markdown) {
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
        + title
        + "</title></head><body>\n"
        + html(markdown)
        + "</body></html>\n";
  }

  /// Renders the nodes that name an address: links and images.
  private record Addresses(HtmlNodeRendererContext context) implements NodeRenderer {
    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
      return Set.of(Link.class, Image.class);
    }

    @Override
    public void render(Node node) {
      HtmlWriter writer = context.getWriter();
      switch (node) {
        case Link link when isOnTheWeb(link.getDestination()) -> {
          writer.tag(
              "a", Map.of("href", link.getDestination(), "rel", "nofollow noopener noreferrer"));
          inner(link);
          writer.tag("/a");
        }
        case Link link -> inner(link);
        case Image image -> {
          writer.text("[picture: ");
          inner(image);
          writer.text(" " + image.getDestination() + "]");
        }
        default -> inner(node);
      }
    }

    private void inner(Node parent) {
      for (Node child = parent.getFirstChild(); child != null; child = child.getNext()) {
        context.render(child);
      }
    }

    private static boolean isOnTheWeb(String address) {
      String lower = address.toLowerCase(Locale.ROOT);
      return lower.startsWith("https://") || lower.startsWith("http://");
    }
  }
}
