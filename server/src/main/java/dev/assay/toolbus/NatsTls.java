package dev.assay.toolbus;

import dev.assay.skill.Trust;
import dev.assay.skill.Visible;
import java.net.Socket;
import java.nio.file.Path;
import java.security.SignatureException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// TLS to NATS. A certificate must be trusted and must match the host that was asked for. The
/// library checks only the trust, and hides the reason of a refusal.
final class NatsTls {
  private static final Logger log = LoggerFactory.getLogger(NatsTls.class);
  private static final int LONGEST = 200;

  private final SSLContext context;
  private final AtomicReference<Optional<CertificateException>> refusal =
      new AtomicReference<>(Optional.empty());

  /// @param certificates a PEM file with further authorities
  NatsTls(Optional<Path> certificates) {
    context =
        Trust.context(
            new Examination(
                Trust.manager("assay.bus.certificates", certificates.stream().toList())));
  }

  SSLContext context() {
    return context;
  }

  /// The reason why the last certificate is not trusted.
  Optional<CertificateException> refusal() {
    return refusal.get();
  }

  static String words(CertificateException refusal) {
    for (Throwable at = refusal; at != null; at = at.getCause()) {
      if (at instanceof CertPathBuilderException || at instanceof SignatureException) {
        return "no authority that is known here vouches for it";
      }
      if (at instanceof CertificateExpiredException) {
        return "it has expired";
      }
    }
    return Visible.line(String.valueOf(refusal.getMessage()), LONGEST);
  }

  private void note(Optional<CertificateException> outcome) {
    Optional<CertificateException> before = refusal.getAndSet(outcome);
    if (before.isEmpty()) { // not again with every attempt
      outcome.ifPresent(
          failure -> log.warn("The certificate of NATS is not trusted: {}", words(failure)));
    }
  }

  private final class Examination extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager authorities;

    private Examination(X509ExtendedTrustManager authorities) {
      this.authorities = authorities;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      try {
        if (!(socket instanceof SSLSocket secure)) {
          throw new CertificateException("there is no host to compare it with");
        }
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS"); // how hosts are compared
        secure.setSSLParameters(parameters);
        authorities.checkServerTrusted(chain, type, secure);
        note(Optional.empty());
      } catch (CertificateException e) {
        note(Optional.of(e));
        throw e;
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      throw new CertificateException("NATS is asked over sockets");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("there is no host to compare it with");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      throw new CertificateException("this is no server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      throw new CertificateException("this is no server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("this is no server");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return authorities.getAcceptedIssuers();
    }
  }
}
