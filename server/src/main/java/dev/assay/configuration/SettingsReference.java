package dev.assay.configuration;

/// The reference page's table of settings, as Markdown.
public final class SettingsReference {
  private SettingsReference() {}

  public static String markdown() {
    StringBuilder page =
        new StringBuilder("| key | default | allowed | what it does |\n|---|---|---|---|\n");
    for (Setting<?> setting : Catalogue.all()) {
      page.append(
          "| `%s` | %s | %s%s | %s |%n"
              .formatted(
                  setting.key(),
                  setting.fallback().map(text -> "`" + text + "`").orElse("—"),
                  setting.form().allowed(),
                  setting.form().visibility() == Form.Visibility.HIDDEN ? " (secret)" : "",
                  setting.purpose()));
    }
    return page.toString();
  }
}
