package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolSecretsTest {
  @TempDir Path host;

  private void write(String path, String content) throws IOException {
    Path file = host.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  @Test
  void files_that_hold_credentials_are_found_and_no_others() throws IOException {
    List<String> secret =
        List.of(
            "etc/pip.conf",
            "etc/xdg/pip/pip.conf",
            "etc/npmrc",
            "usr/etc/npmrc",
            "usr/local/etc/npmrc",
            "etc/netrc",
            "etc/apt/auth.conf",
            "etc/apt/auth.conf.d/x.conf");
    for (String path : secret) {
      write(path, "x");
    }
    write("etc/apt/sources.list", "deb http://u:p@mirror.example/debian stable main\n");
    write("etc/apt/sources.list.d/a.sources", "URIs: https://token@mirror.example/debian\n");
    write("etc/apt/sources.list.d/b.sources", "URIs: https://mirror.example/debian\n");
    write(
        "etc/apt/apt.conf.d/90proxy", "Acquire::http::Proxy \"http://u:p@proxy.example:3128\";\n");
    write("etc/apt/apt.conf.d/10plain", "APT::Install-Recommends \"0\"; # mail@example.com\n");
    write("etc/environment", "https_proxy=http://u:p@proxy.example:3128\n");
    write("etc/profile.d/x.sh", "export A=https://example.com/@scope\n");
    write("etc/hosts", "http://u:p@x");
    assertThat(ToolSecrets.find(host))
        .extracting(path -> host.relativize(path).toString())
        .containsExactlyInAnyOrder(
            "etc/pip.conf",
            "etc/xdg/pip",
            "etc/npmrc",
            "usr/etc/npmrc",
            "usr/local/etc/npmrc",
            "etc/netrc",
            "etc/apt/auth.conf",
            "etc/apt/auth.conf.d",
            "etc/apt/sources.list",
            "etc/apt/sources.list.d/a.sources",
            "etc/apt/apt.conf.d/90proxy",
            "etc/environment");
  }

  @Test
  void a_host_without_them_has_none() {
    assertThat(ToolSecrets.find(host)).isEmpty();
  }
}
