package dev.assay.web;

import dev.assay.skill.Secret;
import java.security.SecureRandom;
import java.util.Base64;

/// The token in `server.json`: lets the command line of whoever may read the home act as an admin,
/// from this machine only. It lives in this process and nowhere else.
public record LocalToken(Secret text) {
  public static LocalToken generate() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return new LocalToken(
        Secret.of("assay_local_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)));
  }
}
