package dev.assay.packages.fetch;

import dev.assay.packages.fetch.Reply.Failed;
import dev.assay.packages.fetch.Reply.Failure;
import dev.assay.skill.Visible;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// Describes the reason of a missing answer.
final class FetchFailures {
  private static final int LONGEST = 200;

  private FetchFailures() {}

  /// @param proxy the proxy through which the index was asked
  static Failed of(IOException failure, Optional<HostAndPort> proxy, Duration patience) {
    String through = proxy.map(place -> "the proxy " + place + " ").orElse("");
    if (failure instanceof HttpConnectTimeoutException) {
      return unreachable(proxy, through + "made no connection in time, TLS included");
    }
    if (failure instanceof HttpTimeoutException) {
      return new Failed(Failure.SILENT, "did not answer within " + patience.toSeconds() + " s");
    }
    if (failure instanceof SSLException) {
      return isAboutCertificates(failure)
          ? new Failed(Failure.UNTRUSTED, "its certificate is not trusted (" + words(failure) + ")")
          : new Failed(Failure.UNREACHABLE, "no agreement about TLS (" + words(failure) + ")");
    }
    if (has(failure, UnresolvedAddressException.class)) {
      return unreachable(proxy, through + "has no known address");
    }
    if (failure instanceof ConnectException) {
      return unreachable(proxy, through + "takes no connections");
    }
    if (String.valueOf(failure.getMessage()).contains("Tunnel failed")) {
      return new Failed(Failure.PROXY_FAILED, through + "refused: " + words(failure));
    }
    return unreachable(Optional.empty(), "no answer in HTTP (" + words(failure) + ")");
  }

  private static Failed unreachable(Optional<HostAndPort> proxy, String detail) {
    return new Failed(proxy.isPresent() ? Failure.PROXY_FAILED : Failure.UNREACHABLE, detail);
  }

  private static boolean isAboutCertificates(Throwable failure) {
    return has(failure, CertificateException.class)
        || has(failure, CertPathValidatorException.class);
  }

  private static boolean has(Throwable failure, Class<?> kind) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (kind.isInstance(at)) {
        return true;
      }
    }
    return false;
  }

  private static String words(Throwable failure) {
    return Visible.line(String.valueOf(failure.getMessage()), LONGEST);
  }
}
