package dev.assay.packages.fetch;

import java.io.InputStream;
import java.net.URI;

/// The result of asking an index.
public sealed interface Reply {
  /// An answer of the index. The body has to be closed.
  ///
  /// @param address the final address
  /// @param length the announced length of the body; -1 if it is not known
  record Answered(
      URI address, int status, String type, String encoding, long length, InputStream body)
      implements Reply {
    public boolean isGood() {
      return status == 200;
    }
  }

  /// A missing or unusable answer.
  ///
  /// @param detail continues a sentence that begins with the address of the index
  record Failed(Failure failure, String detail) implements Reply {}

  enum Failure {
    /// The index accepted the connection and sent nothing.
    SILENT,
    UNREACHABLE,
    /// The index's certificate is not trusted.
    UNTRUSTED,
    PROXY_FAILED,
    /// The index leads to an address where requests may not go.
    MISDIRECTED
  }
}
