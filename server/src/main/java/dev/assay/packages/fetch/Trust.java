package dev.assay.packages.fetch;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Whose certificates are believed: those of this Java, those of this machine and more of one's
/// own.
public final class Trust {
  private static final List<String> SYSTEM =
      List.of(
          "/etc/ssl/certs/ca-certificates.crt",
          "/etc/pki/tls/certs/ca-bundle.crt",
          "/etc/ssl/ca-bundle.pem",
          "/etc/ssl/cert.pem");

  private Trust() {}

  /// @param more PEM files, which must be readable
  /// @throws AssayException with `CONFIGURATION_INVALID` if one of them is not
  static SSLContext context(List<Path> more) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      for (X509TrustManager known : managers(null)) {
        add(store, Arrays.asList(known.getAcceptedIssuers()));
      }
      for (String file : SYSTEM) {
        if (Files.isReadable(Path.of(file))) {
          addSystem(store, Path.of(file));
        }
      }
      for (Path file : more) {
        require(file);
        add(store, read(file));
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers(store).toArray(X509TrustManager[]::new), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("This Java cannot make a store of certificates.", e);
    }
  }

  private static List<X509TrustManager> managers(@Nullable KeyStore store)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return Arrays.stream(factory.getTrustManagers())
        .filter(X509TrustManager.class::isInstance)
        .map(X509TrustManager.class::cast)
        .toList();
  }

  private static void addSystem(KeyStore store, Path file) throws GeneralSecurityException {
    try {
      add(store, read(file));
    } catch (IOException | CertificateException e) {
      return; // a bundle of the system that cannot be read is not ours to mend
    }
  }

  /// Whether a file holds certificates.
  public static boolean isUsable(Path file) {
    try {
      return Files.isRegularFile(file) && !read(file).isEmpty();
    } catch (IOException | CertificateException e) {
      return false;
    }
  }

  /// @throws AssayException with `CONFIGURATION_INVALID` if it does not
  public static void require(Path file) {
    if (!isUsable(file)) {
      throw new AssayException(
          ErrorCode.CONFIGURATION_INVALID,
          "assay.packages.certificates: %s holds no certificates that can be read; expected a PEM file with at least one."
              .formatted(file));
    }
  }

  private static Collection<? extends Certificate> read(Path file)
      throws IOException, CertificateException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in);
    }
  }

  private static void add(KeyStore store, Collection<? extends Certificate> certificates)
      throws GeneralSecurityException {
    for (Certificate certificate : certificates) {
      store.setCertificateEntry("c" + store.size(), certificate);
    }
  }
}
