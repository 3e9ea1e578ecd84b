package dev.assay.configuration;

/// Writes the Markdown table of settings for the reference page.
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
