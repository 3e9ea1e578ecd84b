package dev.assay.packages;

/// An index gave nothing that could be handed on; it has been recorded.
final class Unanswered extends Exception {
  private final transient Exchange exchange;

  Unanswered(Exchange exchange) {
    super(exchange.shown());
    this.exchange = exchange;
  }

  /// What the sandbox is answered: what the index said, or that there is no answer. Clients try
  /// again after some other codes, which would be in vain.
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
