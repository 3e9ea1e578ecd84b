package dev.assay.packages.fetch;

import java.io.InputStream;
import java.net.URI;

/// What came of asking an index.
public sealed interface Reply {
  /// It answered. The body has to be closed.
  ///
  /// @param address where it came from in the end
  /// @param length of the body as announced; -1 if it was not
  record Answered(
      URI address, int status, String type, String encoding, long length, InputStream body)
      implements Reply {
    public boolean isGood() {
      return status == 200;
    }
  }

  /// There is no answer that could be used.
  ///
  /// @param detail continues a sentence that begins with the address of the index
  record Failed(Failure failure, String detail) implements Reply {}

  enum Failure {
    /// It took the connection and said nothing.
    SILENT,
    UNREACHABLE,
    /// Its certificate is not one we trust.
    UNTRUSTED,
    PROXY_FAILED,
    /// It leads to a place where requests may not go.
    MISDIRECTED
  }
}
