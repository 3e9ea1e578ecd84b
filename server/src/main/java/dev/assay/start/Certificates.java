package dev.assay.start;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.util.HexFormat;

/// The certificate of a server. The command line on the same machine recognizes it by its
/// fingerprint.
final class Certificates {
  private Certificates() {}

  /// Returns the SHA-256 digest of the first certificate in a PEM file.
  static String fingerprint(Path pem) {
    try (InputStream stream = Files.newInputStream(pem)) {
      byte[] encoded =
          CertificateFactory.getInstance("X.509").generateCertificate(stream).getEncoded();
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(encoded));
    } catch (IOException | GeneralSecurityException e) {
      throw new AssayException(
          ErrorCode.CONFIGURATION_INVALID,
          "assay.server.tls.certificate: " + pem + " cannot be read (" + e.getMessage() + ").",
          e);
    }
  }
}
