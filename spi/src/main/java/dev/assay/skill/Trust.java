package dev.assay.skill;

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
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// The trusted certificates: those of this Java, those of this machine and those of the
/// configuration.
public final class Trust {
  private static final List<String> SYSTEM =
      List.of(
          "/etc/ssl/certs/ca-certificates.crt",
          "/etc/pki/tls/certs/ca-bundle.crt",
          "/etc/ssl/ca-bundle.pem",
          "/etc/ssl/cert.pem");

  private Trust() {}

  /// @param setting the setting that names the files
  /// @param more PEM files, which must be readable
  /// @throws AssayException with `CONFIGURATION_INVALID` if one of them is not
  public static SSLContext context(String setting, List<Path> more) {
    return context(manager(setting, more));
  }

  /// Makes a context for a caller with a trust manager of its own.
  public static SSLContext context(X509ExtendedTrustManager manager) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {manager}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw unusable(e);
    }
  }

  /// @param setting the setting that names the files
  /// @param more PEM files, which must be readable
  /// @throws AssayException with `CONFIGURATION_INVALID` if one of them is not
  public static X509ExtendedTrustManager manager(String setting, List<Path> more) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      add(store, Arrays.asList(manager(null).getAcceptedIssuers()));
      for (String file : SYSTEM) {
        if (Files.isReadable(Path.of(file))) {
          addSystem(store, Path.of(file));
        }
      }
      for (Path file : more) {
        require(setting, file);
        add(store, read(file));
      }
      return manager(store);
    } catch (GeneralSecurityException | IOException e) {
      throw unusable(e);
    }
  }

  private static IllegalStateException unusable(Exception cause) {
    return new IllegalStateException("This Java cannot make a store of certificates.", cause);
  }

  private static X509ExtendedTrustManager manager(@Nullable KeyStore store)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return Arrays.stream(factory.getTrustManagers())
        .filter(X509ExtendedTrustManager.class::isInstance)
        .map(X509ExtendedTrustManager.class::cast)
        .findFirst()
        .orElseThrow(() -> new GeneralSecurityException("no PKIX"));
  }

  private static void addSystem(KeyStore store, Path file) throws GeneralSecurityException {
    try {
      add(store, read(file));
    } catch (IOException | CertificateException e) {
      return; // an unreadable bundle of the system is the operator's to repair
    }
  }

  /// Returns whether a file holds certificates.
  public static boolean isUsable(Path file) {
    try {
      return Files.isRegularFile(file) && !read(file).isEmpty();
    } catch (IOException | CertificateException e) {
      return false;
    }
  }

  /// @throws AssayException with `CONFIGURATION_INVALID` if the file holds no certificates
  public static void require(String setting, Path file) {
    if (!isUsable(file)) {
      throw new AssayException(
          ErrorCode.CONFIGURATION_INVALID,
          "%s: %s holds no certificates that can be read; expected a PEM file with at least one."
              .formatted(setting, file));
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
