package dev.assay.web;

import dev.assay.skill.Secret;
import java.security.SecureRandom;
import java.util.Base64;

/// The token in `server.json`. With it, a user who can read the home acts as an admin through the
/// command line, from this machine only. The token exists only in this process and in that file.
public record LocalToken(Secret text) {
  public static LocalToken generate() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return new LocalToken(
        Secret.of("assay_local_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)));
  }
}
