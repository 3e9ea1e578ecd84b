package dev.assay.sandbox.local;

import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// The variables every command finds. Nothing of our own environment is among them.
final class Environment {
  static final int PROXY_PORT = 3128;

  private static final String CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

  private Environment() {}

  static Map<String, String> of(SandboxSpec spec, Base base) {
    Map<String, String> variables = new TreeMap<>(RuntimeEnvironment.SHARED.variables());
    String user = base.uid() == 0 ? "root" : "agent";
    variables.put("HOME", base.uid() == 0 ? "/root" : "/home/agent");
    variables.put("USER", user);
    variables.put("LOGNAME", user);
    variables.put("SHELL", "/bin/sh");
    variables.put("LANG", "C.UTF-8");
    variables.put("TMPDIR", "/tmp");
    variables.put("npm_config_prefix", RuntimeEnvironment.SHARED.npm());
    variables.put("npm_config_update_notifier", "false");
    variables.put("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    switch (spec.network()) {
      case Network.Blocked _ -> calmRetries(variables);
      case Network.Open _ -> certificates(variables);
      case Network.AllowList _ -> {
        calmRetries(variables);
        certificates(variables);
        proxy(variables);
      }
    }
    variables.putAll(spec.variables());
    return variables;
  }

  /// Clients that would try again for a minute give up at once: there is nothing to wait for.
  private static void calmRetries(Map<String, String> variables) {
    variables.put("npm_config_fetch_retries", "0");
    variables.put("PIP_RETRIES", "0");
  }

  private static void certificates(Map<String, String> variables) {
    if (Files.isReadable(Path.of(CERTIFICATES))) {
      for (String name :
          new String[] {"SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "PIP_CERT", "REQUESTS_CA_BUNDLE"}) {
        variables.put(name, CERTIFICATES);
      }
    }
  }

  private static void proxy(Map<String, String> variables) {
    String proxy = "http://127.0.0.1:" + PROXY_PORT;
    for (String name : new String[] {"http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"}) {
      variables.put(name, proxy);
    }
    variables.put("no_proxy", "localhost,127.0.0.1,::1");
    variables.put("NO_PROXY", "localhost,127.0.0.1,::1");
  }
}
