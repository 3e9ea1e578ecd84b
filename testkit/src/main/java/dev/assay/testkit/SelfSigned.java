package dev.assay.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A self-signed certificate for 127.0.0.1 with its key, as PEM files.
public record SelfSigned(Path certificateFile, Path keyFile, Certificate certificate) {
  private static final String PASSWORD = "changeit";

  /// Makes certificate and key in this folder.
  public static SelfSigned in(Path folder) {
    return in(folder, "ip:127.0.0.1");
  }

  /// Makes them for another name than 127.0.0.1: `dns:NAME`.
  public static SelfSigned in(Path folder, String subject) {
    try {
      Path store = folder.resolve("keys.p12");
      int exit =
          new ProcessBuilder(
                  System.getProperty("java.home") + "/bin/keytool",
                  "-J-XX:TieredStopAtLevel=1",
                  "-J-XX:+UseSerialGC",
                  "-genkeypair",
                  "-alias",
                  "assay",
                  "-keyalg",
                  "EC", // an RSA key takes seconds
                  "-groupname",
                  "secp256r1",
                  "-dname",
                  "CN=127.0.0.1",
                  "-ext",
                  "san=" + subject,
                  "-storetype",
                  "PKCS12",
                  "-keystore",
                  store.toString(),
                  "-storepass",
                  PASSWORD)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("keytool.log").toFile())
              .start()
              .waitFor();
      if (exit != 0) {
        throw new IllegalStateException(Files.readString(folder.resolve("keytool.log")));
      }
      KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
      Certificate certificate = keys.getCertificate("assay");
      return new SelfSigned(
          pem(folder.resolve("certificate.pem"), "CERTIFICATE", certificate.getEncoded()),
          pem(
              folder.resolve("key.pem"),
              "PRIVATE KEY",
              keys.getKey("assay", PASSWORD.toCharArray()).getEncoded()),
          certificate);
    } catch (IOException | GeneralSecurityException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// A context for a server with this certificate.
  public SSLContext context() {
    try {
      char[] password = PASSWORD.toCharArray();
      KeyStore keys =
          KeyStore.getInstance(certificateFile.resolveSibling("keys.p12").toFile(), password);
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path pem(Path file, String label, byte[] content) throws IOException {
    return Files.writeString(
        file,
        "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
            .formatted(label, Base64.getMimeEncoder().encodeToString(content)));
  }
}
