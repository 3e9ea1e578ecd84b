package dev.assay.web.access;

import dev.assay.accounts.Account;
import dev.assay.accounts.Accounts;
import dev.assay.accounts.Tokens;
import dev.assay.skill.Secret;
import dev.assay.web.LocalToken;
import dev.assay.web.OAuthDiscovery;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// Finds the caller of a token.
@Component
final class Callers {
  private final Tokens tokens;
  private final Accounts accounts;
  private final LocalToken localToken;
  private final OidcBearers bearers;
  private final OAuthDiscovery discovery;

  Callers(
      Tokens tokens,
      Accounts accounts,
      LocalToken localToken,
      OidcBearers bearers,
      OAuthDiscovery discovery) {
    this.tokens = tokens;
    this.accounts = accounts;
    this.localToken = localToken;
    this.bearers = bearers;
    this.discovery = discovery;
  }

  Optional<Caller> find(Secret token, HttpServletRequest request) {
    if (token.equals(localToken.text())) {
      return isThisMachine(request.getRemoteAddr())
          ? Optional.of(Caller.ownerOfTheHome())
          : Optional.empty();
    }
    if (token.reveal().startsWith(Tokens.PREFIX)) {
      return tokens
          .find(token)
          .flatMap(
              known ->
                  accounts
                      .find(known.accountId())
                      .map(account -> Caller.of(account, Optional.of(known))))
          .filter(Callers::isActive);
    }
    return bearers
        .find(token, discovery.audience(request))
        .map(account -> Caller.of(account, Optional.empty()))
        .filter(Callers::isActive);
  }

  private static boolean isActive(Caller caller) {
    return caller.account().map(Account::state).filter(Account.State.DISABLED::equals).isEmpty();
  }

  /// Tests whether an address is loopback or belongs to a network interface of this machine.
  private static boolean isThisMachine(String address) {
    try {
      InetAddress peer = InetAddress.ofLiteral(address);
      return peer.isLoopbackAddress() || NetworkInterface.getByInetAddress(peer) != null;
    } catch (IllegalArgumentException | SocketException e) {
      return false;
    }
  }
}
