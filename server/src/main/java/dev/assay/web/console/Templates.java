package dev.assay.web.console;

import dev.assay.web.errors.PageOutput;
import gg.jte.TemplateEngine;
import gg.jte.output.PrintWriterOutput;
import gg.jte.springframework.boot.autoconfigure.JteAutoConfiguration;
import gg.jte.springframework.boot.autoconfigure.JteProperties;
import gg.jte.springframework.boot.autoconfigure.JteView;
import gg.jte.springframework.boot.autoconfigure.JteViewResolver;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.view.AbstractUrlBasedView;

/// Sets up the page templates. They are compiled with the server and write to a [PageOutput].
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration(JteAutoConfiguration.class)
class Templates {
  @Bean
  JteViewResolver jteViewResolver(TemplateEngine templates, JteProperties properties) {
    return new JteViewResolver(templates, properties) {
      @Override
      protected AbstractUrlBasedView instantiateView() {
        return new Page(templates);
      }
    };
  }

  private static final class Page extends JteView {
    private final TemplateEngine templates;

    Page(TemplateEngine templates) {
      super(templates);
      this.templates = templates;
    }

    @Override
    protected void renderMergedTemplateModel(
        Map<String, Object> model, HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType(MediaType.TEXT_HTML_VALUE);
      response.setCharacterEncoding(StandardCharsets.UTF_8.name());
      templates.render(
          String.valueOf(getUrl()),
          model,
          new PageOutput(new PrintWriterOutput(response.getWriter())));
    }
  }
}
