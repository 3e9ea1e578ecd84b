package dev.assay.sandbox.local;

import dev.assay.sandbox.local.network.AllowListProxy;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.skill.sandbox.UsualVariables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The variables every command finds. Nothing of our own environment is among them.
final class Environment {
  private static final String CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

  private Environment() {}

  static Map<String, String> of(SandboxSpec spec, Base base) {
    boolean root = base.uid() == 0;
    Map<String, String> variables =
        UsualVariables.of(spec, root ? "root" : "agent", root ? "/root" : "/home/agent");
    if (!(spec.network() instanceof Network.Blocked)) {
      certificates(variables);
    }
    if (spec.network() instanceof Network.AllowList) {
      variables.putAll(AllowListProxy.variables());
    }
    variables.putAll(spec.variables());
    return variables;
  }

  private static void certificates(Map<String, String> variables) {
    if (Files.isReadable(Path.of(CERTIFICATES))) {
      for (String name :
          new String[] {"SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "PIP_CERT", "REQUESTS_CA_BUNDLE"}) {
        variables.put(name, CERTIFICATES);
      }
    }
  }
}
