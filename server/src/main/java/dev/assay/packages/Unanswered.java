package dev.assay.packages;

/// A question without an answer that can be passed on; it has been recorded.
final class Unanswered extends Exception {
  private final transient Exchange exchange;

  Unanswered(Exchange exchange) {
    super(exchange.shown());
    this.exchange = exchange;
  }

  /// The status for the sandbox: the index's own, or one for a missing answer. Some other codes
  /// would make clients retry in vain.
  int status() {
    return switch (exchange.result()) {
      case ANSWERED -> exchange.status();
      case REFUSED -> 403;
      case ABSENT -> 404;
      default -> 504;
    };
  }

  Exchange exchange() {
    return exchange;
  }
}
