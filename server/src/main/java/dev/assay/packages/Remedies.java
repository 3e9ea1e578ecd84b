package dev.assay.packages;

import java.net.URI;

/// Advice to an operator about an exchange that failed.
///
/// @param setting the setting that changes the index
record Remedies(String setting) {
  /// The advice as one sentence, with a full stop.
  String of(Exchange exchange) {
    return switch (exchange.result()) {
      case ANSWERED -> ofStatus(exchange);
      case NOT_AN_INDEX -> "Check the address in %s.".formatted(setting);
      case SILENT ->
          "Try again later, set %s to another index, or give it more time with assay.packages.patience."
              .formatted(setting);
      case UNREACHABLE ->
          "Check the address in %s and the network; assay.packages.proxy names a proxy."
              .formatted(setting);
      case UNTRUSTED ->
          "Put the certificate of its authority into the PEM file that assay.packages.certificates names.";
      case PROXY_FAILED -> "Check assay.packages.proxy.";
      case MISDIRECTED ->
          "Only public addresses and the hosts of configured indexes are asked; list a further one in assay.packages.pip.find-links, or set %s to another index."
              .formatted(setting);
      case CORRUPT ->
          "Try again later; if it stays, the index or something on the way there damages files.";
      case NOT_KEPT -> "Free some space on this machine.";
      case ABSENT -> "Set %s.".formatted(setting);
      case TOO_LARGE, REFUSED -> "Nothing is wrong with the index.";
    };
  }

  private String ofStatus(Exchange exchange) {
    return switch (exchange.status()) {
      case 401 ->
          "It wants credentials: add \"machine %s login USER password PASSWORD\" to the file that assay.packages.credentials names."
              .formatted(host(exchange.index()));
      case 403 -> "It does not allow that: check the rights of the account it knows us by.";
      case 407 -> "The proxy wants credentials: put them into assay.packages.credentials.";
      case 429 -> "It was asked too often: try again later.";
      case 404, 410 -> "It does not have that: check the address in %s.".formatted(setting);
      default -> "Try again later, or set %s to another index.".formatted(setting);
    };
  }

  private static String host(String index) {
    String host = URI.create(index).getAuthority();
    return host == null ? "HOST" : host;
  }
}
